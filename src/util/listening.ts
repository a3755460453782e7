/**
 * Listening on a port that the workers of a program share. Each has a socket of its own, and the system distributes the
 * connections (SO_REUSEPORT): a connection passes through no other process, and ends with the worker that has it.
 */
import { createServer, type AddressInfo, type ListenOptions } from 'node:net';
import { workerPlace } from './workers/group';

const [major, minor] = process.versions.node.split('.').map(Number) as [number, number];

/** True if Node can share ports between processes: from 22.12 on. */
export const sharesPorts = major > 23 || (major === 23 && minor >= 1) || (major === 22 && minor >= 12);

interface Place {
  readonly host: string;
  readonly port: number;
}

/** Options of `listen`; `reusePort` is newer than the types of Node. */
type PortOptions = ListenOptions & { readonly reusePort?: boolean };

/** Returns the options of `listen`. @throws errors of `listen` for a port of another program */
export async function listenOptions({ host, port }: Place): Promise<PortOptions> {
  if (!workerPlace) return { host, port };
  // Otherwise the port would be shared with workers of another program, too.
  if (workerPlace.isFirst) await listenOnce({ host, port });
  return { host, port, reusePort: true };
}

/** Listens for a moment. @returns the port @throws errors of `listen` */
export function listenOnce({ host, port }: Place): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    // By itself: node:cluster would listen in the primary.
    server.listen({ port, host, exclusive: true }, () => {
      const { port: chosen } = server.address() as AddressInfo;
      server.close(() => resolve(chosen));
    });
  });
}
