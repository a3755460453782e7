/**
 * GraphQL requests that the engine must not or can not answer, with an ontology in force: mutations, which Dgraph would write
 * behind the reasoner's back, are carried out as writes like those of /mutate; and what is asked of nodes by their classes
 * is asked in DQL, since to Dgraph a node is of the one type that it is read as.
 */
import type { Credentials, Engine } from '../../dgraph';
import type { HttpRequest } from '../../graphql/http';
import { mayExceed } from '../../graphql/request/bound';
import { RequestFailure } from '../../graphql/request/failure';
import type { GraphqlLimits } from '../../graphql/request/limits';
import type { GraphqlRequest } from '../../graphql/request';
import type { Subscriber } from '../../graphql/subscription/session';
import type { Idempotent, Materializer } from '../types';
import { HeaderNames } from './header-names';
import type { Requests } from './requests';

/** What a persisted document is asked for by. Go takes an `ſ` for an s there. */
const HASHED = /[sſ]ha256ha[sſ]h/i;
/** Signs of a request that may have a mutation in it: the word, escapes that may spell it, the hash of a document. */
const MUTATES = /mutation|\\u|[sſ]ha256ha[sſ]h/i;
/**
 * What such a request cannot be without: the word, or escapes that may spell it in JSON; a fragment, or
 * the name of a type; and what introspection begins with.
 */
const SIGNS = /mutation|\\u|\.\.\.|__(?:typename|schema|type)\b/i;

/** Tokens of a document, by the fields that it may have: an alias, some arguments and directives each. */
const TOKENS_OF_A_FIELD = 10;
const LEAST_TOKENS = 100_000;
/** Bytes of a request without a mutation: its variables are checked in one go. */
const LONGEST_QUERY = 4 * 2 ** 20;
const SETTINGS = {
  depth: 'OWLGATE_GRAPHQL_DEPTH',
  aliases: 'OWLGATE_GRAPHQL_ALIASES',
  complexity: 'OWLGATE_GRAPHQL_COMPLEXITY',
} as const;

/** A response of the gateway's own. */
export interface GraphqlAnswer {
  /** JSON. */
  readonly body: string;
  /** Whether it has `data`, be it null. */
  readonly executed: boolean;
  /** Tells whether all of it was carried out before, by a request under the same `Idempotency-Key`. */
  readonly isReplay?: boolean;
}

export class GraphqlGateway {
  private requests: Promise<Requests> | undefined;
  private readonly names: HeaderNames;
  /** Versions that the names are of. */
  private namesVersion = '';

  private readonly limits: GraphqlLimits;

  /**
   * @param limits of what is asked, be it here or of the engine, as the settings have them
   * @param lambdaUrl the lambda server, which answers fields with `@lambda`
   */
  constructor(
    private readonly engine: Engine,
    private readonly materializer: Materializer,
    limits: Pick<GraphqlLimits, 'depth' | 'aliases' | 'complexity'>,
    private readonly lambdaUrl?: string,
  ) {
    const tokens = Math.max(LEAST_TOKENS, TOKENS_OF_A_FIELD * limits.complexity);
    this.limits = { tokens, settings: SETTINGS, ...limits };
    this.names = new HeaderNames(engine);
  }

  /**
   * Names of the headers that the schema in force has the engine read, in lower case.
   *
   * @throws OwlgateError EngineUnreachable
   */
  async headerNames(credentials: Credentials | undefined): Promise<ReadonlySet<string>> {
    const { inForce, extensionVersion } = this.materializer;
    const version = `${inForce?.version}/${inForce?.loadedAt}/${extensionVersion}`;
    if (version !== this.namesVersion) this.schemaChanged();
    this.namesVersion = version;
    return this.names.of(credentials);
  }

  /** Takes notice that a schema may have been put in force through this gateway. */
  schemaChanged(): void {
    this.names.forget();
  }

  /**
   * Answers such a request, and refuses one that is over a limit.
   *
   * @param idempotent of a request with an `Idempotency-Key`: its mutations are carried out here, with an ontology or without
   * @returns undefined for what the engine may answer
   * @throws RequestFailure for a query that is too long
   * @throws EngineFailure for a token that a cluster with access control does not accept
   */
  async answer(
    http: HttpRequest,
    credentials: Credentials | undefined,
    idempotent?: Idempotent,
  ): Promise<GraphqlAnswer | undefined> {
    const texts = [http.body, ...http.parameters.values()];
    const size = texts.reduce((sum, text) => sum + text.length, 0);
    if (size > LONGEST_QUERY && !texts.some((text) => MUTATES.test(text))) {
      throw RequestFailure.of(`the request has ${size} characters; without a mutation, ${LONGEST_QUERY} are allowed`);
    }
    const isOwn = (text: string): boolean => this.materializer.inForce !== undefined && SIGNS.test(text);
    const isLarge = (text: string): boolean => HASHED.test(text) || mayExceed(text, this.limits);
    if (!idempotent && !this.isGuarded && !texts.some((text) => isOwn(text) || isLarge(text))) return undefined;
    const requests = await (this.requests ??= this.load());
    return requests.answer(http, credentials, idempotent);
  }

  /**
   * Begins a subscription that depends on classes, or is too long for the engine, and refuses one that is over a limit or has a
   * mutation beside it.
   *
   * @param isTooLong for the engine's WebSocket
   * @returns what ends it; undefined for what the engine may be asked for
   * @throws RequestFailure
   */
  async subscribe(
    request: GraphqlRequest,
    credentials: Credentials | undefined,
    subscriber: Subscriber,
    isTooLong = false,
  ): Promise<(() => void) | undefined> {
    const requests = await (this.requests ??= this.load());
    return requests.subscribe(request, credentials, subscriber, isTooLong);
  }

  /** On a cluster with access control no answer tells of the schema what a client may not read, refusals included. */
  private get isGuarded(): boolean {
    return this.engine.identity !== undefined && this.materializer.inForce !== undefined;
  }

  /** GraphQL is read by a library that most processes never need. */
  private async load(): Promise<Requests> {
    const { Requests: Loaded } = await import('./requests.js');
    return new Loaded(this.engine, this.materializer, this.limits, this.lambdaUrl);
  }
}
