/**
 * GraphQL mutations of clients, with an ontology in force. Dgraph would write them behind the reasoner's back: they are
 * carried out here, as writes like those of /mutate, and no document with one in it reaches the engine.
 */
import type { Credentials, Engine } from '../../dgraph';
import type { HttpRequest } from '../../graphql/http';
import type { Materializer } from '../types';
import type { Mutations } from './mutations';

/** What a mutation cannot be without: the word, escapes that may spell it in JSON, or the hash of a persisted document. */
const SIGNS = /mutation|\\u|sha256hash/i;

export class GraphqlMutations {
  private mutations: Promise<Mutations> | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly materializer: Materializer,
  ) {}

  /**
   * Answers a request that has a mutation in it.
   *
   * @returns the response as JSON; undefined for what the engine may answer
   */
  async answer(http: HttpRequest, credentials: Credentials | undefined): Promise<string | undefined> {
    if (!this.materializer.inForce) return undefined;
    if (!SIGNS.test(http.body) && ![...http.parameters.values()].some((value) => SIGNS.test(value))) return undefined;
    const mutations = await (this.mutations ??= this.load());
    return mutations.answer(http, credentials);
  }

  /** GraphQL is read by a library that most processes never need. */
  private async load(): Promise<Mutations> {
    const { Mutations: Loaded } = await import('./mutations.js');
    return new Loaded(this.engine, this.materializer);
  }
}
