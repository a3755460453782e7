/**
 * gRPC calls to the alphas of a cluster, for what needs no reasoning. Messages are those that the gateway has composed;
 * answers are returned as they come. Calls that change something are never repeated at another alpha.
 */
import { OwlgateError } from '../../errors';
import type { Logger } from '../../util/log';
import { requestScope } from '../../util/requestScope';
import { NO_TELEMETRY, type Telemetry } from '../../util/telemetry';
import { TIME_LIMITS, type TimeLimits } from '../time-limits';
import type { AlphaCall, AlphaCalls } from '../types';
import { SILENCE_MS, Watch, watchTimes } from '../wire';
import { LRUCache } from '../../util/lru';
import type { Connection } from './connection';
import { CallFailure, SILENT, STATUS } from './failure';
import { printFields } from '../../util/http2/header-block';
import { AlphaSession } from './session';
import { UnaryCall } from './unary-call';

const SERVICE = '/api.Dgraph/';
/** Method that asks for the health of an alpha, and its empty message. */
const PROBE = 'CheckVersion';
const NO_FIELDS = Buffer.alloc(0);
/** Combinations of alpha, method and time limit whose header fields are kept. */
const MAX_HEADS = 100;

interface AlphasOptions {
  /** `host:port` of the alphas. */
  readonly addresses: readonly string[];
  readonly logger: Logger;
  /** Default: none. */
  readonly telemetry?: Telemetry;
  /** Silence of an alpha after which its calls are ended; default 15 s. */
  readonly silenceMs?: number | undefined;
  readonly limits?: Partial<TimeLimits> | undefined;
}

export class Alphas implements AlphaCalls {
  private readonly sessions: readonly AlphaSession[];
  private readonly watch: Watch<AlphaSession>;
  private readonly telemetry: Telemetry;
  private readonly limits: TimeLimits;
  private current = 0;
  private readonly silent = new Set<string>();

  constructor(private readonly options: AlphasOptions) {
    const { addresses, logger, telemetry = NO_TELEMETRY } = options;
    this.telemetry = telemetry;
    this.limits = { ...TIME_LIMITS, ...options.limits };
    this.sessions = addresses.map((address) => new AlphaSession(address));
    this.watch = new Watch({
      times: watchTimes(options.silenceMs ?? SILENCE_MS),
      probe: askHealth,
      onChange: ({ address }, state) => {
        if (state === 'silent') logger.error('an alpha hangs over gRPC; its calls are ended', { address });
        else logger.info('an alpha is healthy again over gRPC', { address });
      },
    });
  }

  get isReady(): boolean {
    const session = this.sessions[this.current]!;
    if (session.connection) return !this.watch.isSilent(session);
    session.open().catch(() => undefined);
    return false;
  }

  async call(call: AlphaCall): Promise<Buffer> {
    for (let attempt = 1; ; attempt++) {
      const { current } = this;
      const session = this.sessions[current]!;
      try {
        const answer = await this.send(session, call);
        if (this.silent.size > 0) this.silent.clear();
        return answer;
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        const { address: url } = session;
        if (!call.reads && error.isOpen) {
          throw new OwlgateError('OutcomeUnknown', { url, reason: error.message }, {}, { cause: error });
        }
        if (!error.isUnanswered) throw error;
        if (this.current === current) this.current = (current + 1) % this.sessions.length;
        this.complain(url, error.message);
        if (attempt >= this.sessions.length) throw error;
      }
    }
  }

  async close(): Promise<void> {
    this.watch.close();
    await Promise.all(this.sessions.map((session) => session.close()));
  }

  /** Logs each address once, until a call succeeds. */
  private complain(address: string, reason: string): void {
    if (this.silent.has(address)) return;
    this.silent.add(address);
    this.options.logger.warn('an alpha does not answer over gRPC; calls go over HTTP', { address, reason });
  }

  /** Sends a message to one alpha; ends the call if the alpha falls silent. @throws CallFailure */
  private async send(session: AlphaSession, call: AlphaCall): Promise<Buffer> {
    if (this.watch.isSilent(session)) throw CallFailure.unsent(SILENT);
    const { client, signal, timeoutMs, reads } = call;
    const { span, work } = call.scope ?? requestScope.getStore() ?? {};
    const { longAnswerMs, answerMs } = this.limits;
    const startedAt = performance.now();
    let outcome = 'failed';
    let unary: UnaryCall | undefined;
    const cancel = (): void => unary?.end(new CallFailure(STATUS.cancelled, 'the call was cancelled'));
    try {
      const connection = session.connection ?? (await session.open());
      const limitMs = timeoutMs ?? (reads ? longAnswerMs : answerMs);
      unary = begin(connection, session.address, call, limitMs, span?.traceparent);
      this.watch.enter(session, unary);
      client?.once('close', cancel);
      signal?.addEventListener('abort', cancel, { once: true });
      if (signal?.aborted) cancel();
      const answer = await unary.answer;
      outcome = 'answered';
      return answer;
    } finally {
      if (unary) this.watch.leave(session, unary);
      client?.off('close', cancel);
      signal?.removeEventListener('abort', cancel);
      const ms = performance.now() - startedAt;
      this.telemetry.roundTrip({ path: 'grpc', outcome, ms });
      if (work) [work.engineRequests, work.engineMs] = [work.engineRequests + 1, work.engineMs + ms];
    }
  }
}

/** Sends a call over a connection to an alpha. */
function begin(
  connection: Connection,
  address: string,
  { method, message, metadata, maxAnswerBytes }: Pick<AlphaCall, 'method' | 'message' | 'metadata' | 'maxAnswerBytes'>,
  timeoutMs: number,
  traceparent?: string,
): UnaryCall {
  const own = printFields(traceparent === undefined ? metadata : { ...metadata, traceparent });
  const shared = headOf(address, method, timeoutMs);
  const head = own.length === 0 ? shared : Buffer.concat([shared, own]);
  const call = new UnaryCall(head, message, { timeoutMs, maxAnswerBytes }, connection);
  connection.send(call);
  return call;
}

/** Header fields that calls share. */
const heads = new LRUCache<string, Buffer>({ most: MAX_HEADS });

function headOf(address: string, method: string, timeoutMs: number): Buffer {
  const timeout = `${Math.ceil(timeoutMs)}m`;
  const key = `${address} ${method} ${timeout}`;
  let head = heads.get(key);
  if (!head) {
    head = printFields({
      ':method': 'POST',
      ':scheme': 'http',
      ':path': SERVICE + method,
      ':authority': address,
      te: 'trailers',
      'content-type': 'application/grpc',
      'grpc-timeout': timeout,
    });
    heads.set(key, head);
  }
  return head;
}

/** Asks for the health of an alpha. @returns false for an answer with a failure @throws CallFailure without an answer */
async function askHealth(session: AlphaSession, timeoutMs: number): Promise<boolean> {
  try {
    const connection = session.connection ?? (await session.open());
    const probe = { method: PROBE, message: NO_FIELDS, metadata: {} };
    await begin(connection, session.address, probe, timeoutMs).answer;
    return true;
  } catch (error) {
    if (!(error instanceof CallFailure) || error.isOpen || error.isUnanswered) throw error;
    return false;
  }
}
