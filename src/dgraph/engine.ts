/** Client of an engine: Dgraph's HTTP API as functions. */
import type { ServerResponse } from 'node:http';
import type { WebSocket } from 'ws';
import { printMutationBytes } from '../dql';
import { OwlgateError } from '../errors';
import { digest } from '../util/digest';
import type { Endpoint } from '../util/endpoint';
import { silent, type Logger } from '../util/log';
import { NO_TELEMETRY, type Telemetry } from '../util/telemetry';
import { embeddedAddress, parseAddress, type Address } from './address';
import { Administration } from './administration';
import { CallFailure } from './calls/failure';
import { GrpcQueries } from './calls/queries';
import { printQueryMessage, readData } from './calls/request-message';
import { GrpcTransactions } from './calls/transactions';
import {
  CHANGES,
  dataBytes,
  dataOf,
  readAnswer,
  readMutateAnswer,
  readQueryAnswer,
  READS,
  type Effect,
} from './answers';
import { metadataOf, usesGatewayLogin } from './credentials';
import { EngineFailure } from './failure';
import { backOff } from './back-off';
import { Session, type Identity } from './session';
import { Transport, type TransportOptions } from './transport';
import type * as Contract from './types';

interface EngineOptions extends TransportOptions {
  /** URLs of one or more alphas of the same cluster; a user and password in a URL are sent with every request to it. */
  readonly urls?: readonly string[];
  /** Endpoint of the embedded engine, instead of URLs. */
  readonly endpoint?: Endpoint;
  /** Period in which `alter` retries while transactions are pending; default 10 s. */
  readonly alterPatienceMs?: number;
  /** Credentials of the gateway, for requests without their own; never for forwarded ones. */
  readonly credentials?: Contract.Credentials;
  /** Login of the gateway to a cluster with access control; used like `credentials`. */
  readonly identity?: Identity;
  /** gRPC calls to the same alphas; the engine closes them. */
  readonly alphas?: Contract.AlphaCalls | undefined;
}

/**
 * Creates the client of an engine behind one or more addresses. The first request opens the first connection.
 *
 * @throws OwlgateError InvalidRequest if a URL is not valid
 */
export function connectEngine(options: EngineOptions): Contract.Engine {
  const { endpoint, urls = [] } = options;
  if (endpoint) return new HttpEngine(options, [embeddedAddress(endpoint)]);
  if (urls.length === 0) throw new OwlgateError('InvalidRequest', { reason: 'engine URL: none is given' });
  return new HttpEngine(options, urls.map(parseAddress));
}

class HttpEngine implements Contract.Engine {
  readonly kind: 'embedded' | 'cluster';
  readonly url: string;
  private readonly logger: Logger;
  private readonly telemetry: Telemetry;
  private readonly transport: Transport;
  private readonly administration: Administration;
  private readonly session: Session | undefined;
  /** Calls that reads take; none behind a proxy whose credentials gRPC does not carry. */
  private readonly readers: Contract.AlphaCalls | undefined;
  private readonly queries: GrpcQueries | undefined;
  private readonly transactions: GrpcTransactions | undefined;
  /** Schema of the latest answer, by a digest: thousands of declarations are parsed once. */
  private latestSchema: { readonly key: string; readonly schema: Contract.EngineSchema } | undefined;

  constructor(
    private readonly options: EngineOptions,
    addresses: readonly Address[],
  ) {
    const { kind, logger = silent, telemetry = NO_TELEMETRY } = options;
    this.kind = kind;
    this.logger = logger;
    this.telemetry = telemetry;
    this.transport = new Transport(options, addresses);
    this.url = this.transport.url;
    this.administration = new Administration(this.transport);
    if (addresses.every(({ authorization }) => authorization === undefined)) this.readers = options.alphas;
    const { maxAnswerBytes, limits } = this.transport;
    this.queries = this.readers && new GrpcQueries(this.readers, this.url);
    this.transactions =
      this.readers &&
      new GrpcTransactions(this.readers, {
        url: this.url,
        maxAnswerBytes,
        answerMs: limits.answerMs,
        overHttp: (request, credentials) => this.post('/mutate', RDF, printMutationBytes(request), credentials),
      });
    this.session = options.identity && new Session(options.identity, (request) => this.login(request));
  }

  get identity(): { readonly userid: string; readonly namespace: number } | undefined {
    return this.session?.identity;
  }

