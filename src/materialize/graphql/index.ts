/**
 * GraphQL requests that the engine must not or can not answer, with an ontology in force: mutations, which Dgraph would write
 * behind the reasoner's back, are carried out as writes like those of /mutate; and what is asked of nodes by their classes
 * is asked in DQL, since to Dgraph a node is of the one type that it is read as.
 */
import type { Credentials, Engine } from '../../dgraph';
import type { HttpRequest } from '../../graphql/http';
import type { Materializer } from '../types';
import type { Requests } from './requests';

/**
 * What such a request cannot be without: the word, escapes that may spell it in JSON, or the hash of a persisted document;
 * a fragment, or the name of a type.
 */
const SIGNS = /mutation|\\u|sha256hash|\.\.\.|__typename/i;

export class GraphqlGateway {
  private requests: Promise<Requests> | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly materializer: Materializer,
  ) {}

  /**
   * Answers such a request.
   *
   * @returns the response as JSON; undefined for what the engine may answer
   */
  async answer(http: HttpRequest, credentials: Credentials | undefined): Promise<string | undefined> {
    if (!this.materializer.inForce) return undefined;
    if (!SIGNS.test(http.body) && ![...http.parameters.values()].some((value) => SIGNS.test(value))) return undefined;
    const requests = await (this.requests ??= this.load());
    return requests.answer(http, credentials);
  }

  /** GraphQL is read by a library that most processes never need. */
  private async load(): Promise<Requests> {
    const { Requests: Loaded } = await import('./requests.js');
    return new Loaded(this.engine, this.materializer);
  }
}
