/** Threads for documents: how many run at once, and what one may take beside its heap. */
import { inThread, type ThreadLimits } from '../../../../src/retrieval/documents/thread';
import { Places } from '../../../../src/util/places';

const NEVER = new AbortController().signal;
const LIBRARY = 'markdown-it';
const MIB = 2 ** 20;
const limits = (atOnce: number, mostWaiting: number, waitMs = 60_000, growthBytes = 2_048 * MIB): ThreadLimits => ({
  turns: new Places(atOnce, mostWaiting),
  waitMs,
  growthBytes,
});

/** Counts how many run at the same time. */
const COUNTING = `
const { parentPort, workerData } = require('node:worker_threads');
const running = new Int32Array(workerData.shared);
const now = Atomics.add(running, 0, 1) + 1;
if (now > Atomics.load(running, 1)) Atomics.store(running, 1, now);
setTimeout(() => { Atomics.sub(running, 0, 1); parentPort.postMessage({ done: true }); }, 50);
`;
const ENDLESS = 'setInterval(() => undefined, 1000);';

it('runs a limited number at once, and the others wait', async () => {
  const shared = new SharedArrayBuffer(8);
  const two = limits(2, 10);
  const all = Array.from({ length: 6 }, () => inThread(COUNTING, LIBRARY, { shared }, NEVER, two));
  expect(await Promise.all(all)).toEqual(Array.from({ length: 6 }, () => ({ done: true })));
  const most = new Int32Array(shared)[1]!;
  expect([most >= 1, most <= 2]).toEqual([true, true]);
});

it('refuses requests beyond the queue, and those that waited too long', async () => {
  const one = limits(1, 1, 200);
  const leaving = new AbortController();
  const running = inThread(ENDLESS, LIBRARY, {}, leaving.signal, one);
  const waiting = inThread(ENDLESS, LIBRARY, {}, NEVER, one);
  const busy = { code: 'DocumentsBusy', message: expect.stringContaining('1 are being read already') as string };
  await expect(inThread(ENDLESS, LIBRARY, {}, NEVER, one)).rejects.toMatchObject(busy);
  await expect(waiting).rejects.toMatchObject(busy);
  leaving.abort(new Error('left'));
  await expect(running).rejects.toThrow('left');
  const shared = new SharedArrayBuffer(8);
  expect(await inThread(COUNTING, LIBRARY, { shared }, NEVER, one)).toEqual({ done: true });
});

it('lets waiting requests leave without using a turn', async () => {
  const one = limits(1, 5);
  const [first, second] = [new AbortController(), new AbortController()];
  const running = inThread(ENDLESS, LIBRARY, {}, first.signal, one);
  const waiting = inThread(ENDLESS, LIBRARY, {}, second.signal, one);
  second.abort(new Error('left the queue'));
  await expect(waiting).rejects.toThrow('left the queue');
  const shared = new SharedArrayBuffer(8);
  const last = inThread(COUNTING, LIBRARY, { shared }, NEVER, one);
  first.abort(new Error('left'));
  await expect(running).rejects.toThrow('left');
  expect(await last).toEqual({ done: true });
});

it('ends a thread that uses memory outside its heap', async () => {
  const hoard = `const all = []; setInterval(() => all.push(Buffer.alloc(${16 * MIB}, 1)), 5);`;
  const failure = await inThread(hoard, LIBRARY, {}, NEVER, limits(1, 0, 0, 256 * MIB));
  expect(failure).toEqual({ name: 'Memory', reason: 'it takes too much memory' });
});
