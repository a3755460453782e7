/** Running a transaction again when another one was faster. */
import { setTimeout as delay } from 'node:timers/promises';
import { EngineFailure } from './failure';

export interface BackOff {
  readonly firstMs: number;
  readonly mostMs: number;
}

export interface RetryOptions {
  /** How often it is run at most; default 10. */
  readonly attempts?: number;
  /** Ends the waiting between attempts; the running attempt is the caller's to end. */
  readonly signal?: AbortSignal;
  readonly backOff?: BackOff;
}

const TRANSACTION: BackOff = { firstMs: 10, mostMs: 1_000 };

/**
 * Waits before attempt number `attempt + 1`: twice as long each time, and anything between half of it and all of it, so that
 * those who met do not meet again.
 *
 * @throws the signal's reason
 */
export async function backOff(attempt: number, { firstMs, mostMs }: BackOff, signal?: AbortSignal): Promise<void> {
  const most = Math.min(mostMs, firstMs * 2 ** Math.min(attempt, 30));
  signal?.throwIfAborted();
  try {
    await delay(most * (0.5 + Math.random() / 2), undefined, { ...(signal ? { signal } : {}) });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

/**
 * Runs a whole transaction, from its start on, until it is not aborted.
 *
 * @param run gets the number of attempts before; any error but an abort ends it
 * @throws what the last attempt threw; the signal's reason
 */
export async function retryAborted<T>(run: (attempt: number) => Promise<T>, options: RetryOptions = {}): Promise<T> {
  const { attempts = 10, signal, backOff: waits = TRANSACTION } = options;
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted();
    try {
      return await run(attempt);
    } catch (error) {
      if (!(error instanceof EngineFailure) || !error.isAborted || attempt + 1 >= attempts) throw error;
    }
    await backOff(attempt, waits, signal);
  }
}
