/** Retries: exponential back-off with jitter, up to a deadline. */
import { setTimeout as delay } from 'node:timers/promises';
import { ModelFailure } from './failure';

interface RetryOptions {
  readonly signal: AbortSignal;
  /** As Date.now(). */
  readonly deadline: number;
  /** Maximum attempts; default 6. */
  readonly attempts?: number;
  /** Wait before the second attempt; doubles with each further one. Default 500 ms, at most `maxMs` (8 s). */
  readonly firstMs?: number;
  readonly maxMs?: number;
  /** Random number from 0 to 1, for tests. */
  readonly random?: () => number;
}

/**
 * Runs `attempt` until it succeeds, fails for good, or the next wait would pass the deadline. A wait that the endpoint
 * requests (`Retry-After`) is never shortened.
 *
 * @throws ModelFailure of the last attempt; the signal's reason
 */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { signal, deadline, attempts = 6 } = options;
  for (let count = 1; ; count++) {
    signal.throwIfAborted();
    if (Date.now() >= deadline) throw new ModelFailure('late', 'no time left for the request');
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelFailure) || !error.isPassing || count >= attempts) throw error;
      const wait = Math.max(error.details.retryAfterMs ?? 0, jittered(count, options));
      if (Date.now() + wait >= deadline) throw error;
      await delay(wait, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Returns a random wait from half to all of the wait that is due, so that many clients do not retry at once. */
function jittered(count: number, { firstMs = 500, maxMs = 8_000, random = Math.random }: RetryOptions): number {
  return Math.min(maxMs, firstMs * 2 ** (count - 1)) * (0.5 + random() / 2);
}
