/** `listen` of a server as a promise. */
import type { ListenOptions, Server } from 'node:net';

/** Resolves when the server listens. @throws the error of the system */
export function listening(server: Server, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
