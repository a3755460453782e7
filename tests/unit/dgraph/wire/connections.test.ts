/** Connections that are opened ahead of reads to a server that closes after every answer, as Dgraph does. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { connectEngine, type Engine } from '../../../../src/dgraph';
import { until } from '../../../support/until';

const ANSWER = 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 16\r\n\r\n{"data":{"q":1}}';

let server: Server;
let engine: Engine;
/** Accepted connections, and the requests on each. */
let accepted: { readonly socket: Socket; received: string }[];

beforeEach(async () => {
  accepted = [];
  server = createServer({ noDelay: true }, (socket) => {
    const connection = { socket, received: '' };
    accepted.push(connection);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      connection.received += chunk.toString('latin1');
      socket.end(ANSWER);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  engine = connectEngine({ urls: [`http://127.0.0.1:${port}`], kind: 'cluster' });
});
afterEach(async () => {
  await engine.close();
  for (const { socket } of accepted) socket.destroy();
  server.close();
});

const read = () => engine.query('{ q(func: uid(1)) { uid } }');
const unused = () => accepted.filter(({ received, socket }) => received === '' && !socket.destroyed);

/** Reads until a connection waits for the next read. */
async function openAhead(): Promise<void> {
  await read();
  await read();
  await until(() => unused().length === 1);
}

it('opens none for single reads', async () => {
  await read();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(accepted).toHaveLength(1);
});

it('uses the waiting connection for the next read, and opens another one', async () => {
  await openAhead();
  const [waiting] = unused();
  await read();
  expect(waiting!.received).toContain('POST /query');
  await until(() => unused().length === 1);
});

it('sends no change on it', async () => {
  await openAhead();
  const [waiting] = unused();
  await engine.mutate('{ set { _:a <p> "1" . } }', { contentType: 'application/rdf', commitNow: true });
  expect(waiting!.received).toBe('');
  expect(accepted.at(-1)!.received).toContain('POST /mutate');
});

it('reads on a new one where the server has closed it', async () => {
  await openAhead();
  unused()[0]!.socket.destroy();
  expect((await read()).data).toEqual({ q: 1 });
  await openAhead();
  unused()[0]!.socket.resetAndDestroy();
  expect((await read()).data).toEqual({ q: 1 });
});

it('closes it when no read comes', async () => {
  await openAhead();
  await until(() => unused().length === 0);
});

it('opens none while requests run side by side', async () => {
  await Promise.all(Array.from({ length: 40 }, read));
  await Promise.all(Array.from({ length: 40 }, read));
  expect(accepted).toHaveLength(80);
});
