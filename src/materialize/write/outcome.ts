/**
 * Outcome of a write after a lost answer.
 *
 * A transaction with a known start timestamp is aborted first. From then on the engine either has committed it already
 * or never will, even if the request arrives later; the receipt shows which. If the engine was to begin the
 * transaction, the timestamp is lost with the answer. Its receipt may appear, but nothing can exclude that it appears
 * later.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { contextOf, EngineFailure } from '../../dgraph';
import type { Engine, TransactionId } from '../../dgraph';
import { OwlgateError } from '../../errors';

/** Maximum time for requests to the engine. */
const PATIENCE_MS = 10_000;
/** Time to search for a receipt without a start timestamp, once the engine answers again. */
const LINGER_MS = 2_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

export type Outcome =
  | { readonly kind: 'committed'; readonly commitTs?: number | undefined }
  /** Not committed now, nor later. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown' };

/** Returns true for an error after which the request may or may not have been carried out. */
export const isOpen = (error: unknown): error is OwlgateError | EngineFailure =>
  error instanceof OwlgateError ? error.code === 'OutcomeUnknown' : error instanceof EngineFailure && error.isCutOff;

/**
 * Determines if a write has been committed. Never rejects.
 *
 * @param isThere returns true once the receipt is stored
 */
export async function findOutcome(
  engine: Engine,
  isThere: () => Promise<boolean>,
  transaction: TransactionId | undefined,
  patienceMs = PATIENCE_MS,
): Promise<Outcome> {
  const until = Date.now() + patienceMs;
  let lingerUntil = until;
  for (let attempt = 0; ; attempt++) {
    try {
      if (transaction) await within(until, abort(engine, transaction));
      if (await within(until, isThere())) {
        return { kind: 'committed', commitTs: transaction && (await commitTsOf(engine, transaction)) };
      }
      if (transaction) return { kind: 'absent' };
      lingerUntil = Math.min(lingerUntil, Date.now() + LINGER_MS);
    } catch {
      // No answer yet.
    }
    const left = Math.min(until, lingerUntil) - Date.now();
    if (left <= 0) return { kind: 'unknown' };
    await delay(Math.min(left, LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempt, 10)));
  }
}

/** Aborts a transaction whose commit has not been requested. @returns false if the engine does not confirm it */
export async function giveUp(engine: Engine, transaction: TransactionId, patienceMs = PATIENCE_MS): Promise<boolean> {
  const until = Date.now() + patienceMs;
  for (let attempt = 0; ; attempt++) {
    try {
      await within(until, abort(engine, transaction));
      return true;
    } catch {
      const left = until - Date.now();
      if (left <= 0) return false;
      await delay(Math.min(left, LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempt, 10)));
    }
  }
}

/** Waits for an answer until the deadline; a hanging engine gives none. */
async function within<T>(until: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the engine did not answer in time')), Math.max(1, until - Date.now()));
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    answer.catch(() => undefined);
  }
}

const abort = (engine: Engine, transaction: TransactionId): Promise<unknown> =>
  engine.commit({ ...contextOf(transaction), abort: true });

/**
 * Reads the commit timestamp of a transaction that has ended. Dgraph answers a repeated commit without keys with the
 * outcome (v25.4).
 *
 * @returns undefined if it was not committed or the engine has forgotten it
 */
export async function commitTsOf(engine: Engine, transaction: TransactionId): Promise<number | undefined> {
  try {
    const { txn } = await engine.commit(contextOf(transaction));
    return txn?.commit_ts;
  } catch {
    return undefined;
  }
}
