/** Heads of requests: no field is left out in silence, and what cannot be read is answered as every refusal is. */
import * as net from 'node:net';
import { exchangeBytes } from '../../../support/http/client';
import { startTestGateway, type TestGateway } from '../../../support/http/gateway';
import { until } from '../../../support/until';

let gateway: TestGateway;
beforeEach(async () => (gateway = await startTestGateway()));
afterEach(() => gateway.close());

const fields = (count: number) => Array.from({ length: count }, (_, i) => `X-${i}: ${i}\r\n`).join('');
const send = (text: string) => exchangeBytes(gateway.url, text);
const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));

const UPGRADE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ' +
  'dGhlIHNhbXBsZSBub25jZQ==\r\n' +
  'Sec-WebSocket-Protocol: graphql-ws\r\n';

describe('a head with many fields', () => {
  // Node would leave out those from the 1,001st, or 2,001st, on: the one that says for whom a proxy asks.
  it.each([198, 300, 999, 1_000, 1_001, 1_999, 2_000, 2_001, 5_000, 20_000])(
    'loses none of them: %i and one more',
    async (count) => {
      const answer = await send(
        `POST /alter HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 1\r\n${fields(count - 3)}` +
          'X-Forwarded-For: 203.0.113.5\r\n\r\nx',
      );
      expect(gateway.upstream.requests).toEqual([]);
      expect(answer).toMatch(count < 200 ? /unauthorized ip address/ : /^HTTP\/1\.1 431 /);
    },
  );

  it('may have 200 at most', async () => {
    const ask = (count: number) =>
      send(`GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${fields(count - 2)}\r\n`);
    expect(await ask(200)).toMatch(/^HTTP\/1\.1 200 /);
    const refused = await ask(201);
    expect(refused).toMatch(
      /^HTTP\/1\.1 431 Request Header Fields Too Large\r\n(.*\r\n)*Access-Control-Allow-Origin: \*\r\n/,
    );
    expect(bodyOf(refused).errors).toEqual([
      {
        message: 'the head of the request is too large: it has 201 fields, and may have 200',
        extensions: { code: 'HeadTooLarge' },
      },
    ]);
  });

  it.each([
    'POST /query',
    'POST /mutate',
    'GET /ontology',
    'POST /mcp',
    'POST /api/v1/databases/default/retrieve',
    'OPTIONS /alter',
  ])('is refused on every route: %s', async (line) => {
    const answer = await send(`${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${fields(500)}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(gateway.upstream.requests).toEqual([]);
  });

  it.each([
    ['a WebSocket', UPGRADE],
    ['HTTP/2', 'Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n'],
  ])('is refused with a request for %s', async (_, asking) => {
    const answer = await send(`GET /graphql HTTP/1.1\r\nHost: localhost\r\n${asking}${fields(1_000)}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(bodyOf(answer).errors[0].extensions.code).toBe('HeadTooLarge');
  });
});

describe('a head that is too large', () => {
  it.each([300_000, 600_000])('is refused with regard to its method: %i bytes', async (bytes) => {
    const answer = await send(`HEAD /health HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(bytes)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
    expect(answer.slice(answer.indexOf('\r\n\r\n') + 4)).toBe('');
  });

  it('is counted with its names and its target', async () => {
    const ask = (bytes: number) =>
      send(`GET /health?${'x'.repeat(bytes)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(await ask(261_900)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask(262_200)).toMatch(/^HTTP\/1\.1 431 /);
  });
});

describe('a message that is not a request', () => {
  it.each([
    [
      'a head of more than 256 KiB',
      `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(300_000)}\r\n\r\n`,
      431,
      'HeadTooLarge',
    ],
    [
      'a target of more than 256 KiB',
      `GET /${'x'.repeat(300_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      431,
      'HeadTooLarge',
    ],
    ['no HTTP', 'hello\r\n\r\n', 400, 'InvalidRequest'],
    [
      'two lengths',
      'POST /query HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx',
      400,
      'InvalidRequest',
    ],
    [
      'a chunk with a long extension',
      'POST /query HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/dql\r\nTransfer-Encoding: ' +
        `chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\nx\r\n`,
      431,
      'HeadTooLarge',
    ],
  ])('is refused in the common form: %s', async (_, text, status, code) => {
    const answer = await send(text);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain('\r\nAccess-Control-Allow-Origin: *\r\n');
    expect(answer).toContain('\r\nConnection: close\r\n');
    expect(bodyOf(answer).errors[0].extensions.code).toBe(code);
    expect(gateway.upstream.requests).toEqual([]);
  });

  it('does not affect the answer to an earlier request', async () => {
    let answerIt = (): void => undefined;
    gateway.upstream.answer((_heard, response) => {
      answerIt = () => response.end('late');
    });
    const { port } = new URL(gateway.url);
    const socket = net.connect(Number(port), '127.0.0.1');
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await until(() => gateway.upstream.requests.length === 1);
    socket.write('nonsense\r\n\r\n');
    await closed;
    answerIt();
    expect(text).toBe('');
  });
});

it('trailers are ignored', async () => {
  const answer = await send(
    'POST /alter HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\nTrailer: ' +
      'X-Forwarded-For\r\n\r\n' +
      '1\r\nx\r\n0\r\nX-Forwarded-For: 203.0.113.5\r\nX-Owlgate-Key: owk_x\r\nOrigin: https://evil.example\r\n\r\n',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  const [request] = gateway.upstream.requests;
  expect(request!.body.toString()).toBe('x');
  for (const name of ['x-forwarded-for', 'x-owlgate-key', 'origin']) expect(request!.headers[name]).toBeUndefined();
});
