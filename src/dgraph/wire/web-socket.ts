/** WebSockets to an engine (RFC 6455), over the same connections as everything else. */
import { WebSocket } from 'ws';
import { SECRET_HEADER } from '../../util/endpoint';
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
  const { authorization, secret } = address;
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  if (authorization !== undefined) sent['authorization'] = authorization;
  if (secret !== undefined) {
    // An engine behind a secret takes an origin for the sign of a browser.
    delete sent['origin'];
    sent[SECRET_HEADER] = secret;
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
