/** WebSockets to an engine (RFC 6455), over the same connections as everything else. */
import { WebSocket } from 'ws';
import { SECRET_HEADER } from '../../util/endpoint';
import type { Connections } from './connections';
import { passedOn } from './head';
import { WireError } from './wire-error';

const HANDSHAKE_MS = 10_000;
/** An answer of a subscription is at most so large. */
const MAX_MESSAGE_BYTES = 256 * 2 ** 20;

/**
 * @param path at the engine
 * @param protocol the sub-protocol that is asked for
 * @param headers a client's, which are sent on, but for those of its own connection
 * @returns when it is open
 * @throws WireError connect, and unsendable where the engine refuses
 */
export async function openWebSocket(
  connections: Connections,
  path: string,
  protocol: string,
  headers: readonly string[],
): Promise<WebSocket> {
  const { socket, address } = await connections.acquire(true);
  const sent: Record<string, string> = {};
  const flat = passedOn(headers, new Set());
  for (let i = 0; i < flat.length; i += 2) {
    const name = flat[i]!.toLowerCase();
    if (!name.startsWith('sec-websocket-')) sent[name] = flat[i + 1]!;
  }
  if (address.authorization !== undefined) sent['authorization'] = address.authorization;
  if (address.secret !== undefined) {
    delete sent['origin'];
    sent[SECRET_HEADER] = address.secret;
  }
  const client = new WebSocket(`ws://${address.authority}${address.basePath}${path}`, protocol, {
    headers: sent,
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
