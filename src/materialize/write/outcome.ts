/**
 * The outcome of a write whose answer was lost.
 *
 * A transaction whose start timestamp is known is aborted first: the engine then either has committed it already, or never
 * will, whenever what was sent arrives. After that its receipt tells which. Of a transaction that the engine was to begin
 * itself the timestamp is lost with the answer: its receipt can turn up, and nothing can rule out that it will.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { EngineFailure } from '../../dgraph';
import type { Credentials, Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';

/** The engine is asked for so long. */
export const PATIENCE_MS = 10_000;
/** A receipt without a start timestamp is looked for so long, once the engine answers again. */
const LINGER_MS = 2_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/** A transaction, as far as it is known. */
export interface Begun {
  readonly startTs: number;
  readonly hash?: string | undefined;
  /** In whose name it is ended; the gateway's by default. */
  readonly credentials?: Credentials | undefined;
}

export type Outcome =
  | { readonly kind: 'committed'; readonly commitTs?: number | undefined }
  /** Not committed, and it never will be. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown' };

/** Tells whether an error leaves open if what was sent has been carried out. */
export const isOpen = (error: unknown): error is OwlgateError | EngineFailure =>
  error instanceof OwlgateError ? error.code === 'OutcomeUnknown' : error instanceof EngineFailure && error.isCutOff;

/**
 * Finds out whether a write has been committed. Never rejects.
 *
 * @param isThere whether its receipt is, by now
 */
export async function findOutcome(
  engine: Engine,
  isThere: () => Promise<boolean>,
  begun: Begun | undefined,
  patienceMs = PATIENCE_MS,
): Promise<Outcome> {
  const until = Date.now() + patienceMs;
  let lingerUntil = until;
  for (let attempt = 0; ; attempt++) {
    try {
      if (begun) await within(until, abort(engine, begun));
      if (await within(until, isThere())) {
        return { kind: 'committed', commitTs: begun && (await commitTsOf(engine, begun)) };
      }
      if (begun) return { kind: 'absent' };
      lingerUntil = Math.min(lingerUntil, Date.now() + LINGER_MS);
    } catch {
      // It does not answer yet.
    }
    const left = Math.min(until, lingerUntil) - Date.now();
    if (left <= 0) return { kind: 'unknown' };
    await delay(Math.min(left, LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempt, 10)));
  }
}

/** Makes sure that a transaction which nobody can have asked to commit never is. @returns false where the engine does not say so */
export async function giveUp(engine: Engine, begun: Begun, patienceMs = PATIENCE_MS): Promise<boolean> {
  const until = Date.now() + patienceMs;
  for (let attempt = 0; ; attempt++) {
    try {
      await within(until, abort(engine, begun));
      return true;
    } catch {
      const left = until - Date.now();
      if (left <= 0) return false;
      await delay(Math.min(left, LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempt, 10)));
    }
  }
}

/** Waits for an answer no longer than that; an engine that hangs gives none. */
async function within<T>(until: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), Math.max(1, until - Date.now()));
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    answer.catch(() => undefined);
  }
}

const abort = (engine: Engine, begun: Begun): Promise<unknown> => engine.commit({ ...contextOf(begun), abort: true });

/**
 * When a transaction that is decided already was committed. Asked to commit it once more, without keys, Dgraph tells how it
 * ended (v25.4).
 *
 * @returns undefined where it was not, or the engine has forgotten it
 */
export async function commitTsOf(engine: Engine, begun: Begun): Promise<number | undefined> {
  try {
    const { txn } = await engine.commit(contextOf(begun));
    return txn?.commit_ts;
  } catch {
    return undefined;
  }
}

/** A transaction as commits name it. */
export const contextOf = ({ startTs, hash, credentials }: Begun) => ({
  startTs,
  ...(hash !== undefined && { hash }),
  ...(credentials && { credentials }),
});
