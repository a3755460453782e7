/** Requests to an engine: connections, time limits, telemetry, and failures in the words of the contract. */
import type { ServerResponse } from 'node:http';
import type { WebSocket } from 'ws';
import { OwlgateError } from '../errors';
import { silent, type Logger } from '../util/log';
import { requestScope } from '../util/requestScope';
import { NO_TELEMETRY, type Telemetry, type Tracing } from '../util/telemetry';
import type { Address } from './address';
import { engineUnreachable, outcomeUnknown } from './answers';
import { TIME_LIMITS, type TimeLimits } from './time-limits';
import type * as Contract from './types';
import { Connections, forward, onlyReads, openWebSocket, send, sendOn, SILENCE_MS, Watch, watchTimes } from './wire';
import { WireError, type ForwardLimits } from './wire';

export interface TransportOptions {
  readonly kind: 'embedded' | 'cluster';
  readonly logger?: Logger;
  /** Reads of the embedded engine on this thread; default: none. */
  readonly nearReads?: Contract.NearReads | undefined;
  /** Messages to the embedded engine; default: none. */
  readonly posting?: Contract.Posting | undefined;
  /** Default: none. */
  readonly telemetry?: Telemetry;
  /** Default: none. */
  readonly tracing?: Tracing | undefined;
  /** Time limit of a connection attempt; default 5 s. */
  readonly connectTimeoutMs?: number;
  /** Time limits of a cluster's answers, in place of the usual ones. */
  readonly limits?: Partial<TimeLimits> | undefined;
  /** Silence of an alpha after which its requests are ended; default 15 s. */
  readonly silenceMs?: number | undefined;
  /** Maximum bytes of a collected answer (`forward` has no limit); default 512 MiB. */
  readonly maxAnswerBytes?: number;
  /** Certificates of trusted authorities in place of the usual ones, PEM. */
  readonly ca?: string;
}

/** Maximum length of a string: answers are parsed from one. */
const DEFAULT_MAX_ANSWER_BYTES = 0x1fffffe8;
const PROBE = { method: 'GET', path: '/health' } as const;
const MAX_PROBE_BYTES = 1 << 20;

/** Parts of a request that determine if it may change something. */
interface RequestEffect {
  readonly method: string | undefined;
  readonly path: string;
  readonly reads?: boolean | undefined;
}

const READ_REQUEST: RequestEffect = { method: 'GET', path: '/' };

export class Transport {
  readonly connections: Connections;
  readonly limits: TimeLimits;
  readonly url: string;
  private readonly logger: Logger;
  private readonly telemetry: Telemetry;
  readonly maxAnswerBytes: number;

  constructor(
    private readonly options: TransportOptions,
    private readonly addresses: readonly Address[],
  ) {
    const { kind, logger = silent, telemetry = NO_TELEMETRY, connectTimeoutMs = 5_000 } = options;
    this.url = addresses.map(({ url }) => url).join(', ');
    this.logger = logger;
    this.telemetry = telemetry;
    this.maxAnswerBytes = options.maxAnswerBytes ?? DEFAULT_MAX_ANSWER_BYTES;
    this.limits = { ...TIME_LIMITS, ...options.limits };
    this.connections = new Connections({
      addresses,
      connectTimeoutMs,
      ...(options.ca === undefined ? {} : { ca: options.ca }),
      ...(kind === 'cluster' && { watch: this.watch(), opensAhead: true }),
      onRepeat: () => telemetry.repeated(),
      onFailover: ({ url }, reason) => logger.warn('an alpha does not answer; trying the next one', { url, reason }),
    });
  }

  get states(): ReadonlyMap<string, boolean> {
    const { options, addresses, connections } = this;
    return new Map(
      addresses.map((each) => [options.kind === 'embedded' ? 'embedded' : each.url, connections.isUp(each)]),
    );
  }

  async send(request: Contract.EngineRequest): Promise<Contract.EngineAnswer> {
    const { maxAnswerBytes = this.maxAnswerBytes } = request;
    const near = request.signal?.aborted === true ? undefined : await this.answerNear(request);
    const answer = near && collected(near);
    if (answer && answer.body.length <= maxAnswerBytes) return answer;
    try {
      return await this.timed(
        request,
        (limited) =>
          this.options.posting?.post(limited)?.catch(asClosed) ??
          send(this.connections, limited, { maxAnswerBytes, keepAlive: this.keepsAlive }),
      );
    } catch (error) {
      throw this.translate(error, request);
    }
  }

  answerNear(request: Contract.EngineRequest): ReturnType<Contract.NearReads['answer']> {
    const { nearReads } = this.options;
    if (!nearReads) return undefined;
    const startedAt = performance.now();
    const answer = nearReads.answer(request);
    // A request that the engine has to answer begins its round trip then.
    if (answer) this.begin(request, startedAt).report('near');
    return answer;
  }

