/** Retries of transactions that were aborted by a conflict. */
import { backOff, type BackOff } from './back-off';
import { EngineFailure } from './failure';

interface RetryOptions {
  /** Maximum attempts; default 10. */
  readonly attempts?: number;
  /** Ends the wait between attempts; the caller ends the running attempt. */
  readonly signal?: AbortSignal;
  readonly backOff?: BackOff;
}

const TRANSACTION: BackOff = { firstMs: 10, maxMs: 1_000 };

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
