/** Clients that change the protocol (WebSocket, RFC 9110, section 7.8): their connection is tied to one of the engine's. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Connections } from './connections';
import { passedOn, printRequestHead } from './head';

/** How long a side may take to end after the other one has. */
const LINGER_MS = 5_000;

/**
 * Sends the request on as it came, and from there on passes bytes both ways: the engine's answer, be it 101 or a refusal,
 * is the client's to read.
 *
 * @param head what the client has sent already after its request
 * @returns when both sides have ended
 * @throws WireError connect; nothing has been written to `client` then
 */
export async function forwardUpgrade(
  connections: Connections,
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
): Promise<void> {
  // An error without a listener would end the process.
  client.on('error', () => client.destroy());
  const { socket, address } = await connections.acquire(true);
  if (client.destroyed) {
    socket.destroy();
    return;
  }
  const omit = new Set(address.authorization === undefined ? [] : ['authorization']);
  const flat = ['Host', address.authority, 'Connection', 'Upgrade', 'Upgrade', request.headers.upgrade ?? ''];
  for (const part of passedOn(request.rawHeaders, omit)) flat.push(part);
  if (address.authorization !== undefined) flat.push('Authorization', address.authorization);
  let text: string;
  try {
    text = printRequestHead(request.method ?? 'GET', address.basePath + (request.url ?? '/'), flat);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  socket.write(text, 'latin1');
  if (head.length > 0) socket.write(head);
  await new Promise<void>((resolve) => {
    let open = 2;
    /** One side is gone: the other may still have to be given what is on its way. */
    const closed = (side: Duplex, other: Duplex) => (): void => {
      if (!side.readableEnded) other.destroy();
      else if (!other.destroyed) setTimeout(() => other.destroy(), LINGER_MS).unref();
      if (--open === 0) resolve();
    };
    socket.once('close', closed(socket, client));
    client.once('close', closed(client, socket));
    socket.pipe(client);
    client.pipe(socket);
  });
}