  async sendToAll(request: Contract.EngineRequest & { readonly timeoutMs: number }): Promise<Contract.EngineAnswer> {
    let refusal: Contract.EngineAnswer | undefined;
    const limits = { maxAnswerBytes: this.maxAnswerBytes, keepAlive: false };
    const asked = this.addresses.map(async (address) => {
      const answer = await this.sendTo(address, request, limits);
      if (answer.status === 200) return answer;
      refusal = answer;
      throw new Error(`status ${answer.status}`);
    });
    try {
      return await Promise.any(asked);
    } catch (error) {
      if (refusal) return refusal;
      throw this.translate((error as AggregateError).errors[0], request);
    }
  }

  async forward(request: Contract.EngineRequest, response: ServerResponse): Promise<void> {
    try {
      const outcome = await this.timed(request, (limited) =>
        forward(this.connections, limited, response, this.forwardLimits),
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

  /** Returns a failure in the words of the contract; other errors as they are. */
  translate(error: unknown, request: RequestEffect = READ_REQUEST): unknown {
    if (!(error instanceof WireError)) return error;
    const options = { cause: error };
    if (error.fault === 'unsendable') return new OwlgateError('InvalidRequest', { reason: error.message }, {}, options);
    const mayChange = request.reads !== true && !onlyReads(request.method, request.path);
    if (mayChange && error.mayBeDone) return outcomeUnknown(this.url, error.message, options);
    if (error.fault === 'cancelled') return error.cause;
    if (error.fault === 'tooLarge') return new OwlgateError('EngineError', { reason: error.message }, {}, options);
    return engineUnreachable(this.url, error.message, options);
  }

  close(): void {
    this.connections.close();
  }

  /** Sends a request to one alpha, silent or not. @throws WireError */
  private async sendTo(
    address: Address,
    request: Contract.EngineRequest & { readonly timeoutMs: number },
    limits: Parameters<typeof sendOn>[3],
  ): Promise<Contract.EngineAnswer> {
    const deadline = performance.now() + request.timeoutMs;
    const connection = await this.connections.connect(address, request.timeoutMs);
    return sendOn(this.connections, connection, request, limits, Math.max(1, deadline - performance.now()));
  }

  /** Returns the watch over the alphas. */
  private watch(): Watch<Address> {
    return new Watch({
      times: watchTimes(this.options.silenceMs ?? SILENCE_MS),
      probe: async (address, timeoutMs) => {
        const limits = { maxAnswerBytes: MAX_PROBE_BYTES, keepAlive: false };
        return (await this.sendTo(address, { ...PROBE, timeoutMs }, limits)).status === 200;
      },
      onChange: ({ url }, state) => {
        if (state === 'silent') this.logger.error('an alpha hangs; its requests are ended', { url });
        else this.logger.info('an alpha is healthy again', { url });
      },
    });
  }

  /** Begins a round trip, which `report` ends in telemetry and in the trace of the client's request. */
  private begin({ path: target, method }: Contract.EngineRequest, startedAt = performance.now()) {
    const queryStart = target.indexOf('?');
    const path = queryStart < 0 ? target : target.slice(0, queryStart);
    const { span: parent, work } = requestScope.getStore() ?? {};
    const span = parent && this.options.tracing?.start('client', method, parent.traceparent, startedAt);
    const report = (outcome: string): void => {
      const ms = performance.now() - startedAt;
      this.telemetry.roundTrip({ path, outcome, ms });
      span?.end({ route: this.options.kind, 'owlgate.outcome': outcome }, outcome !== 'answered' && outcome !== 'near');
      if (work) [work.engineRequests, work.engineMs] = [work.engineRequests + 1, work.engineMs + ms];
    };
    return { span, report };
  }

  private async timed<T>(
    request: Contract.EngineRequest,
    exchange: (request: Contract.EngineRequest) => Promise<T>,
  ): Promise<T> {
    const { span, report } = this.begin(request);
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

  /** Returns a request with a time limit, where a cluster answers it. */
  private limited(request: Contract.EngineRequest): Contract.EngineRequest {
    const { longAnswerMs: timeoutMs } = this.limits;
    return this.options.kind === 'cluster' ? { timeoutMs, ...request } : request;
  }

  /**
   * False for a cluster: Dgraph closes the connection after every answer, and a load balancer is asked to do the same.
   */
  private get keepsAlive(): boolean {
    return this.options.kind === 'embedded';
  }

  private get forwardLimits(): ForwardLimits {
    const isCluster = this.options.kind === 'cluster';
    return { keepAlive: this.keepsAlive, ...(isCluster && { pauseMs: this.limits.pauseMs }) };
  }
}

const asClosed = (error: Error): never => {
  throw new WireError('closed', error.message, { cause: error });
};

const collected = ({ status, headers, body }: Contract.NearAnswer): Contract.EngineAnswer => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  body: typeof body === 'string' ? Buffer.from(body) : body,
});
