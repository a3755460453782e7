/** Client of an engine: Dgraph's HTTP API as functions. */
import type { ServerResponse } from 'node:http';
import type { WebSocket } from 'ws';
import { OwlgateError } from '../errors';
import type { Endpoint } from '../util/endpoint';
import { silent, type Logger } from '../util/log';
import { requestScope } from '../util/requestScope';
import { NO_TELEMETRY, type Telemetry, type Tracing } from '../util/telemetry';
import { embeddedAddress, parseAddress, type Address } from './address';
import { Administration } from './administration';
import { CHANGES, outcomeUnknown, readAnswer, readMutateAnswer, readQueryAnswer, READS, type Effect } from './answers';
import { usesGatewayLogin } from './credentials';
import { EngineFailure } from './failure';
import { backOff } from './back-off';
import { Session, type Identity } from './session';
import { ANSWER_MS, HEALTH_MS, LONG_ANSWER_MS } from './time-limits';
import type * as Contract from './types';
import { Connections, forward, onlyReads, openWebSocket, send, sendOn, Watch, WATCH_TIMES, WireError } from './wire';
import type { WatchTimes } from './wire';

interface EngineOptions {
  /** URLs of one or more alphas of the same cluster; a user and password in a URL are sent with every request to it. */
  readonly urls?: readonly string[];
  /** Endpoint of the embedded engine, instead of URLs. */
  readonly endpoint?: Endpoint;
  readonly kind: 'embedded' | 'cluster';
  readonly logger?: Logger;
  /** Default: none. */
  readonly telemetry?: Telemetry;
  /** Default: none. */
  readonly tracing?: Tracing | undefined;
  /** Time limit of a connection attempt; default 5 s. */
  readonly connectTimeoutMs?: number;
  /** Period in which `alter` retries while transactions are pending; default 10 s. */
  readonly alterPatienceMs?: number;
  /** Time limit of a cluster's answer to the gateway's own queries, to mutations and to commits; default 2 minutes. */
  readonly answerTimeoutMs?: number;
  /** Times of the watch over a cluster's alphas. */
  readonly watch?: WatchTimes;
  /** Maximum bytes of a collected answer (`forward` has no limit); default 512 MiB. */
  readonly maxAnswerBytes?: number;
  /** Certificates of trusted authorities in place of the usual ones, PEM. */
  readonly ca?: string;
  /** Credentials of the gateway, for requests without their own; never for forwarded ones. */
  readonly credentials?: Contract.Credentials;
  /** Login of the gateway to a cluster with access control; used like `credentials`. */
  readonly identity?: Identity;
}

