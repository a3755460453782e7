import { EventEmitter } from 'node:events';
import * as net from 'node:net';
import { UnreadAnswers, type UnreadLimits } from '../../../src/util/unread';
import { until } from '../../support/until';

const MIB = 2 ** 20;
/** More than the buffers of a connection take. */
const ANSWER = Buffer.alloc(16 * MIB);
const LIMITS: UnreadLimits = { bytes: 40 * MIB, stallMs: 400, minBytes: 64 * 2 ** 10, checkMs: 10 };

let server: net.Server;
let unread: UnreadAnswers;
let clients: net.Socket[];
let served: net.Socket[];

/** Starts a server that writes an answer to each client, in chunks of a size. */
async function start(limits = LIMITS, answer = ANSWER, size = answer.length): Promise<void> {
  unread = new UnreadAnswers(limits);
  served = [];
  clients = [];
  server = net.createServer((socket) => {
    served.push(socket.on('error', () => undefined));
    for (let at = 0; at < answer.length; at += size) socket.write(answer.subarray(at, at + size));
  });
  unread.watchServer(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

async function stop(): Promise<void> {
  for (const client of clients) client.destroy();
  await new Promise((resolve) => server.close(resolve));
}

/** Connects clients that read nothing, and waits until their answers were written. */
async function connect(count: number): Promise<readonly net.Socket[]> {
  const { port } = server.address() as net.AddressInfo;
  for (let i = 0; i < count; i++) {
    clients.push(
      net
        .connect(port, '127.0.0.1')
        .on('error', () => undefined)
        .pause(),
    );
    await until(() => served.length === clients.length);
  }
  return clients;
}

/** Lets time pass for the checks; sockets take the time that they need. */
const pass = (ms: number): void => {
  jest.advanceTimersByTime(ms);
};
const brokenOff = (): readonly boolean[] => served.map(({ destroyed }) => destroyed);
const ended = AbortSignal.abort();
const endless = (): AbortSignal => new AbortController().signal;

beforeEach(() => {
  const of = ['Date', 'hrtime', 'nextTick', 'queueMicrotask', 'setImmediate', 'setTimeout', 'clearTimeout'] as const;
  jest.useFakeTimers({ doNotFake: [...of] });
  return start();
});
afterEach(async () => {
  await stop();
  jest.useRealTimers();
});

it('a few unread answers keep nobody waiting, and are kept', async () => {
  await connect(2);
  pass(LIMITS.checkMs);
  expect(unread.bytes).toBeGreaterThan(20 * MIB);
  pass(2 * LIMITS.stallMs);
  expect(unread.isFull).toBe(false);
  expect(await unread.wait(ended)).toBe(true);
  expect(brokenOff()).toEqual([false, false]);
});

it('breaks off the oldest ones, and only until the others fit', async () => {
  await connect(4);
  pass(LIMITS.checkMs);
  expect(unread.isFull).toBe(true);
  expect(await unread.wait(ended)).toBe(false);
  pass(LIMITS.stallMs - LIMITS.checkMs);
  expect(brokenOff()).toEqual([false, false, false, false]);
  const room = unread.wait(endless());
  pass(LIMITS.checkMs);
  expect(await room).toBe(true);
  expect(brokenOff()).toEqual([true, true, false, false]);
});

it.each([
  ['one write', 64 * MIB],
  ['many writes', MIB / 4],
])('does not break off what is being read: answers in %s', async (_, size) => {
  await stop();
  const large = Buffer.alloc(64 * MIB);
  await start({ ...LIMITS, bytes: 8 * MIB }, large, size);
  const [reader] = await connect(2);
  let received = 0;
  reader!.on('data', ({ length }: Buffer) => {
    received += length;
    // About five times what breaks off an answer that is not read, in all.
    pass((5 * LIMITS.stallMs * length) / large.length);
  });
  reader!.resume();
  await until(() => received === large.length || served[0]!.destroyed);
  expect(brokenOff()).toEqual([false, true]);
});

/** A connection with counters as Node's has: of a write, the handle counts what has left; of others, what has not begun. */
class Connection extends EventEmitter {
  destroyed = false;
  private left = 0;

  constructor(private readonly chunk: number) {
    super();
  }

  get bytesWritten(): number {
    return ANSWER.length;
  }
  get writableLength(): number {
    return ANSWER.length - Math.floor(this.left / this.chunk) * this.chunk;
  }
  get _handle() {
    return { writeQueueSize: Math.min(this.chunk - (this.left % this.chunk), ANSWER.length - this.left) };
  }
  read(bytes: number): void {
    this.left = Math.min(ANSWER.length, this.left + bytes);
  }
  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

it.each([
  ['one write', ANSWER.length],
  ['many writes', MIB / 4],
])('breaks off readers by their pace, not by their chunks: answers in %s', (_, chunk) => {
  unread = new UnreadAnswers({ ...LIMITS, bytes: 20 * MIB });
  /** Bytes of each in 10 ms; less than 64 KiB in 400 ms is too slow. */
  const paces = [0, 1_500, 1_800, 8 * 1024];
  const connections = paces.map(() => new Connection(chunk));
  for (const connection of connections) unread.watch(connection);
  for (let at = 0; at < 4 * LIMITS.stallMs; at += LIMITS.checkMs) {
    pass(LIMITS.checkMs);
    for (const [i, pace] of paces.entries()) connections[i]!.read(pace);
  }
  // Two fit.
  expect(connections.map(({ destroyed }) => destroyed)).toEqual([true, true, false, false]);
});

it('counts answers that wait for others on a connection', async () => {
  unread = new UnreadAnswers(LIMITS, () => 21 * MIB);
  unread.watchServer(server);
  await connect(2);
  pass(LIMITS.checkMs);
  expect(unread.bytes).toBeGreaterThanOrEqual(42 * MIB);
  expect(unread.isFull).toBe(true);
});

it('has room again when connections end', async () => {
  await connect(3);
  pass(LIMITS.checkMs);
  expect(unread.isFull).toBe(true);
  expect(await unread.wait(AbortSignal.timeout(50))).toBe(false);
  const room = unread.wait(endless());
  for (const client of clients) client.destroy();
  expect(await room).toBe(true);
  await until(() => served.every(({ destroyed }) => destroyed));
  expect(unread.bytes).toBe(0);
});

it('counts answers before they are written, lets callers go on one by one, and refuses large ones at twice the limit', async () => {
  await connect(1);
  expect([30, 20, 29].map((mebibytes) => unread.add(mebibytes * MIB))).toEqual([true, true, true]);
  expect([unread.add(2 * MIB), unread.add(1000)]).toEqual([false, true]);
  const order: number[] = [];
  const leave = new AbortController();
  const callers = [1, 2, 3].map(async (n) => {
    if (!(await unread.wait(leave.signal))) return;
    order.push(n);
    unread.add(41 * MIB);
  });
  // The answer itself is all that is unread.
  pass(LIMITS.checkMs);
  await callers[0];
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  leave.abort();
  await Promise.all(callers);
  expect(order).toEqual([1]);
});
