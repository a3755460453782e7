/** A run over the readers, each in turn, in a thread that is watched. */
import * as path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SeedPart } from '../generate/random';
import { shrink } from '../run/shrink';
import type { ParserTarget } from './target';
import { inputAt, tryInput } from './try';
import type { Job, JobResult } from './worker';

export interface ParserRun {
  readonly seed: SeedPart;
  readonly targets: readonly ParserTarget[];
  readonly from: number;
  /** Inputs over all targets; at least one each. */
  readonly count: number;
  readonly minimize?: boolean;
  readonly say?: (text: string) => void;
}

export interface ParserReport {
  readonly inputs: number;
  /** One text for each kind of failure: what is wrong, and the command that repeats it. */
  readonly failures: readonly string[];
  readonly seconds: number;
}

/** Processor time after which an input is taken for one that never ends, and time on the clock for one that waits. */
const HANG_MS = 30_000;
const WAIT_MS = 600_000;
const LOOK_MS = 1_000;
const BATCH = 500;
const MAX_SHOWN = 2_000;

export async function runParsers({
  seed,
  targets,
  from,
  count,
  minimize = false,
  say,
}: ParserRun): Promise<ParserReport> {
  const began = Date.now();
  const failures = new Map<string, string>();
  const each = Math.max(1, Math.ceil(count / targets.length));
  const thread = new Thread();
  let inputs = 0;
  try {
    for (const target of targets) {
      for (let at = from; at < from + each; at += BATCH) {
        const job = { target: target.name, seed, from: at, count: Math.min(BATCH, from + each - at) };
        for (const { index, text } of await thread.run(job)) {
          const key = `${target.name} ${text.replace(/\d+/g, '#').split('\n').slice(0, 3).join(' ').slice(0, 200)}`;
          if (failures.has(key)) continue;
          failures.set(key, await describe(target, seed, index, text, minimize));
        }
        inputs += job.count;
      }
      say?.(`${target.name}: ${each} inputs`);
    }
  } finally {
    await thread.end();
  }
  return { inputs, failures: [...failures.values()], seconds: (Date.now() - began) / 1000 };
}

async function describe(
  target: ParserTarget,
  seed: SeedPart,
  index: number,
  text: string,
  minimize: boolean,
): Promise<string> {
  const input = inputAt(target, seed, index);
  const lines = [`${target.name}: ${text}`, `  npm run fuzz -- --seed ${seed} --only '${target.name}' --at ${index}`];
  lines.push(`  input (${input.length} characters): ${JSON.stringify(input.slice(0, MAX_SHOWN))}`);
  if (minimize && !text.startsWith('no end')) {
    const first = text.split('\n')[0]!.replace(/\d+/g, '#');
    const stays = async (characters: readonly string[]): Promise<boolean> =>
      (await tryInput(target, characters.join('')))?.split('\n')[0]!.replace(/\d+/g, '#') === first;
    lines.push(`  smaller: ${JSON.stringify((await shrink(Array.from(input), stays)).join('').slice(0, MAX_SHOWN))}`);
  }
  return lines.join('\n');
}

/** The thread, started again where it had to be ended. */
class Thread {
  private worker: Worker | undefined;
  private readonly current = new Int32Array(new SharedArrayBuffer(4));

  /** Faults found with the inputs of a job; one that never ends is skipped. */
  async run(job: Job): Promise<readonly { index: number; text: string }[]> {
    const worker = (this.worker ??= this.start());
    Atomics.store(this.current, 0, job.from);
    const result = await this.watched(worker, job);
    if ('faults' in result) return result.faults;
    await this.end();
    const { index, text } = result;
    const before = index > job.from ? await this.run({ ...job, count: index - job.from }) : [];
    const left = job.from + job.count - index - 1;
    const after = left > 0 ? await this.run({ ...job, from: index + 1, count: left }) : [];
    return [...before, { index, text }, ...after];
  }

  async end(): Promise<void> {
    await this.worker?.terminate();
    this.worker = undefined;
  }

  private start(): Worker {
    const modules = [path.join(__dirname, '../register.cjs'), path.join(__dirname, 'worker.ts')];
    const source = modules.map((file) => `require(${JSON.stringify(file)});`).join('\n');
    return new Worker(source, { eval: true, workerData: this.current.buffer });
  }

  private watched(worker: Worker, job: Job): Promise<JobResult | { index: number; text: string }> {
    return new Promise((resolve) => {
      let index = -1;
      let since = { clock: 0, processor: 0 };
      const timer = setInterval(() => {
        const now = Atomics.load(this.current, 0);
        const time = { clock: Date.now(), processor: processorMs() };
        if (now !== index) [index, since] = [now, time];
        else if (time.processor - since.processor > HANG_MS || time.clock - since.clock > WAIT_MS) {
          settle({ index, text: `no end within ${HANG_MS / 1000} s of processor time` });
        }
      }, LOOK_MS);
      const settle = (result: JobResult | { index: number; text: string }): void => {
        clearInterval(timer);
        worker.off('message', settle).off('error', fail);
        resolve(result);
      };
      const fail = (error: Error): void =>
        settle({ index: Atomics.load(this.current, 0), text: `the thread ended: ${error.message}` });
      worker.once('message', settle).once('error', fail);
      worker.postMessage(job);
    });
  }
}

/** Of all threads of this process; all but one of them wait. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
