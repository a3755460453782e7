/** Waiting for an engine that is still starting. */
import { setTimeout as delay } from 'node:timers/promises';
import { OwlgateError } from '../errors';
import { silent, type Logger } from '../util/log';
import type { Engine, EngineHealth } from './types';

export interface WaitOptions {
  readonly timeoutMs: number;
  readonly logger?: Logger;
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
  /** Time between two questions; default 500 ms. */
  readonly pollMs?: number;
  /** Time between two lines in the log; default 5 s. */
  readonly progressMs?: number;
}

/**
 * Asks /health until the engine is healthy.
 *
 * @returns what the engine said of itself
 * @throws OwlgateError EngineUnreachable when the time is over, or at once where something answers that is no Dgraph alpha
 *   (`details.notDgraph`); the signal's reason
 */
export async function waitForEngine(engine: Engine, options: WaitOptions): Promise<EngineHealth> {
  const { timeoutMs, logger = silent, signal, pollMs = 500, progressMs = 5_000 } = options;
  const started = Date.now();
  let told = started;
  for (;;) {
    signal?.throwIfAborted();
    let reason: string;
    try {
      const found = (await withSignal(engine.health(), signal)).find(({ status }) => status === 'healthy');
      if (found) return found;
      reason = 'it says that it is not healthy yet';
    } catch (error) {
      signal?.throwIfAborted();
      reason = reasonToWait(error, engine);
    }
    const now = Date.now();
    if (now - started + pollMs > timeoutMs) {
      throw new OwlgateError('EngineUnreachable', {
        url: engine.url,
        reason: `${reason} (waited ${Math.round((now - started) / 1000)} s)`,
      });
    }
    if (now - told >= progressMs) {
      told = now;
      const waited = `${Math.round((now - started) / 1000)} s of ${Math.round(timeoutMs / 1000)} s`;
      logger.info('waiting for the engine', { url: engine.url, waited, reason });
    }
    await delay(pollMs, undefined, signal ? { signal } : {}).catch(() => signal?.throwIfAborted());
  }
}

/** A cluster that has just been set up makes its first user some seconds after it says that it is healthy. */
const FIRST_USER_MS = 10_000;

/**
 * Logs in, where the gateway has a login.
 *
 * @throws OwlgateError LoginRefused when the time is over; EngineUnreachable
 */
export async function waitForLogin(engine: Engine, { timeoutMs, pollMs = 500 }: WaitOptions): Promise<void> {
  if (!engine.identity) return;
  const until = Date.now() + Math.min(timeoutMs, FIRST_USER_MS);
  for (;;) {
    try {
      await engine.schema();
      return;
    } catch (error) {
      const isRefused = error instanceof OwlgateError && error.code === 'LoginRefused';
      if (!isRefused || Date.now() + pollMs > until) throw error;
    }
    await delay(pollMs);
  }
}

/** Why to go on waiting. @throws OwlgateError where waiting cannot help */
function reasonToWait(error: unknown, engine: Engine): string {
  if (!(error instanceof OwlgateError) || error.code !== 'EngineError') {
    return error instanceof Error ? lastPart(error.message) : String(error);
  }
  const reason = `what answers there is not the HTTP address of a Dgraph alpha (usually port 8080): ${lastPart(error.message)}`;
  throw new OwlgateError('EngineUnreachable', { url: engine.url, reason }, { notDgraph: true }, { cause: error });
}

/** A message without the sentence that our own puts before it. */
function lastPart(message: string): string {
  return message.replace(/^the engine (refused: |at .* does not answer: )/, '');
}

/** Does not wait for a promise longer than until the signal. */
function withSignal<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
