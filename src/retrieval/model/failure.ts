/** What goes wrong between the gateway and a model's endpoint, in words that hold no secret. */
import { OwlgateError } from '../../errors';

/**
 * `busy`: it limits the rate. `unavailable`: no connection, a 5xx, or a broken answer. `refused`: a 4xx, which asking again
 * does not change. `late`: the time was over. `malformed`: an answer that is none.
 */
export type FailureKind = 'busy' | 'unavailable' | 'refused' | 'late' | 'malformed';

export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';

  constructor(
    readonly kind: FailureKind,
    /** One line, without credentials. */
    message: string,
    readonly details: { readonly status?: number; readonly retryAfterMs?: number } = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** Whether the same question may be answered when it is asked again. */
  get isPassing(): boolean {
    return this.kind === 'busy' || this.kind === 'unavailable' || this.kind === 'malformed';
  }

  /** The failure as an answer to a client. */
  toError(what: 'model' | 'embedding model'): OwlgateError {
    const { retryAfterMs } = this.details;
    const details = retryAfterMs === undefined ? {} : { retryAfter: Math.ceil(retryAfterMs / 1000) };
    const code = this.kind === 'refused' ? 'ModelRefused' : 'ModelUnavailable';
    return new OwlgateError(code, { what, reason: this.message }, details, { cause: this });
  }
}

/** The parts of the client library's errors that are looked at. */
interface LibraryError {
  readonly name?: string;
  readonly status?: unknown;
  readonly headers?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
}

/**
 * What an exception of the client library, of fetch or of a broken stream means.
 *
 * @param secrets texts that must not be repeated, whoever said them
 */
export function toFailure(error: unknown, secrets: readonly string[]): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const { status, headers, message, cause, name } = (error ?? {}) as LibraryError;
  const said = clean(typeof message === 'string' ? message : String(error), secrets);
  const options = { cause: new Error(said) };
  if (typeof status !== 'number') {
    const below = (cause as { code?: unknown; message?: unknown } | undefined) ?? {};
    const code = typeof below.code === 'string' ? ` (${below.code})` : '';
    if (name === 'SyntaxError') return new ModelFailure('malformed', `its answer is not JSON: ${said}`, {}, options);
    return new ModelFailure('unavailable', `${said}${code}`, {}, options);
  }
  const retryAfterMs = readRetryAfter(headers, Date.now());
  const details = { status, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  if (status === 429) return new ModelFailure('busy', `it limits the rate: ${said}`, details, options);
  if (status >= 500 || status === 408 || status === 409 || status === 425) {
    return new ModelFailure('unavailable', `it answers ${said}`, details, options);
  }
  return new ModelFailure('refused', `it answers ${said}`, details, options);
}

const MOST_SAID = 300;

/** One line, not long, without keys. */
export function clean(text: string, secrets: readonly string[]): string {
  let line = text;
  for (const secret of secrets) if (secret.length >= 4) line = line.replaceAll(secret, '…');
  line = line
    .replace(/\b(sk|pk|key|api)-[A-Za-z0-9_-]{8,}/g, '…')
    .replace(/\bBearer\s+\S+/gi, 'Bearer …')
    .replace(/\/\/[^/\s@]+@/g, '//')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > MOST_SAID ? `${line.slice(0, MOST_SAID)}…` : line;
}

/**
 * Milliseconds of `Retry-After` (RFC 9110, section 10.2.3: seconds or a date) or `retry-after-ms`.
 *
 * @param now as Date.now()
 */
export function readRetryAfter(headers: unknown, now: number): number | undefined {
  const get = (name: string): string | undefined =>
    headers instanceof Headers ? (headers.get(name) ?? undefined) : undefined;
  const inMs = Number(get('retry-after-ms') ?? NaN);
  if (Number.isFinite(inMs) && inMs >= 0) return inMs;
  const text = get('retry-after')?.trim();
  if (text === undefined || text === '') return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
