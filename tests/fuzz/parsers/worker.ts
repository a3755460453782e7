/** A thread in which readers run: one that never returns is ended from outside, and its input is known. */
import { parentPort, workerData } from 'node:worker_threads';
import type { SeedPart } from '../generate/random';
import { PARSER_TARGETS } from './targets';
import { inputAt, tryInput } from './try';

export interface Job {
  readonly target: string;
  readonly seed: SeedPart;
  readonly from: number;
  readonly count: number;
}

export interface JobResult {
  readonly faults: readonly { readonly index: number; readonly text: string }[];
}

/** The index that is being worked on, for whoever watches. */
const current = new Int32Array(workerData as SharedArrayBuffer);

parentPort!.on('message', (job: Job) => {
  void run(job).then((result) => parentPort!.postMessage(result));
});

async function run({ target: name, seed, from, count }: Job): Promise<JobResult> {
  const target = PARSER_TARGETS.find((each) => each.name === name)!;
  const faults: { index: number; text: string }[] = [];
  for (let index = from; index < from + count; index++) {
    Atomics.store(current, 0, index);
    const text = await tryInput(target, inputAt(target, seed, index));
    if (text !== undefined) faults.push({ index, text });
  }
  return { faults };
}
