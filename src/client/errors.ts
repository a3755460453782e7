/** What a call may fail with (service specification, section 7.2). */

export interface FailureDetails {
  readonly statusCode?: number | null;
  readonly body?: unknown;
  readonly cause?: unknown;
}

/** A call failed: the service refused it, was not to be reached, or answered with what is no result. */
export class ServiceError extends Error {
  override readonly name: string = 'ServiceError';
  /** HTTP status of the answer; null where there was none. */
  readonly statusCode: number | null;
  /** The answer's body: parsed where it is JSON, text where it is not, null where there is none. */
  readonly body: unknown;

  constructor(message: string, { statusCode = null, body = null, cause }: FailureDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.statusCode = statusCode;
    this.body = body;
  }
}

/** The API key is missing, invalid or revoked, or may not do this (HTTP 401 or 403). */
export class AuthError extends ServiceError {
  override readonly name: string = 'AuthError';
}

/** The quota is exhausted (HTTP 429). */
export class RateLimitError extends ServiceError {
  override readonly name: string = 'RateLimitError';
  /** Seconds after which another attempt makes sense; null where the service did not say. */
  readonly retryAfter: number | null;

  constructor(message: string, { retryAfter = null, ...details }: FailureDetails & { retryAfter?: number | null }) {
    super(message, details);
    this.retryAfter = retryAfter;
  }
}
