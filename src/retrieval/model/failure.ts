/** Failures between the gateway and a model's endpoint. Messages contain no credentials. */
import { OwlgateError } from '../../errors';

/**
 * `busy`: rate limit. `unavailable`: no connection, a 5xx, or a broken answer. `refused`: a 4xx, which a retry does not
 * change. `late`: the deadline passed. `malformed`: the answer cannot be read.
 */
type FailureKind = 'busy' | 'unavailable' | 'refused' | 'late' | 'malformed';

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

  /** True if a retry may succeed. */
  get isPassing(): boolean {
    return this.kind === 'busy' || this.kind === 'unavailable' || this.kind === 'malformed';
  }

  /** Converts the failure into an error for clients. */
  toError(model: 'model' | 'embedding model' | 'reranking model'): OwlgateError {
    const { retryAfterMs } = this.details;
    const details = retryAfterMs === undefined ? {} : { retryAfter: Math.ceil(retryAfterMs / 1000) };
    const code = this.kind === 'refused' ? 'ModelRefused' : 'ModelUnavailable';
    return new OwlgateError(code, { what: model, reason: this.message }, details, { cause: this });
  }
}

/** Properties of the client library's errors that this file reads. */
interface LibraryError {
  readonly name?: string;
  readonly status?: unknown;
  readonly headers?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
}

/**
 * Classifies an exception of the client library, of fetch or of a broken stream.
 *
 * @param secrets texts to remove from messages
 */
export function toFailure(error: unknown, secrets: readonly string[]): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const { status, headers, message: original, cause, name } = (error ?? {}) as LibraryError;
  // The library wraps what `fetch` throws.
  if (cause instanceof ModelFailure) return cause;
  const message = clean(typeof original === 'string' ? original : String(error), secrets);
  const options = { cause: new Error(message) };
  if (typeof status !== 'number') {
    const causeCode = (cause as { code?: unknown } | undefined)?.code;
    const code = typeof causeCode === 'string' ? ` (${causeCode})` : '';
    if (name === 'SyntaxError') return new ModelFailure('malformed', `the answer is not JSON: ${message}`, {}, options);
    return new ModelFailure('unavailable', `${message}${code}`, {}, options);
  }
  const retryAfterMs = readRetryAfter(headers, Date.now());
  const details = { status, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  if (status === 429) return new ModelFailure('busy', `rate limit: ${message}`, details, options);
  if (status >= 500 || status === 408 || status === 409 || status === 425) {
    return new ModelFailure('unavailable', `the endpoint answers ${message}`, details, options);
  }
  return new ModelFailure('refused', `the endpoint answers ${message}`, details, options);
}

const MAX_MESSAGE_LENGTH = 300;

/** Reduces a message to one short line without secrets. */
function clean(text: string, secrets: readonly string[]): string {
  let line = text;
  for (const secret of secrets) if (secret.length >= 4) line = line.replaceAll(secret, '…');
  line = line
    .replace(/\b(sk|pk|key|api)-[A-Za-z0-9_-]{8,}/g, '…')
    .replace(/\bBearer\s+\S+/gi, 'Bearer …')
    .replace(/\/\/[^/\s@]+@/g, '//')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > MAX_MESSAGE_LENGTH ? `${line.slice(0, MAX_MESSAGE_LENGTH)}…` : line;
}

/**
 * Returns the milliseconds of `Retry-After` (RFC 9110, section 10.2.3: seconds or a date) or `retry-after-ms`.
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
