/** Retries of transactions that were aborted by a conflict. */
import { setTimeout as delay } from 'node:timers/promises';
import { EngineFailure } from './failure';

export interface BackOff {
  readonly firstMs: number;
  readonly maxMs: number;
}

export interface RetryOptions {
  /** Maximum attempts; default 10. */
  readonly attempts?: number;
  /** Ends the wait between attempts; the caller ends the running attempt. */
  readonly signal?: AbortSignal;
  readonly backOff?: BackOff;
}

const TRANSACTION: BackOff = { firstMs: 10, maxMs: 1_000 };

/**
 * Waits before attempt number `attempt + 1`: exponential back-off with jitter between half and all of the delay, so
 * that conflicting writers do not meet again.
 *
 * @throws the signal's reason
 */
export async function backOff(attempt: number, { firstMs, maxMs }: BackOff, signal?: AbortSignal): Promise<void> {
  const delayMs = Math.min(maxMs, firstMs * 2 ** Math.min(attempt, 30));
  signal?.throwIfAborted();
  try {
    await delay(delayMs * (0.5 + Math.random() / 2), undefined, { ...(signal ? { signal } : {}) });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

/**
 * Runs a whole transaction until it is not aborted.
 *
 * @param run receives the number of earlier attempts; any error but an abort ends the loop
 * @throws the last attempt's error; the signal's reason
 */
export async function retryAborted<T>(run: (attempt: number) => Promise<T>, options: RetryOptions = {}): Promise<T> {
  const { attempts = 10, signal, backOff: pauses = TRANSACTION } = options;
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted();
    try {
      return await run(attempt);
    } catch (error) {
      if (!(error instanceof EngineFailure) || !error.isAborted || attempt + 1 >= attempts) throw error;
    }
    await backOff(attempt, pauses, signal);
  }
}
