/** WebSocket handshakes, well-formed and malformed; reasons of close frames; errors of handlers. */
import fc from 'fast-check';
import { WebSocket } from 'ws';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { acceptWebSocket, closeReason } from '../../../src/util/webSockets';
import { exchangeBytes } from '../../support/http/client';

let server: Server;
let url: string;
const failures: unknown[] = [];

beforeAll(async () => {
  server = createServer();
  server.on('upgrade', (request, socket, head) => {
    const converse = (_: string, client: WebSocket) => ({
      receive(text: string) {
        if (text === 'throw') throw new Error('thrown');
        if (text === 'reject') return Promise.reject(new Error('rejected'));
        return client.close(4400, closeReason(text));
      },
      end: () => undefined,
    });
    acceptWebSocket({
      request,
      socket,
      head,
      protocols: ['x'],
      converse,
      logger: { error: (_, fields) => failures.push(fields?.['error']) },
    });
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

/** Sends one message; returns the code and the reason of the close frame. */
const closedAfter = (text: string): Promise<[number, string]> =>
  new Promise((resolve, reject) => {
    const client = new WebSocket(url.replace('http', 'ws'), 'x');
    client.on('open', () => client.send(text));
    client.on('error', reject);
    client.on('close', (code, reason) => resolve([code, reason.toString('utf8')]));
  });

it('closes with as much of a reason as a frame holds, in any script', async () => {
  const texts = fc.string({ unit: 'binary', minLength: 0, maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const [code, reason] = await closedAfter(text);
      expect(code).toBe(4400);
      const wellFormed = Buffer.from(text).toString('utf8');
      expect(wellFormed.startsWith(reason)).toBe(true);
      const next = /^./su.exec(wellFormed.slice(reason.length))?.[0] ?? '';
      expect(next === '' || Buffer.byteLength(reason + next) > 123).toBe(true);
    }),
    { numRuns: 100, examples: [['ä'.repeat(130)], ['a' + '人'.repeat(60)], ['\ud800'.repeat(80)], ['']] },
  );
});

it.each(['throw', 'reject'])('closes the connection alone after an error of the handler: %s', async (text) => {
  failures.length = 0;
  expect(await closedAfter(text)).toEqual([1011, 'internal error']);
  expect(failures).toEqual([expect.any(Error)]);
});