  get alphas(): Contract.AlphaCalls | undefined {
    return this.options.alphas;
  }

  get states(): ReadonlyMap<string, boolean> {
    return this.transport.states;
  }

  send(request: Contract.EngineRequest): Promise<Contract.EngineAnswer> {
    return this.transport.send(request);
  }

  answerNear(request: Contract.EngineRequest, client?: Contract.CallClient): ReturnType<Contract.Engine['answerNear']> {
    return this.queries?.answer(request, client) ?? this.transport.answerNear(request);
  }

  sendToAll(request: Contract.EngineRequest & { readonly timeoutMs: number }): Promise<Contract.EngineAnswer> {
    return this.transport.sendToAll(request);
  }

  forward(request: Contract.EngineRequest, response: ServerResponse): Promise<void> {
    return this.transport.forward(request, response);
  }

  openWebSocket(path: string, protocol: string, headers: Readonly<Record<string, string>>): Promise<WebSocket> {
    return this.transport.openWebSocket(path, protocol, headers);
  }

  async query<Data = Record<string, unknown>>(
    text: string,
    options: Contract.QueryOptions = {},
  ): Promise<Contract.QueryAnswer<Data>> {
    const { variables, startTs, hash, readOnly, repeatable, bestEffort, timeout, ...limits } = options;
    const path = withParameters('/query', {
      startTs,
      hash,
      ro: readOnly === true || bestEffort === true ? true : undefined,
      be: bestEffort === true ? true : undefined,
      once: readOnly === true && repeatable !== true && startTs === undefined ? this.once : undefined,
      timeout,
    });
    const [type, body] = queryBody(text, variables);
    return this.withCredentials(
      options.credentials,
      async (credentials) =>
        ((await this.transactions?.query(text, options, credentials)) as Contract.QueryAnswer<Data> | undefined) ??
        readQueryAnswer<Data>(await this.post(path, type, body, credentials, READS, limits), this.url),
    );
  }

  read(text: string, options: Contract.ReadOptions = {}): Promise<Buffer> {
    const { readers } = this;
    if (readers?.isReady !== true) return this.readOverHttp(text, options);
    return this.readOverGrpc(readers, text, options).then((called) => called ?? this.readOverHttp(text, options));
  }

  /** Parameter of reads whose timestamp is not used again: the embedded engine keeps no state for them. */
  private get once(): true | undefined {
    return this.kind === 'embedded' ? true : undefined;
  }

  private readOverHttp(text: string, options: Contract.ReadOptions): Promise<Buffer> {
    const { variables, signal } = options;
    const path = withParameters('/query', { ro: true, once: this.once });
    const [type, body] = queryBody(text, variables);
    return this.withCredentials(options.credentials, async (credentials) =>
      dataOf(await this.post(path, type, body, credentials, READS, { signal }), this.url),
    );
  }

  /** @returns undefined for a query to send over HTTP: also one that failed, since it fails there in the usual words */
  private async readOverGrpc(
    readers: Contract.AlphaCalls,
    text: string,
    { variables, credentials, signal }: Contract.ReadOptions,
  ): Promise<Buffer | undefined> {
    const { session, options } = this;
    const token = session && usesGatewayLogin(credentials) ? await session.token() : undefined;
    const metadata = metadataOf(
      token === undefined ? (credentials ?? options.credentials) : this.with(token, credentials),
    );
    if (!metadata) return undefined;
    const message = printQueryMessage(text, variables);
    const { maxAnswerBytes } = this.transport;
    try {
      return readData(await readers.call({ method: 'Query', message, metadata, reads: true, maxAnswerBytes, signal }));
    } catch (error) {
      if (error instanceof CallFailure) return undefined;
      throw error;
    }
  }

  async mutate(content: Contract.MutationContent, options: Contract.MutateOptions): Promise<Contract.MutateAnswer> {
    const { startTs, hash, commitNow, parameters } = options;
    const path = withParameters('/mutate', {
      startTs,
      hash,
      commitNow: commitNow === true ? true : undefined,
      ...parameters,
    });
    return this.withCredentials(options.credentials, async (credentials) => {
      const isBody = typeof content === 'string' || content instanceof Uint8Array;
      const called = isBody ? undefined : await this.transactions?.mutate(content, options, credentials);
      if (called) return called;
      const body = isBody ? content : printMutationBytes(content);
      const answer = await this.post(path, options.contentType ?? RDF, body, credentials);
      return readMutateAnswer(answer, this.url);
    });
  }

