/**
 * The embedded engine in a thread of its own: `new Worker('dist/embedded/worker.js', { workerData: { directory, host, port } })`.
 * Posts `{ url }` when it serves, or `{ error }` with a message when it cannot; ends on the message `'close'`.
 * What it has to say to a log is posted as `{ log: { level, message, fields } }`.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { Logger } from '../util/log';
import { startEmbedded, type EmbeddedOptions } from './server';

const port = parentPort;

const say =
  (level: keyof Logger) =>
  (message: string, fields?: Record<string, unknown>): void =>
    port?.postMessage({ log: { level, message, fields } });

const logger: Logger = { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') };

async function main(): Promise<void> {
  const server = await startEmbedded({ ...(workerData as Omit<EmbeddedOptions, 'logger'>), logger });
  port?.on('message', (message: unknown) => {
    if (message !== 'close') return;
    void server.close().then(() => port.close());
  });
  port?.postMessage({ url: server.url });
}

main().catch((error: unknown) => {
  port?.postMessage({ error: error instanceof Error ? error.message : String(error) });
});
