/** Asking again: exponential back-off with jitter, within the time that there is. */
import { ModelFailure } from './failure';

export interface RetryOptions {
  readonly signal: AbortSignal;
  /** As Date.now(). */
  readonly deadline: number;
  /** Attempts in all; default 6. */
  readonly attempts?: number;
  /** The wait before the second attempt, doubled for every further one; default 500 ms, 8 s at most. */
  readonly firstMs?: number;
  readonly mostMs?: number;
  /** From 0 to 1; for tests. */
  readonly random?: () => number;
}

/**
 * Runs `attempt` until it succeeds, fails for good, or there is no time left to wait for another try. A wait that the
 * endpoint asked for (`Retry-After`) is kept in full.
 *
 * @throws ModelFailure of the last attempt; the signal's reason
 */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { signal, deadline, attempts = 6 } = options;
  for (let count = 1; ; count++) {
    signal.throwIfAborted();
    if (Date.now() >= deadline) throw new ModelFailure('late', 'there is no time left to ask');
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelFailure) || !error.isPassing || count >= attempts) throw error;
      const wait = Math.max(error.details.retryAfterMs ?? 0, jittered(count, options));
      if (Date.now() + wait >= deadline) throw error;
      await sleep(wait, signal);
    }
  }
}

/** Between the half of what is due and all of it, so that many clients do not come back at once. */
function jittered(count: number, { firstMs = 500, mostMs = 8_000, random = Math.random }: RetryOptions): number {
  return Math.min(mostMs, firstMs * 2 ** (count - 1)) * (0.5 + random() / 2);
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (): void => {
      signal.removeEventListener('abort', abort);
      resolve();
    };
    const timer = setTimeout(done, ms);
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', abort, { once: true });
  });
}
