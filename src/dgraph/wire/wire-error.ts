/** Faults between the gateway and an engine. */

/**
 * - `unsendable`: the request cannot be written as HTTP
 * - `connect`: there was no connection, so nothing was sent
 * - `closed`: the connection ended before the answer did
 * - `malformed`: the answer is not HTTP/1.1
 * - `timeout`: the answer took longer than the caller's limit
 * - `tooLarge`: the answer is larger than the caller's limit
 * - `cancelled`: the caller's signal ended the exchange
 */
type WireFault = 'unsendable' | 'connect' | 'closed' | 'malformed' | 'timeout' | 'tooLarge' | 'cancelled';

/** Faults that occur before any part of the request has been sent. */
const NOTHING_SENT: ReadonlySet<WireFault> = new Set(['unsendable', 'connect']);

export class WireError extends Error {
  override readonly name = 'WireError';

  constructor(
    readonly fault: WireFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** True if the server may have carried out the request. */
  get mayBeDone(): boolean {
    return !NOTHING_SENT.has(this.fault);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was reset',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'the network is unreachable',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the host name could not be resolved for now',
  EPIPE: 'the connection was closed',
  ETIMEDOUT: 'the connection timed out',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS on that port; is it http:// rather than https://?',
};

/** Returns a system error in words. */
export function reasonOf(error: unknown): string {
  const { code, message, errors } = (error ?? {}) as { code?: unknown; message?: unknown; errors?: unknown };
  // A connection attempt to several addresses of one name fails with all of their errors.
  if (Array.isArray(errors) && errors.length > 0) return reasonOf(errors[0]);
  const reason = typeof code === 'string' && Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  if (reason !== undefined) return reason;
  return typeof message === 'string' && message !== '' ? message : String(code ?? error);
}
