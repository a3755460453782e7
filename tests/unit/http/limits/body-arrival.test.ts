/** Bodies that are read as they arrive end if nothing arrives. */
import { once } from 'node:events';
import { createServer, request, type ClientRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requireArrival } from '../../../../src/http/limits/body-arrival';

const WINDOW_MS = 30;
let server: Server;
let client: ClientRequest;

/** Sends the head and the first byte of a body. */
async function begin(): Promise<IncomingMessage> {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  client = request({ port, host: '127.0.0.1', method: 'POST' }).on('error', () => undefined);
  client.write('a');
  const [incoming] = (await once(server, 'request')) as [IncomingMessage];
  return incoming;
}

afterEach(() => {
  client.destroy();
  server.close();
});

it('a body that stops arriving ends with an error', async () => {
  const incoming = await begin();
  requireArrival(incoming, WINDOW_MS);
  incoming.resume();
  const [error] = (await once(incoming, 'error')) as [{ code?: string }];
  expect(error.code).toBe('RequestTimeout');
});

it('a body that its reader lets wait goes on', async () => {
  const incoming = await begin();
  await once(incoming, 'readable');
  // The rest arrives within a window, also on a busy machine.
  const windowMs = 10 * WINDOW_MS;
  requireArrival(incoming, windowMs);
  // Not at the end of a window, when the reader has just begun.
  await new Promise((resolve) => setTimeout(resolve, 2.5 * windowMs));
  expect(incoming.destroyed).toBe(false);
  client.end('b');
  let text = '';
  for await (const part of incoming.setEncoding('utf8')) text += part as string;
  expect(text).toBe('ab');
});
