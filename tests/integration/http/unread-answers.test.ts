/** Clients that do not read: their places are free again after a time, and who waits for the engine is not cut off. */
import * as net from 'node:net';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from '../../support/http/gateway';
import { until } from '../../support/until';

let gateway: TestGateway;
const sockets: net.Socket[] = [];
const start = async (options: TestGatewayOptions): Promise<void> => {
  gateway = await startTestGateway({ unreadMs: 1_500, queueMs: 20_000, ...options });
};
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await gateway.close();
});

const BODY = '{ q(func: has(a)) { uid } }';
/** More than the buffers of a connection hold. */
const LARGE = Buffer.alloc(32 * 2 ** 20, ' ');

function connect(path: string, method: string): net.Socket {
  const { hostname, port } = new URL(gateway.url);
  const socket = net.connect(Number(port), hostname).on('error', () => undefined);
  sockets.push(socket);
  const body = method === 'POST' ? BODY : '';
  const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/dql\r\n`;
  socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
  return socket;
}

it.each([
  ['POST', '/query'],
  ['GET', '/ui/keywords'],
  ['GET', '/debug/vars'],
])('%s %s: unread answers hold their places for a limited time', async (method, path) => {
  await start({ concurrency: ['address=2'] });
  let large = 2;
  gateway.upstream.answer((_heard, response) => void response.end(large-- > 0 ? LARGE : '{"data":{}}'));
  for (const socket of [connect(path, method), connect(path, method)]) socket.pause();
  await until(() => gateway.upstream.requests.length === 2);
  expect((await gateway.ask('/query', { method: 'POST', body: BODY })).status).toBe(200);
});

it('counts answers that wait for an earlier one on their connection', async () => {
  await start({});
  gateway.upstream.answer(() => undefined);
  const socket = connect('/query', 'POST').pause();
  const count = 20;
  socket.write('GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(count));
  const { text } = await gateway.ask('/openapi.json');
  await until(() => gateway.server.shared.services.unread.bytes >= count * text.length);
});

it('requests that wait for the engine are answered, and idle connections end', async () => {
  await start({});
  let answer = (): void => undefined;
  gateway.upstream.answer((_heard, response) => (answer = () => response.end('{"data":{}}')));
  const waiting = connect('/query', 'POST');
  let text = '';
  waiting.on('data', (data) => (text += data.toString()));
  const idle = net.connect(Number(new URL(gateway.url).port), '127.0.0.1').on('error', () => undefined);
  sockets.push(idle);
  await until(() => gateway.upstream.requests.length === 1);
  // The idle one is as old: its end says that the time is over.
  await new Promise((resolve) => idle.resume().once('close', resolve));
  await new Promise((resolve) => setTimeout(resolve, 600));
  answer();
  await until(() => text.includes('{"data":{}}'));
});

it('a client may read slowly', async () => {
  await start({ unreadMs: 5_000 });
  gateway.upstream.answer((_heard, response) => void response.end(LARGE));
  const socket = connect('/query', 'POST');
  let bytes = 0;
  const begun = Date.now();
  socket.on('data', (data) => {
    bytes += data.length;
    socket.pause();
    // So slow that all of it takes longer than a client may read nothing.
    const isDue = bytes / LARGE.length < (Date.now() - begun) / 7_000;
    setTimeout(() => socket.resume(), isDue ? 0 : 20);
  });
  await until(() => bytes > LARGE.length);
});
