/** WebSockets to an engine (RFC 6455), over the wire's connections. */
import { WebSocket } from 'ws';
import { SECRET_HEADER } from '../../util/endpoint';
import type { Connections } from './connections';
import { WireError } from './wire-error';

const HANDSHAKE_MS = 10_000;
/** Maximum size of a subscription's answer. */
const MAX_MESSAGE_BYTES = 256 * 2 ** 20;

/**
 * Opens a WebSocket.
 *
 * @param path at the engine
 * @param protocol requested sub-protocol
 * @param headers besides those of the handshake
 * @returns the open WebSocket
 * @throws WireError connect; malformed if the engine refuses
 */
export async function openWebSocket(
  connections: Connections,
  path: string,
  protocol: string,
  headers: Readonly<Record<string, string>>,
): Promise<WebSocket> {
  const { socket, address } = await connections.acquire('fresh');
  const { authorization, secret } = address;
  const requestHeaders = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  if (authorization !== undefined) requestHeaders['authorization'] = authorization;
  if (secret !== undefined) {
    // An engine that requires the secret refuses requests with an `Origin`: browsers send it.
    delete requestHeaders['origin'];
    requestHeaders[SECRET_HEADER] = secret;
  }
  const client = new WebSocket(`ws://${address.authority}${address.basePath}${path}`, protocol, {
    headers: requestHeaders,
    handshakeTimeout: HANDSHAKE_MS,
    maxPayload: MAX_MESSAGE_BYTES,
    // The socket is already connected, over TLS if the address requires it.
    createConnection: () => socket,
  });
  return new Promise((resolve, reject) => {
    const onError = (error: Error): void => {
      socket.destroy();
      reject(new WireError('malformed', error.message, { cause: error }));
    };
    client.once('error', onError);
    client.once('open', () => {
      client.off('error', onError);
      resolve(client);
    });
  });
}
