/** Doors: the ways in which an engine listens, and whom each lets in. */
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Endpoint } from '../../util/endpoint';
import { listening } from './listening';
import { makeSecret, secretGuard } from './secret';
import { SocketDoor } from './socket-door';

/**
 * - `socket`: a Unix domain socket that this user alone can open
 * - `secret`: a port of loopback, with a secret of this process in every request
 * - a port for everybody who reaches it: for tests and benchmarks, and set by none of the program's settings
 */
export type Listen = 'socket' | 'secret' | { readonly host: string; readonly port: number };

/** Doors that no other user comes through. */
export type PrivateListen = Extract<Listen, string>;

export interface Door {
  /** True for requests that are answered. */
  admits(request: IncomingMessage): boolean;
  /** Lets a server listen. @throws Untrusted; what the system says */
  open(server: Server): Promise<Endpoint>;
  /** Removes what was made on disk, once the server has closed. */
  close(): void;
}

/** Named pipes of Windows are open to other users by default. */
export const DEFAULT_LISTEN: Listen = process.platform === 'win32' ? 'secret' : 'socket';

const LOOPBACK = { host: '127.0.0.1', port: 0 } as const;

/** @param directory the data directory, which is private already */
export function makeDoor(listen: Listen, directory: string): Door {
  if (listen === 'socket') return new SocketDoor(directory);
  if (listen !== 'secret') return portDoor(listen, () => true);
  const secret = makeSecret();
  return portDoor(LOOPBACK, secretGuard(secret), secret);
}

function portDoor(at: { readonly host: string; readonly port: number }, admits: Door['admits'], secret?: string): Door {
  return {
    admits,
    async open(server) {
      await listening(server, at);
      const { family, address, port } = server.address() as AddressInfo;
      const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
      return { kind: 'port', url, ...(secret !== undefined && { secret }) };
    },
    close: () => undefined,
  };
}
