/** Measures the heap of this process after a collection. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' }) => void;

/** Returns the live bytes. */
export async function liveBytes(): Promise<number> {
  // Promises and finalizers release memory only after a turn of the event loop.
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Returns the bytes by which `work` grows the heap permanently. */
export async function growthBy(work: () => unknown): Promise<number> {
  const before = await liveBytes();
  await work();
  return (await liveBytes()) - before;
}

/** Bytes after collections of young objects, all of which have become old or were released. */
function bytesAfterMinor(): number {
  collect({ type: 'minor' });
  collect({ type: 'minor' });
  return process.memoryUsage().heapUsed;
}

/**
 * Returns the bytes of each turn that collections of young objects do not release. The time for collections of old
 * objects grows with them.
 */
export async function keptPerTurn(turns: number, work: (turn: number) => unknown): Promise<number> {
  // Code is compiled, and what lives long is old.
  for (let turn = 0; turn < turns; turn++) await work(turn);
  await liveBytes();
  const before = bytesAfterMinor();
  for (let turn = 0; turn < turns; turn++) await work(turn);
  await new Promise((resolve) => setImmediate(resolve));
  return (bytesAfterMinor() - before) / turns;
}
