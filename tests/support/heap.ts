/** Measures the heap of this process after a collection. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

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
