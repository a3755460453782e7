/** Errors of a call (service specification, section 7.2). */

interface FailureDetails {
  readonly statusCode?: number | null;
  readonly body?: unknown;
  readonly cause?: unknown;
}

/** Failed call: the service refused it, was unreachable, or sent an invalid answer. */
export class ServiceError extends Error {
  override readonly name: string = 'ServiceError';
  /** HTTP status of the answer; null without an answer. */
  readonly statusCode: number | null;
  /** Body of the answer: parsed JSON, otherwise text; null without a body. */
  readonly body: unknown;

  constructor(message: string, { statusCode = null, body = null, cause }: FailureDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.statusCode = statusCode;
    this.body = body;
  }
}

/** API key that is missing, invalid, revoked or lacks the permission (HTTP 401 or 403). */
export class AuthError extends ServiceError {
  override readonly name: string = 'AuthError';
}

/** Exhausted quota (HTTP 429). */
export class RateLimitError extends ServiceError {
  override readonly name: string = 'RateLimitError';
  /** Seconds to wait before the next attempt; null if the service named none. */
  readonly retryAfter: number | null;

  constructor(message: string, { retryAfter = null, ...details }: FailureDetails & { retryAfter?: number | null }) {
    super(message, details);
    this.retryAfter = retryAfter;
  }
}
