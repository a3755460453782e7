/** Endpoints of the engine: ways to listen, each with a check of requests. */
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Endpoint } from '../../util/endpoint';
import { listening } from './listening';
import { makeSecret, secretGuard } from './secret';
import { SocketEndpoint } from './socket-endpoint';

/**
 * - `socket`: a Unix domain socket that only this user can open
 * - `secret`: a loopback port; every request carries a secret of this process
 * - host and port: open to everybody; for tests and benchmarks, no setting of the program selects it
 */
export type Listen = 'socket' | 'secret' | { readonly host: string; readonly port: number };

/** Endpoints that other users cannot use. */
export type PrivateListen = Extract<Listen, string>;

export interface EngineEndpoint {
  /** True if the request may be answered. */
  admits(request: IncomingMessage): boolean;
  /** Makes the server listen. @throws Untrusted, or the error of the system */
  open(server: Server): Promise<Endpoint>;
  /** Removes the files of the endpoint; called once the server has closed. */
  close(): void;
}

/** On Windows, named pipes are open to other users by default. */
export const DEFAULT_LISTEN: Listen = process.platform === 'win32' ? 'secret' : 'socket';

const LOOPBACK = { host: '127.0.0.1', port: 0 } as const;

/** @param directory the data directory; private already */
export function makeEndpoint(listen: Listen, directory: string): EngineEndpoint {
  if (listen === 'socket') return new SocketEndpoint(directory);
  if (listen !== 'secret') return portEndpoint(listen, () => true);
  const secret = makeSecret();
  return portEndpoint(LOOPBACK, secretGuard(secret), secret);
}

function portEndpoint(
  at: { readonly host: string; readonly port: number },
  admits: EngineEndpoint['admits'],
  secret?: string,
): EngineEndpoint {
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