  async commit(options: Contract.CommitOptions): Promise<Contract.CommitAnswer> {
    const { startTs, hash, keys = [], preds = [], abort } = options;
    const path = withParameters('/commit', { startTs, hash, abort: abort === true ? true : undefined });
    const body = JSON.stringify({ keys, preds });
    return this.withCredentials(options.credentials, async (credentials) => {
      const answer = await this.post(path, 'application/json', body, credentials);
      const { extensions } = readAnswer(answer, this.url, CHANGES);
      return { txn: (extensions as Contract.EngineExtensions | undefined)?.txn, body: answer.body };
    });
  }

  async alter(
    operation: string | Readonly<Record<string, unknown>>,
    credentials?: Contract.Credentials,
  ): Promise<void> {
    const isText = typeof operation === 'string';
    const body = isText ? operation : JSON.stringify(operation);
    const type = isText ? 'application/dql' : 'application/json';
    await this.retryWhilePending(credentials, (effective) => this.administration.alter(body, type, effective));
  }

  async graphqlSchema(credentials?: Contract.Credentials): Promise<string | undefined> {
    const request = JSON.stringify({ query: '{ getGQLSchema { schema } }' });
    return this.withCredentials(credentials, async (effective) => {
      const { data } = readAnswer(await this.post('/admin', 'application/json', request, effective, READS), this.url);
      const { getGQLSchema: gqlSchema } = (data ?? {}) as { getGQLSchema?: { schema?: string } | null };
      return gqlSchema?.schema ? gqlSchema.schema : undefined;
    });
  }

  async setGraphqlSchema(sdl: string, credentials?: Contract.Credentials): Promise<void> {
    await this.retryWhilePending(credentials, async (effective) => {
      readAnswer(await this.post('/admin/schema', 'application/graphql', sdl, effective), this.url, CHANGES);
    });
  }

  async assignUids(
    count: number,
    credentials?: Contract.Credentials,
  ): Promise<{ readonly first: number; readonly last: number }> {
    const query = `mutation { assign(input: { what: UID, num: ${count} }) { response { startId endId } } }`;
    return this.withCredentials(credentials, async (effective) => {
      // A read: leased uids that are never used do no harm.
      const answer = await this.post('/admin', 'application/json', JSON.stringify({ query }), effective, READS);
      const { data } = readAnswer(answer, this.url);
      const { assign } = (data ?? {}) as { assign?: { response?: { startId?: number; endId?: number } } };
      const { startId: first, endId: last } = assign?.response ?? {};
      if (first === undefined || last === undefined) {
        throw new OwlgateError('EngineError', { reason: 'it leases no uids' });
      }
      return { first, last };
    });
  }

