/**
 * GraphQL under an ontology in force. Where the ontology's API is served, the gateway answers all requests. Otherwise
 * the engine answers queries by its own schema, and the gateway carries out mutations as writes like those of /mutate,
 * because Dgraph would write without the reasoner.
 */
import type { Credentials, Engine } from '../../dgraph';
import {
  mayExceed,
  RequestFailure,
  type GraphqlLimits,
  type GraphqlRequest,
  type HttpRequest,
  type Subscriber,
} from '../../graphql/request';
import type { Materializer } from '../types';
import type { Idempotent } from '../write/types';
import { HeaderNames } from './header-names';
import type { Requests } from './requests';
import type { GraphqlAnswer } from './types';

/** Sign of a request for a persisted document. Go matches JSON fields by case folding, which takes `ſ` for s. */
const HASHED = /[sſ]ha256ha[sſ]h/i;
/** Signs of a possible mutation: the word, escapes that may spell it, the hash of a document. */
const MUTATES = /mutation|\\u|[sſ]ha256ha[sſ]h/i;
/**
 * Signs of a request that the gateway may have to answer for the engine: `mutation`, or escapes that may spell it in
 * JSON; the beginning of introspection.
 */
const SIGNS = /mutation|\\u|__(?:schema|type)\b/i;

/** Tokens of a document per allowed field: room for an alias, some arguments and directives. */
const TOKENS_OF_A_FIELD = 10;
const LEAST_TOKENS = 100_000;
/** Maximum characters of a request without a mutation. Its variables are checked synchronously. */
const LONGEST_QUERY = 4 * 2 ** 20;
const SETTINGS = {
  depth: 'OWLGATE_GRAPHQL_DEPTH',
  aliases: 'OWLGATE_GRAPHQL_ALIASES',
  complexity: 'OWLGATE_GRAPHQL_COMPLEXITY',
} as const;

export class GraphqlGateway {
  private requests: Promise<Requests> | undefined;
  private loadedRequests: Requests | undefined;
  private readonly names: HeaderNames;
  private readonly limits: GraphqlLimits;

  /**
   * @param limits for requests to the gateway and to the engine, from the settings
   * @param lambdaUrl lambda server, which answers fields with `@lambda`
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
   * Returns the names of the headers that the schema in force reads, in lower case.
   *
   * @throws OwlgateError EngineUnreachable
   */
  async headerNames(credentials: Credentials | undefined): Promise<ReadonlySet<string>> {
    const ontologyNames = await this.ownHeaderNames(credentials);
    return ontologyNames ? new Set(ontologyNames.map((name) => name.toLowerCase())) : this.names.of(credentials);
  }

  /**
   * Returns the names of the headers that the ontology's API reads; undefined where the engine answers.
   *
   * @throws EngineFailure; OwlgateError EngineUnreachable
   */
  async ownHeaderNames(credentials: Credentials | undefined): Promise<readonly string[] | undefined> {
    if (this.materializer.inForce === undefined) return undefined;
    return (await this.loaded()).headerNames(credentials);
  }

  /** Drops the header names after a possible change of the schema through this gateway. */
  schemaChanged(): void {
    this.names.forget();
  }

  /**
   * Answers requests that the engine must not or cannot answer. Refuses a request that exceeds a limit.
   *
   * @param request read from `http`
   * @param idempotent given for a request with an `Idempotency-Key`: its mutations are carried out here, even without
   *   an ontology
   * @returns undefined for a request that the engine may answer
   * @throws RequestFailure for a query that is too long
   * @throws EngineFailure for a token that a cluster with access control does not accept
   */
  answer(
    http: HttpRequest,
    request: GraphqlRequest,
    credentials: Credentials | undefined,
    idempotent?: Idempotent,
  ): Promise<GraphqlAnswer | undefined> {
    const texts = [http.body, ...http.parameters.values()];
    const size = texts.reduce((sum, text) => sum + text.length, 0);
    if (size > LONGEST_QUERY && !texts.some((text) => MUTATES.test(text))) {
      throw RequestFailure.of(`the request has ${size} characters; without a mutation, ${LONGEST_QUERY} are allowed`);
    }
    const { inForce } = this.materializer;
    const isOwn = (text: string): boolean => inForce !== undefined && SIGNS.test(text);
    const isLarge = (text: string): boolean => HASHED.test(text) || mayExceed(text, this.limits);
    const isConcerned = (): boolean => texts.some((text) => isOwn(text) || isLarge(text));
    const answer = (isServed: boolean): Promise<GraphqlAnswer | undefined> => {
      if (!isServed && !idempotent && !this.isGuarded && !isConcerned()) return Promise.resolve(undefined);
      const context = { credentials, idempotent, isServed };
      const { loadedRequests } = this;
      return loadedRequests
        ? loadedRequests.answer(request, context)
        : this.loaded().then((requests) => requests.answer(request, context));
    };
    // Most requests have nothing to wait for: each promise costs as much as reading a short document.
    const serving = inForce !== undefined && this.materializer.graphqlExtension.isServed();
    return typeof serving === 'boolean' ? answer(serving) : serving.then(answer);
  }

  /**
   * Begins a subscription of the ontology's API, or one that is too long for the engine. Refuses one that exceeds a
   * limit, or whose document also has a mutation.
   *
   * @param isTooLong for the engine's WebSocket
   * @returns function that ends it; undefined for a subscription that the engine may answer
   * @throws RequestFailure
   */
  async subscribe(
    request: GraphqlRequest,
    credentials: Credentials | undefined,
    subscriber: Subscriber,
    isTooLong = false,
  ): Promise<(() => void) | undefined> {
    return (await this.loaded()).subscribe(request, credentials, subscriber, isTooLong);
  }

  /**
   * True on a cluster with access control: no answer, refusals included, may reveal parts of the schema that a client
   * may not read.
   */
  private get isGuarded(): boolean {
    return this.engine.identity !== undefined && this.materializer.inForce !== undefined;
  }

  private loaded(): Promise<Requests> {
    return (this.requests ??= this.load());
  }

  /** Imports on first use: most processes never need the GraphQL library. */
  private async load(): Promise<Requests> {
    const { Requests: Loaded } = await import('./requests.js');
    return (this.loadedRequests = new Loaded(this.engine, this.materializer, this.limits, this.lambdaUrl));
  }
}
