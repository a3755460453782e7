/** Waits for an engine that is still starting. */
import { setTimeout as delay } from 'node:timers/promises';
import { OwlgateError } from '../errors';
import { silent, type Logger } from '../util/log';
import type { Engine, EngineHealth } from './types';

interface WaitOptions {
  readonly timeoutMs: number;
  readonly logger?: Logger;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
  /** Time between two requests; default 500 ms. */
  readonly pollMs?: number;
  /** Time between two log lines; default 5 s. */
  readonly progressMs?: number;
}

/**
 * Polls /health until the engine is healthy.
 *
 * @returns the entry of /health
 * @throws OwlgateError EngineUnreachable at the end of the time limit, or at once if another server than a Dgraph alpha
 *   answers (`details.notDgraph`); the signal's reason
 */
export async function waitForEngine(engine: Engine, options: WaitOptions): Promise<EngineHealth> {
  const { timeoutMs, logger = silent, signal, pollMs = 500, progressMs = 5_000 } = options;
  const started = Date.now();
  let lastReport = started;
  for (;;) {
    signal?.throwIfAborted();
    let reason: string;
    try {
      const healthy = (await withSignal(engine.health(), signal)).find(({ status }) => status === 'healthy');
      if (healthy) return healthy;
      reason = 'it reports that it is not healthy yet';
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
    if (now - lastReport >= progressMs) {
      lastReport = now;
      const waited = `${Math.round((now - started) / 1000)} s of ${Math.round(timeoutMs / 1000)} s`;
      logger.info('waiting for the engine', { url: engine.url, waited, reason });
    }
    await delay(pollMs, undefined, signal ? { signal } : {}).catch(() => signal?.throwIfAborted());
  }
}

/** Time in which a new cluster creates its first user after it reports that it is healthy. */
const FIRST_USER_MS = 10_000;

/**
 * Logs in, if the gateway has a login.
 *
 * @throws OwlgateError LoginRefused at the end of the time limit; EngineUnreachable
 */
export async function waitForLogin(engine: Engine, { timeoutMs, pollMs = 500 }: WaitOptions): Promise<void> {
  if (!engine.identity) return;
  const deadline = Date.now() + Math.min(timeoutMs, FIRST_USER_MS);
  for (;;) {
    try {
      await engine.schema();
      return;
    } catch (error) {
      const isRefused = error instanceof OwlgateError && error.code === 'LoginRefused';
      if (!isRefused || Date.now() + pollMs > deadline) throw error;
    }
    await delay(pollMs);
  }
}

/** Returns the reason to go on waiting. @throws OwlgateError if waiting cannot help */
function reasonToWait(error: unknown, engine: Engine): string {
  if (!(error instanceof OwlgateError) || error.code !== 'EngineError') {
    return error instanceof Error ? lastPart(error.message) : String(error);
  }
  const answer = lastPart(error.message);
  const reason = `the server there is not the HTTP address of a Dgraph alpha (usually port 8080): ${answer}`;
  throw new OwlgateError('EngineUnreachable', { url: engine.url, reason }, { notDgraph: true }, { cause: error });
}

/** Strips the prefix of owlgate's own messages. */
function lastPart(message: string): string {
  return message.replace(/^the engine (refused: |at .* does not answer: )/, '');
}

/** Rejects when the signal aborts before the promise settles. */
function withSignal<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