/** Maximum length of a string: answers are parsed from one. */
const DEFAULT_MAX_ANSWER_BYTES = 0x1fffffe8;
const PROBE = { method: 'GET', path: '/health' } as const;
const MAX_PROBE_BYTES = 1 << 20;

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
  private readonly connections: Connections;
  private readonly administration: Administration;
  private readonly session: Session | undefined;
  private readonly maxAnswerBytes: number;

  constructor(
    private readonly options: EngineOptions,
    private readonly addresses: readonly Address[],
  ) {
    const { kind, logger = silent, telemetry = NO_TELEMETRY, connectTimeoutMs = 5_000 } = options;
    this.kind = kind;
    this.url = addresses.map(({ url }) => url).join(', ');
    this.logger = logger;
    this.telemetry = telemetry;
    this.maxAnswerBytes = options.maxAnswerBytes ?? DEFAULT_MAX_ANSWER_BYTES;
    this.connections = new Connections({
      addresses,
      connectTimeoutMs,
      ...(options.ca === undefined ? {} : { ca: options.ca }),
      ...(kind === 'cluster' && { watch: this.watch() }),
      onRepeat: () => telemetry.repeated(),
      onFailover: ({ url }, reason) => logger.warn('an alpha does not answer; trying the next one', { url, reason }),
    });
    this.administration = new Administration(this.connections, this.url);
    this.session = options.identity && new Session(options.identity, (request) => this.login(request));
  }

  get identity(): { readonly userid: string; readonly namespace: number } | undefined {
    return this.session?.identity;
  }

  get states(): ReadonlyMap<string, boolean> {
    if (this.kind === 'embedded')
      return new Map(this.addresses.map((each) => ['embedded', this.connections.isUp(each)]));
    return new Map(this.addresses.map((each) => [each.url, this.connections.isUp(each)]));
  }

  /** Returns the watch over the alphas. */
  private watch(): Watch {
    const { watch: times = WATCH_TIMES } = this.options;
    return new Watch({
      times,
      probe: async (address, timeoutMs) => {
        const limits = { maxAnswerBytes: MAX_PROBE_BYTES, keepAlive: false };
        await sendOn(this.connections, await this.connections.connect(address), { ...PROBE, timeoutMs }, limits);
      },
      onChange: ({ url }, state) => {
        if (state === 'silent') this.logger.error('an alpha hangs; its requests are ended', { url });
        else this.logger.info('an alpha answers again', { url });
      },
    });
  }

  /** Returns a request with a time limit, where a cluster answers it. */
  private limited(request: Contract.EngineRequest): Contract.EngineRequest {
    return this.kind === 'cluster' ? { timeoutMs: LONG_ANSWER_MS, ...request } : request;
  }

  async send(request: Contract.EngineRequest): Promise<Contract.EngineAnswer> {
    const { maxAnswerBytes = this.maxAnswerBytes } = request;
    try {
      return await this.timed(request, (limited) =>
        send(this.connections, limited, { maxAnswerBytes, keepAlive: this.keepsAlive }),
      );
    } catch (error) {
      throw this.translate(error, request);
    }
  }

  /** Reports a round trip to telemetry, and joins it to the trace of the client's request. */
  private async timed<T>(
    request: Contract.EngineRequest,
    exchange: (request: Contract.EngineRequest) => Promise<T>,
  ): Promise<T> {
    const path = request.path.split('?', 1)[0]!;
    const { span: parent, work } = requestScope.getStore() ?? {};
    const span = parent && this.options.tracing?.start('client', request.method, parent.traceparent);
    const startedAt = performance.now();
    const report = (outcome: string): void => {
      const ms = performance.now() - startedAt;
      this.telemetry.roundTrip({ path, outcome, ms });
      span?.end({ route: this.kind, 'owlgate.outcome': outcome }, outcome !== 'answered');
      if (work) [work.engineRequests, work.engineMs] = [work.engineRequests + 1, work.engineMs + ms];
    };
    const limited = this.limited(request);
    try {
      const answer = await exchange(
        span ? { ...limited, headers: { ...limited.headers, traceparent: span.traceparent } } : limited,
      );
      report('answered');
      return answer;
    } catch (error) {
      report(error instanceof WireError ? error.fault : 'failed');
      throw error;
    }
  }

  async forward(request: Contract.EngineRequest, response: ServerResponse): Promise<void> {
    try {
      const outcome = await this.timed(request, (limited) =>
        forward(this.connections, limited, response, this.keepsAlive),
      );
      if (outcome instanceof WireError) {
        this.logger.warn('the engine broke off an answer', { url: this.url, reason: outcome.message });
      }
    } catch (error) {
      throw this.translate(error, request);
    }
  }

  async openWebSocket(path: string, protocol: string, headers: Readonly<Record<string, string>>): Promise<WebSocket> {
    try {
      return await openWebSocket(this.connections, path, protocol, headers);
    } catch (error) {
      throw this.translate(error);
    }
  }

  async query<Data = Record<string, unknown>>(
    text: string,
    options: Contract.QueryOptions = {},
  ): Promise<Contract.QueryAnswer<Data>> {
    const { variables, startTs, hash, readOnly, bestEffort, timeout, ...limits } = options;
    const path = withParameters('/query', {
      startTs,
      hash,
      ro: readOnly === true || bestEffort === true ? true : undefined,
      be: bestEffort === true ? true : undefined,
      timeout,
    });
    const [type, body] =
      variables === undefined
        ? (['application/dql', text] as const)
        : (['application/json', JSON.stringify({ query: text, variables })] as const);
    return this.withCredentials(options.credentials, async (credentials) =>
      readQueryAnswer<Data>(await this.post(path, type, body, credentials, READS, limits), this.url),
    );
  }

  async mutate(body: string | Buffer, options: Contract.MutateOptions): Promise<Contract.MutateAnswer> {
    const { contentType, startTs, hash, commitNow, parameters } = options;
    const path = withParameters('/mutate', {
      startTs,
      hash,
      commitNow: commitNow === true ? true : undefined,
      ...parameters,
    });
    return this.withCredentials(options.credentials, async (credentials) =>
      readMutateAnswer(await this.post(path, contentType, body, credentials), this.url),
    );
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
          throw this.translate(error, CHANGE_REQUEST);
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
    const requestHealth = (effective: Contract.Credentials | undefined) =>
      this.administration.health(all, effective, HEALTH_MS);
    const request = all
      ? this.withCredentials(credentials, requestHealth)
      : requestHealth(credentials ?? this.options.credentials);
    const answer = await request.catch((error: unknown) => {
      throw this.translate(error);
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
      throw this.translate(error);
    });
    return answer as Readonly<Record<string, unknown>>;
  }

  async schema(credentials?: Contract.Credentials): Promise<Contract.EngineSchema> {
    const { data } = await this.query<Partial<Contract.EngineSchema>>('schema {}', credentials ? { credentials } : {});
    return { schema: data.schema ?? [], types: data.types ?? [] };
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

  close(): Promise<void> {
    this.connections.close();
    return Promise.resolve();
  }

  /**
   * False for a cluster: Dgraph closes the connection after every answer, and a load balancer is asked to do the same.
   */
  private get keepsAlive(): boolean {
    return this.kind === 'embedded';
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
    const withToken = (token: string) => ({ ...options.credentials, ...credentials, 'X-Dgraph-AccessToken': token });
    const token = await session.token();
    try {
      return await this.countingAborts(send(withToken(token)));
    } catch (error) {
      if (!(error instanceof EngineFailure) || !error.isUnauthenticated) throw error;
      return this.countingAborts(send(withToken(await session.tokenAfter(token))));
    }
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
    const headers = { ...credentials, 'Content-Type': contentType };
    const { answerTimeoutMs = ANSWER_MS } = this.options;
    const isShort = this.kind === 'cluster' && /^\/(query|mutate|commit|login|admin$)/.test(path);
    const request = { method: 'POST' as const, path, headers, body, reads: effect === READS, maxAnswerBytes };
    return this.send({ ...request, ...(isShort && { timeoutMs: answerTimeoutMs }), ...(signal && { signal }) });
  }

  private translate(error: unknown, request: RequestEffect = READ_REQUEST): unknown {
    if (!(error instanceof WireError)) return error;
    const options = { cause: error };
    if (error.fault === 'unsendable') return new OwlgateError('InvalidRequest', { reason: error.message }, {}, options);
    const mayChange = request.reads !== true && !onlyReads(request.method, request.path);
    if (mayChange && error.mayBeDone) return outcomeUnknown(this.url, error.message, options);
    if (error.fault === 'cancelled') return error.cause;
    if (error.fault === 'tooLarge') return new OwlgateError('EngineError', { reason: error.message }, {}, options);
    return new OwlgateError('EngineUnreachable', { url: this.url, reason: error.message }, {}, options);
  }
}

/** Parts of a request that determine if it may change something. */
interface RequestEffect {
  readonly method: string | undefined;
  readonly path: string;
  readonly reads?: boolean | undefined;
}

const READ_REQUEST: RequestEffect = { method: 'GET', path: '/' };
const CHANGE_REQUEST: RequestEffect = { method: 'POST', path: '/alter' };

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
