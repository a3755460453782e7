/** Pauses between attempts. */
import { setTimeout as delay } from 'node:timers/promises';

export interface BackOff {
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * Waits before attempt number `attempt + 1`: exponential back-off, with a random pause between half and all of the
 * delay, so that conflicting writers do not meet again.
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
