/**
 * The embedded engine in its own thread: `new Worker('dist/embedded/worker.js', { workerData: { directory } })`.
 * Posts `{ endpoint, snapshots, requests }` when it serves, or `{ error, isSetting }` when it cannot; ends on the message `'close'`.
 * Log records are posted as `{ log: { level, message, fields } }`.
 */
import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { collectWhenIdle } from '../util/idle-garbage';
import type { Logger } from '../util/log';
import { startEmbedded, type EmbeddedOptions } from './server';
import { StoreError } from './storage';

const port = parentPort;

const forward =
  (level: keyof Logger) =>
  (message: string, fields?: Record<string, unknown>): void =>
    port?.postMessage({ log: { level, message, fields } });

const logger: Logger = {
  debug: forward('debug'),
  info: forward('info'),
  warn: forward('warn'),
  error: forward('error'),
};

/**
 * Percent by which the heap may grow over its live size before the next collection. V8's default lets a large heap grow
 * several times over: answers to questions about millions of facts would stay in memory long after they were sent.
 */
const HEAP_GROWTH = 30;

async function main(): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  const server = await startEmbedded({ ...(workerData as Omit<EmbeddedOptions, 'logger'>), logger });
  const endCollecting = collectWhenIdle();
  port?.on('message', (message: unknown) => {
    if (message !== 'close') return;
    endCollecting();
    void server.close().then(() => port.close());
  });
  const { endpoint, snapshots, requests } = server;
  port?.postMessage({ endpoint, snapshots, requests }, [snapshots.port, requests]);
}

main().catch((error: unknown) => {
  const isSetting = error instanceof StoreError && error.isSetting;
  port?.postMessage({ error: error instanceof Error ? error.message : String(error), isSetting });
});
