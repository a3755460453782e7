/**
 * Channel to the alphas of a cluster, for what needs no reasoning. Messages are those that the gateway has composed
 * (composeMessage); answers pass as they come. Calls that change something are never repeated at another alpha.
 */
import { Client, credentials, Metadata, type ChannelCredentials } from '@grpc/grpc-js';
import { SILENCE_MS, TIME_LIMITS, Watch, watchTimes, type TimeLimits } from '../dgraph';
import { OwlgateError } from '../errors';
import type { Logger } from '../util/log';
import { NO_TELEMETRY, type Telemetry } from '../util/telemetry';
import { engineHeaders } from '../http/shared';
import type { Admitted } from './admission';
import { CREDENTIALS } from './arrival';
import { UpstreamFailure } from './upstream-failure';

/** Metadata by header. */
const METADATA: ReadonlyMap<string, string> = new Map([
  ...CREDENTIALS.map(([metadata, header]) => [header, metadata] as const),
  ...['authorization', 'traceparent', 'tracestate'].map((name) => [name, name] as const),
]);
const identity = (bytes: Buffer): Buffer => bytes;

/** Method that asks for the health of an alpha, and its empty message. */
const PROBE = '/api.Dgraph/CheckVersion';
const NO_FIELDS = Buffer.alloc(0);
/** Pauses between attempts to connect; the default goes up to two minutes. */
const RECONNECT = { 'grpc.initial_reconnect_backoff_ms': 200, 'grpc.max_reconnect_backoff_ms': 2_000 };

/** Call to pass on. */
interface PassedCall extends Admitted {
  /** Cancels the call. */
  readonly signal: AbortSignal;
}

interface UpstreamOptions {
  /** `host:port` of the alphas. */
  readonly addresses: readonly string[];
  readonly logger: Logger;
  /** Default: none. */
  readonly telemetry?: Telemetry;
  readonly security?: ChannelCredentials;
  /** Silence of an alpha after which its calls are ended; default 15 s. */
  readonly silenceMs?: number | undefined;
  readonly limits?: Partial<TimeLimits> | undefined;
}

export class Upstream {
  private readonly clients: readonly Client[];
  private readonly watch: Watch<Client>;
  private readonly logger: Logger;
  private readonly telemetry: Telemetry;
  private current = 0;
  private readonly silent = new Set<string>();

  constructor(private readonly options: UpstreamOptions) {
    const { addresses, logger, telemetry = NO_TELEMETRY, security = credentials.createInsecure() } = options;
    this.logger = logger;
    this.telemetry = telemetry;
    const settings = { 'grpc.max_receive_message_length': -1, 'grpc.max_send_message_length': -1, ...RECONNECT };
    this.clients = addresses.map((address) => new Client(address, security, settings));
    this.watch = new Watch({
      times: watchTimes(options.silenceMs ?? SILENCE_MS),
      probe: askHealth,
      onChange: (client, state) => {
        const address = addresses[this.clients.indexOf(client)];
        if (state === 'silent') logger.error('an alpha hangs over gRPC; its calls are ended', { address });
        else logger.info('an alpha is healthy again over gRPC', { address });
      },
    });
  }

  get addresses(): readonly string[] {
    return this.options.addresses;
  }

  /**
   * Passes a message on.
   *
   * @param reads true if the call changes nothing: only then is it tried again at another alpha after it was sent
   * @param path of the method; by default that of the call
   * @throws UpstreamFailure; OwlgateError OutcomeUnknown for a change whose answer did not come
   */
  async pass(message: Buffer, call: PassedCall, reads: boolean, path = call.arrival.path): Promise<Buffer> {
    for (let attempt = 1; ; attempt++) {
      const { current } = this;
      try {
        const answer = await this.send(this.clients[current]!, message, call, reads, path);
        this.silent.clear();
        return answer;
      } catch (error) {
        if (!(error instanceof UpstreamFailure)) throw error;
        if (!reads && error.isOpen) throw this.outcomeUnknown(this.addresses[current]!, error);
        if (!error.isUnanswered) throw error;
        if (this.current === current) this.current = (current + 1) % this.clients.length;
        this.complain(this.addresses[current]!, error.message);
        if (attempt >= this.clients.length) throw error;
      }
    }
  }

  private outcomeUnknown(url: string, cause: UpstreamFailure): OwlgateError {
    return new OwlgateError('OutcomeUnknown', { url, reason: cause.message }, {}, { cause });
  }

  /** Logs each address once, until a call succeeds. */
  private complain(address: string, reason: string): void {
    if (this.silent.has(address)) return;
    this.silent.add(address);
    this.logger.warn('an alpha does not answer over gRPC; calls go over HTTP', { address, reason });
  }

  close(): void {
    this.watch.close();
    for (const client of this.clients) client.close();
  }

  private send(
    client: Client,
    message: Buffer,
    { arrival, requestId, signal, span, work }: PassedCall,
    reads: boolean,
    path: string,
  ): Promise<Buffer> {
    const metadata = new Metadata();
    for (const [name, value] of Object.entries(engineHeaders(arrival, requestId))) {
      const key = METADATA.get(name);
      if (key !== undefined) metadata.set(key, value);
    }
    if (span) metadata.set('traceparent', span.traceparent);
    if (this.watch.isSilent(client)) return Promise.reject(UpstreamFailure.unsent());
    const { answerMs, longAnswerMs } = { ...TIME_LIMITS, ...this.options.limits };
    const options = { deadline: Date.now() + (reads ? longAnswerMs : answerMs) };
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      let isSilent = false;
      const sent = client.makeUnaryRequest<Buffer, Buffer>(
        path,
        identity,
        identity,
        message,
        metadata,
        options,
        (failure, answer) => {
          signal.removeEventListener('abort', cancel);
          this.watch.leave(client, exchange);
          const outcome = failure ? 'failed' : 'answered';
          const ms = performance.now() - startedAt;
          this.telemetry.roundTrip({ path: 'grpc', outcome, ms });
          if (work) [work.engineRequests, work.engineMs] = [work.engineRequests + 1, work.engineMs + ms];
          if (failure) reject(isSilent ? UpstreamFailure.silent() : new UpstreamFailure(failure));
          else resolve(answer!);
        },
      );
      const cancel = (): void => sent.cancel();
      const exchange = {
        bytesRead: 0,
        destroy: () => {
          isSilent = true;
          cancel();
        },
      };
      this.watch.enter(client, exchange);
      signal.addEventListener('abort', cancel, { once: true });
    });
  }
}

/** Asks for the health of an alpha. */
function askHealth(client: Client, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const options = { deadline: Date.now() + timeoutMs };
    client.makeUnaryRequest(PROBE, identity, identity, NO_FIELDS, new Metadata(), options, (failure) => {
      const { isUnanswered, isOpen } = failure ? new UpstreamFailure(failure) : { isUnanswered: false, isOpen: false };
      if (isUnanswered || isOpen) reject(failure!);
      else resolve(!failure);
    });
  });
}

/** Returns undefined if no alpha answers over gRPC, and the call can be carried out over HTTP. */
export async function unlessUnanswered(passing: Promise<Buffer>, reads: boolean): Promise<Buffer | undefined> {
  try {
    return await passing;
  } catch (error) {
    if (error instanceof UpstreamFailure && (reads ? error.isUnanswered : error.isUnsent)) return undefined;
    throw error;
  }
}
