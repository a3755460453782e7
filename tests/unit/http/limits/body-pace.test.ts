/** Bodies that are slow to come, or never do: on every route that reads one, nobody else is kept out. */
import * as net from 'node:net';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from '../../../support/http/gateway';
import { until } from '../../../support/until';

let gateway: TestGateway;
const sockets: net.Socket[] = [];
const start = async (options: TestGatewayOptions): Promise<void> => {
  gateway = await startTestGateway({ queueMs: 300, ...options });
};
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await gateway.close();
});

const TURTLE = 'text/turtle';
const JSON_TYPE = 'application/json';
const ROUTES = [
  ['/query', 'application/dql', 'read'],
  ['/mutate?commitNow=true', 'application/rdf', 'write'],
  ['/commit?startTs=1', JSON_TYPE, 'write'],
  ['/alter', JSON_TYPE, 'admin'],
  ['/graphql', JSON_TYPE, 'read'],
  ['/admin', JSON_TYPE, 'admin'],
  ['/admin/schema', 'application/graphql', 'admin'],
  ['/login', JSON_TYPE, 'read'],
  ['/some/path', JSON_TYPE, 'admin'],
  ['/ontology', TURTLE, 'loads'],
  ['/ontology?validate=true', TURTLE, 'loads'],
  ['/ontology/graphql', 'application/graphql', 'loads'],
  ['/mcp', JSON_TYPE, 'read'],
  ['/api/v1/databases/default/retrieve', JSON_TYPE, 'retrievals'],
  ['/api/v1/databases/default/documents?source=a', 'text/plain', 'write'],
] as const;

/** A request whose body stops after its first byte. */
function slow(path: string, type: string, body = '{', length = 100): { readonly socket: net.Socket; text: string } {
  const { hostname, port } = new URL(gateway.url);
  const client = { socket: net.connect(Number(port), hostname), text: '' };
  sockets.push(client.socket);
  client.socket.on('error', () => undefined).on('data', (data) => (client.text += data.toString()));
  client.socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: application/json, text/event-stream\r\n` +
      `Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${body}`,
  );
  return client;
}

/** True where a whole request is let in, whatever its answer. */
async function isLetIn(path: string, type: string): Promise<boolean> {
  const headers = { 'Content-Type': type, Accept: 'application/json, text/event-stream' };
  return (await gateway.ask(path, { method: 'POST', headers, body: '{}' })).status !== 429;
}

it.each(ROUTES)('%s (%s): slow bodies hold no place of %s', async (path, type, places) => {
  await start({
    concurrency: [`${places}=2`],
    bodyPace: { slowMs: 20, windowMs: 60_000, minBytes: 1 },
  });
  const clients = [slow(path, type), slow(path, type)];
  await until(() => isLetIn(path, type));
  expect(clients.map(({ text }) => text)).toEqual(['', '']);
});

it('a slow body holds its address’s place, and is answered at its end', async () => {
  await start({ concurrency: ['address=1'], bodyPace: { slowMs: 20, windowMs: 60_000, minBytes: 1 } });
  const body = '{ q(func: has(a)) { uid } }';
  const client = slow('/query', 'application/dql', body.slice(0, 1), body.length);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await isLetIn('/query', 'application/dql')).toBe(false);
  client.socket.write(body.slice(1));
  await until(() => client.text.includes('HTTP/1.1 200'));
});

it('a slow body gets its places back, or is refused', async () => {
  await start({ concurrency: ['read=1'], bodyPace: { slowMs: 20, windowMs: 60_000, minBytes: 1 } });
  let answer = (): void => undefined;
  gateway.upstream.answer((_heard, response) => (answer = () => response.end('{"data":{}}')));
  const client = slow('/query', 'application/dql', '{', 27);
  let other: Promise<boolean> | undefined;
  await until(() => {
    other ??= isLetIn('/query', 'application/dql');
    return gateway.upstream.requests.length === 1;
  });
  client.socket.write(' q(func: has(a)) { uid } }');
  await until(() => client.text.includes('"TooManyRequests"'));
  expect(client.text).toMatch(
    /^HTTP\/1\.1 429 [^]*other requests took the place of this one while its body arrived slowly/,
  );
  answer();
  expect(await other).toBe(true);
});

it.each(ROUTES)('%s (%s): a stalled body is refused and returns its bytes', async (path, type) => {
  await start({ bodyBudget: 200, bodyPace: { slowMs: 20, windowMs: 100, minBytes: 10 } });
  const clients = [slow(path, type, '{'.repeat(90)), slow(path, type, '{'.repeat(90))];
  await until(() => clients.every(({ text }) => text.includes('}')));
  for (const { text } of clients) expect(text).toMatch(/^HTTP\/1\.1 408 [^]*"RequestTimeout"/);
  await until(async () => {
    const reply = await gateway.ask('/query', { method: 'POST', body: 'x'.repeat(150) });
    return reply.status !== 503;
  });
});

it('a body at the required pace goes on', async () => {
  await start({ bodyPace: { slowMs: 20, windowMs: 1_500, minBytes: 1 } });
  const body = '{ q(func: has(a)) { uid } }';
  const client = slow('/query', 'application/dql', body.slice(0, 1), body.length);
  for (const character of body.slice(1)) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    client.socket.write(character);
  }
  await until(() => client.text !== '');
  expect(client.text).toMatch(/^HTTP\/1\.1 200/);
});
