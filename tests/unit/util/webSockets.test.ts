/** WebSocket handshakes, well-formed and malformed. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { acceptWebSocket } from '../../../src/util/webSockets';
import { exchangeBytes } from '../../support/http/client';

let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer();
  server.on('upgrade', (request, socket, head) => {
    const converse = () => ({ receive: () => undefined, end: () => undefined });
    acceptWebSocket({ request, socket, head, protocols: ['x'], converse });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const HANDSHAKE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  'Sec-WebSocket-Protocol': 'x',
};

const connect = (headers: Readonly<Record<string, string>>): Promise<string> => {
  const lines = Object.entries({ Host: 'localhost', ...HANDSHAKE, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return exchangeBytes(url, `GET / HTTP/1.1\r\n${lines.join('')}\r\n`, /\r\n\r\n/);
};

it.each([
  [{ 'Sec-WebSocket-Key': 'short' }],
  [{ 'Sec-WebSocket-Version': '7' }],
  [{ 'Sec-WebSocket-Protocol': 'x,,x' }],
])('refuses a malformed handshake in JSON: %j', async (headers) => {
  const text = await connect(headers);
  expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[^]*Content-Type: application\/json\r\n/);
  const { errors } = JSON.parse(text.slice(text.indexOf('\r\n\r\n'))) as { errors: unknown[] };
  expect(errors).toEqual([
    { message: expect.stringMatching(/Sec-WebSocket/), extensions: { code: 'ErrorInvalidRequest' } },
  ]);
});

it('accepts a well-formed handshake', async () => {
  expect(await connect({})).toMatch(/^HTTP\/1\.1 101 /);
});