  /** Applies a schema change; retries while transactions are pending. */
  private async retryWhilePending(
    credentials: Contract.Credentials | undefined,
    change: (credentials: Contract.Credentials | undefined) => Promise<void>,
  ): Promise<void> {
    const until = Date.now() + (this.options.alterPatienceMs ?? 10_000);
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.withCredentials(credentials, change);
      } catch (error) {
        if (!(error instanceof EngineFailure) || !error.isPending || Date.now() >= until) {
          throw this.transport.translate(error, CHANGE_REQUEST);
        }
        this.logger.debug('alter waits for pending transactions', { attempt, reason: error.message });
        await backOff(attempt, { firstMs: 200, maxMs: 1_600 });
      }
    }
  }

  async health(
    options: { readonly all?: boolean; readonly credentials?: Contract.Credentials } = {},
  ): Promise<readonly Contract.EngineHealth[]> {
    const { all = false, credentials } = options;
    // The health of one alpha is public, and is requested before there is a login.
    const requestHealth = (effective: Contract.Credentials | undefined) => this.administration.health(all, effective);
    const request = all
      ? this.withCredentials(credentials, requestHealth)
      : requestHealth(credentials ?? this.options.credentials);
    const answer = await request.catch((error: unknown) => {
      throw this.transport.translate(error);
    });
    if (
      Array.isArray(answer) &&
      answer.every((entry) => typeof (entry as { status?: unknown } | null)?.status === 'string')
    ) {
      return answer as Contract.EngineHealth[];
    }
    throw new OwlgateError('EngineError', { reason: `${this.url}/health does not answer as a Dgraph does` });
  }

  async state(credentials?: Contract.Credentials): Promise<Readonly<Record<string, unknown>>> {
    const request = this.withCredentials(credentials, (effective) => this.administration.state(effective));
    const answer = await request.catch((error: unknown) => {
      throw this.transport.translate(error);
    });
    return answer as Readonly<Record<string, unknown>>;
  }

  async schema(credentials?: Contract.Credentials): Promise<Contract.EngineSchema> {
    const options = { readOnly: true, ...(credentials && { credentials }) };
    const answer = await this.query<Partial<Contract.EngineSchema>>('schema {}', options);
    const key = digest([dataBytes(answer)]);
    if (this.latestSchema?.key !== key) {
      const { schema = [], types = [] } = answer.data;
      this.latestSchema = { key, schema: { schema, types } };
    }
    return this.latestSchema.schema;
  }

  async login(request: Contract.LoginRequest): Promise<Contract.Login> {
    // dgraph-js-http does not support namespaces.
    const { refreshToken, ...rest } = { refreshToken: undefined, ...request };
    const body = JSON.stringify(refreshToken === undefined ? rest : { refresh_token: refreshToken });
    const json = readAnswer(await this.post('/login', 'application/json', body, {}), this.url);
    const { accessJWT, refreshJWT } = (json['data'] ?? {}) as Record<string, unknown>;
    if (typeof accessJWT !== 'string' || typeof refreshJWT !== 'string') {
      throw new OwlgateError('EngineError', { reason: 'the answer to a login has no tokens' });
    }
    return { accessJwt: accessJWT, refreshJwt: refreshJWT };
  }

  async close(): Promise<void> {
    const { alphas, nearReads, posting } = this.options;
    this.transport.close();
    posting?.close();
    await Promise.all([alphas?.close(), nearReads?.close()]);
  }

  /**
   * Sends a request with the given credentials, or else with the gateway's; repeats it with a new token if the
   * gateway's is refused.
   */
  private async withCredentials<T>(
    credentials: Contract.Credentials | undefined,
    send: (credentials: Contract.Credentials | undefined) => Promise<T>,
  ): Promise<T> {
    const { session, options } = this;
    if (!session || !usesGatewayLogin(credentials)) {
      return this.countingAborts(send(credentials ?? options.credentials));
    }
    const token = await session.token();
    try {
      return await this.countingAborts(send(this.with(token, credentials)));
    } catch (error) {
      if (!(error instanceof EngineFailure) || !error.isUnauthenticated) throw error;
      return this.countingAborts(send(this.with(await session.tokenAfter(token), credentials)));
    }
  }

  /** Returns credentials with an access token of the gateway's. */
  private with(token: string, credentials: Contract.Credentials | undefined): Contract.Credentials {
    return { ...this.options.credentials, ...credentials, 'X-Dgraph-AccessToken': token };
  }

  private async countingAborts<T>(sending: Promise<T>): Promise<T> {
    try {
      return await sending;
    } catch (error) {
      if (error instanceof EngineFailure && error.isAborted) this.telemetry.aborted();
      throw error;
    }
  }

  private post(
    path: string,
    contentType: string,
    body: string | Buffer,
    credentials: Contract.Credentials | undefined,
    effect: Effect = CHANGES,
    { maxAnswerBytes, signal }: Pick<Contract.QueryOptions, 'maxAnswerBytes' | 'signal'> = {},
  ): Promise<Contract.EngineAnswer> {
    const headers = { ...credentials, 'content-type': contentType };
    const isShort = this.kind === 'cluster' && /^\/(query|mutate|commit|login|admin$)/.test(path);
    const request = { method: 'POST' as const, path, headers, body, reads: effect === READS, maxAnswerBytes };
    const timeout = isShort && { timeoutMs: this.transport.limits.answerMs };
    return this.send({ ...request, ...timeout, ...(signal && { signal }) });
  }
}

const RDF = 'application/rdf';

/** Returns the media type and the body of a query. */
const queryBody = (text: string, variables: Contract.QueryOptions['variables']): readonly [string, string] =>
  variables === undefined
    ? ['application/dql', text]
    : ['application/json', JSON.stringify({ query: text, variables })];

const CHANGE_REQUEST = { method: 'POST', path: '/alter' } as const;

function withParameters(
  path: string,
  parameters: Readonly<Record<string, string | number | boolean | undefined>>,
): string {
  let text = '';
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined)
      text += `${text === '' ? '?' : '&'}${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
  }
  return path + text;
}
