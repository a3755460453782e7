/** WebSockets to an engine (RFC 6455), over the same connections as everything else. */
import { WebSocket } from 'ws';
import type { Connections } from './connections';
import { WireError } from './wire-error';

const HANDSHAKE_MS = 10_000;
/** An answer of a subscription is at most so large. */
const MAX_MESSAGE_BYTES = 256 * 2 ** 20;

/**
 * @param path at the engine
 * @param protocol the sub-protocol that is asked for
 * @param headers besides those of the handshake
 * @returns when it is open
 * @throws WireError connect, and unsendable where the engine refuses
 */
export async function openWebSocket(
  connections: Connections,
  path: string,
  protocol: string,
  headers: Readonly<Record<string, string>>,
): Promise<WebSocket> {
  const { socket, address } = await connections.acquire(true);
  const { authorization } = address;
  const client = new WebSocket(`ws://${address.authority}${address.basePath}${path}`, protocol, {
    headers: authorization === undefined ? headers : { ...headers, authorization },
    handshakeTimeout: HANDSHAKE_MS,
    maxPayload: MAX_MESSAGE_BYTES,
    // It is connected already, over TLS where the address says so.
    createConnection: () => socket,
  });
  return new Promise((resolve, reject) => {
    const refused = (error: Error): void => {
      socket.destroy();
      reject(new WireError('malformed', error.message, { cause: error }));
    };
    client.once('error', refused);
    client.once('open', () => {
      client.off('error', refused);
      resolve(client);
    });
  });
}
