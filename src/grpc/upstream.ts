/**
 * Channel to the alphas of a cluster, for what needs no reasoning. Messages are those that the gateway has composed
 * (composeMessage); answers pass as they come. Calls that change something are never repeated at another alpha.
 */
import { Client, credentials, Metadata, type ChannelCredentials } from '@grpc/grpc-js';
import { ANSWER_MS, LONG_ANSWER_MS } from '../dgraph';
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

/** Call to pass on. */
interface PassedCall extends Admitted {
  /** Cancels the call. */
  readonly signal: AbortSignal;
}

export class Upstream {
  private readonly clients: readonly Client[];
  private current = 0;
  private readonly silent = new Set<string>();

  /** @param addresses `host:port` of the alphas */
  constructor(
    readonly addresses: readonly string[],
    private readonly logger: Logger,
    private readonly telemetry: Telemetry = NO_TELEMETRY,
    security: ChannelCredentials = credentials.createInsecure(),
  ) {
    const options = { 'grpc.max_receive_message_length': -1, 'grpc.max_send_message_length': -1 };
    this.clients = addresses.map((address) => new Client(address, security, options));
  }

  /**
   * Passes a message on.
   *
   * @param reads true if the call changes nothing: only then is it tried again at another alpha after it was sent
   * @throws UpstreamFailure; OwlgateError OutcomeUnknown for a change whose answer did not come
   */
  async pass(message: Buffer, call: PassedCall, reads: boolean): Promise<Buffer> {
    for (let attempt = 1; ; attempt++) {
      const { current } = this;
      try {
        const answer = await this.send(this.clients[current]!, message, call, reads);
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
    for (const client of this.clients) client.close();
  }

  private send(
    client: Client,
    message: Buffer,
    { arrival, requestId, signal, span, work }: PassedCall,
    reads: boolean,
  ): Promise<Buffer> {
    const metadata = new Metadata();
    for (const [name, value] of Object.entries(engineHeaders(arrival, requestId))) {
      const key = METADATA.get(name);
      if (key !== undefined) metadata.set(key, value);
    }
    if (span) metadata.set('traceparent', span.traceparent);
    const options = { deadline: Date.now() + (reads ? LONG_ANSWER_MS : ANSWER_MS) };
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      const sent = client.makeUnaryRequest<Buffer, Buffer>(
        arrival.path,
        identity,
        identity,
        message,
        metadata,
        options,
        (failure, answer) => {
          signal.removeEventListener('abort', cancel);
          const outcome = failure ? 'failed' : 'answered';
          const ms = performance.now() - startedAt;
          this.telemetry.roundTrip({ path: 'grpc', outcome, ms });
          if (work) [work.engineRequests, work.engineMs] = [work.engineRequests + 1, work.engineMs + ms];
          if (failure) reject(new UpstreamFailure(failure));
          else resolve(answer!);
        },
      );
      const cancel = (): void => sent.cancel();
      signal.addEventListener('abort', cancel, { once: true });
    });
  }
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
