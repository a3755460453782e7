/** Bytes of answers that clients do not read: new requests wait, and answers that nobody reads are broken off. */
import * as net from 'node:net';
import { UnreadAnswers } from '../../../src/util/unread';
import { until } from '../../support/until';

const MIB = 2 ** 20;
/** More than the buffers of a connection take. */
const ANSWER = Buffer.alloc(16 * MIB);
const LIMITS = { bytes: 40 * MIB, stallMs: 400, minBytes: 64 * 2 ** 10, checkMs: 10 };

let server: net.Server;
let unread: UnreadAnswers;
let clients: net.Socket[];
let served: net.Socket[];

async function start(limits: typeof LIMITS): Promise<void> {
  unread = new UnreadAnswers(limits);
  served = [];
  clients = [];
  server = net.createServer((socket) => {
    served.push(socket.on('error', () => undefined));
    socket.write(ANSWER);
  });
  unread.watchServer(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

beforeEach(() => start(LIMITS));
afterEach(async () => {
  for (const client of clients) client.destroy();
  await new Promise((resolve) => server.close(resolve));
});

function connect(): net.Socket {
  const { port } = server.address() as net.AddressInfo;
  const client = net.connect(port, '127.0.0.1').on('error', () => undefined);
  clients.push(client.pause());
  return client;
}

const soon = () => AbortSignal.timeout(50);

it('a few unread answers keep nobody waiting, and are kept', async () => {
  connect();
  connect();
  await until(() => unread.bytes > 30 * MIB);
  await new Promise((resolve) => setTimeout(resolve, 2 * LIMITS.stallMs));
  expect(unread.isFull).toBe(false);
  expect(await unread.wait(AbortSignal.abort())).toBe(true);
  expect(served.map(({ destroyed }) => destroyed)).toEqual([false, false]);
});

it('breaks off the oldest ones, and only until the others fit', async () => {
  for (let i = 0; i < 4; i++) {
    connect();
    await until(() => served.length === i + 1);
  }
  await until(() => unread.isFull);
  expect(await unread.wait(AbortSignal.abort())).toBe(false);
  expect(await unread.wait(new AbortController().signal)).toBe(true);
  expect(served.map(({ destroyed }) => destroyed)).toEqual([true, true, false, false]);
});

it('does not break off what is being read', async () => {
  server.close();
  // However slowly it is read here.
  await start({ ...LIMITS, stallMs: 60_000 });
  const reader = connect();
  connect();
  connect();
  let received = 0;
  await until(() => unread.isFull);
  reader.on('data', (data: Buffer) => (received += data.length)).resume();
  // With its bytes, the others fit.
  expect(await unread.wait(new AbortController().signal)).toBe(true);
  await until(() => received === ANSWER.length);
  expect(served.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
});

it.each(['one write', 'many writes'])(
  'breaks off readers by their pace, not by their chunks: answers in %s',
  async (kind) => {
    const size = kind === 'one write' ? ANSWER.length : MIB / 4;
    server.removeAllListeners('connection').on('connection', (socket: net.Socket) => {
      served.push(socket.on('error', () => undefined));
      for (let at = 0; at < ANSWER.length; at += size) socket.write(ANSWER.subarray(at, at + size));
    });
    // A busy machine may keep a fast reader waiting, but not for seconds.
    const limits = { ...LIMITS, bytes: 20 * MIB, stallMs: 6_000 };
    unread = new UnreadAnswers(limits);
    unread.watchServer(server);
    /** Bytes of each reader in 10 ms; less than 64 KiB in six seconds is too slow. */
    const paces = [0, 100, 8 * 1024, 8 * 1024];
    const timers = paces.map((pace) => {
      const reader = connect();
      return setInterval(() => pace > 0 && reader.read(Math.min(pace, reader.readableLength)), 10);
    });
    await until(() => served.filter(({ destroyed }) => destroyed).length === 2);
    await new Promise((resolve) => setTimeout(resolve, limits.stallMs));
    for (const timer of timers) clearInterval(timer);
    expect(served.map(({ destroyed }) => destroyed)).toEqual([true, true, false, false]);
  },
);

it('counts answers that wait for others on a connection', async () => {
  unread = new UnreadAnswers(LIMITS, () => 21 * MIB);
  unread.watchServer(server);
  connect();
  connect();
  await until(() => unread.bytes >= 42 * MIB);
  expect(unread.isFull).toBe(true);
});

it('has room again when connections end', async () => {
  for (let i = 0; i < 3; i++) connect();
  await until(() => unread.isFull);
  expect(await unread.wait(soon())).toBe(false);
  const room = unread.wait(new AbortController().signal);
  for (const client of clients) client.destroy();
  expect(await room).toBe(true);
  await until(() => served.every(({ destroyed }) => destroyed));
  expect(unread.bytes).toBe(0);
});

it('counts answers before they are written, lets callers go on one by one, and refuses large ones at twice the limit', async () => {
  connect();
  expect([30, 20, 29].map((mebibytes) => unread.add(mebibytes * MIB))).toEqual([true, true, true]);
  expect([unread.add(2 * MIB), unread.add(1000)]).toEqual([false, true]);
  const order: number[] = [];
  const callers = [1, 2, 3].map(async (n) => {
    if (!(await unread.wait(AbortSignal.timeout(1_000)))) return;
    order.push(n);
    unread.add(41 * MIB);
  });
  await callers[0];
  expect(order).toEqual([1]);
  await Promise.all(callers);
});
