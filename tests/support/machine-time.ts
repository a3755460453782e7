/**
 * Time as this machine has it to give: while more threads want to run than it has processors, a second takes longer.
 * Deadlines of tests are in this time, so that other work on the machine does not end them.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const SAMPLE_MS = 100;
/** Line of the kernel: load of the last minutes, threads that run or wait for a processor, all threads. */
const LOAD = '/proc/loadavg';
const RUNNABLE = /^\S+ \S+ \S+ (\d+)\//;
/** The machine's own, also where a test has replaced them. */
const now = performance.now.bind(performance);
const every = setInterval;
const later = setTimeout;

let time = 0;
let last = 0;
let sampling: NodeJS.Timeout | undefined;

/** Returns the threads for each processor; 1 where the system does not tell. */
function crowding(): number {
  try {
    const [, runnable = '1'] = RUNNABLE.exec(readFileSync(LOAD, 'utf8')) ?? [];
    return Math.max(1, Number(runnable) / availableParallelism());
  } catch {
    return 1;
  }
}

function sample(): void {
  const moment = now();
  // A sample that comes late had to wait itself.
  time += Math.min(moment - last, 2 * SAMPLE_MS) / crowding();
  last = moment;
}

/** Returns milliseconds since some moment. */
export function machineTime(): number {
  if (!sampling) {
    last = now();
    sampling = every(sample, SAMPLE_MS).unref();
  }
  sample();
  return time;
}

/** Calls back when the time has passed. @returns function that cancels it */
export function afterMachineTime(ms: number, callback: () => void): () => void {
  const end = machineTime() + ms;
  const check = (): NodeJS.Timeout => later(look, Math.max(1, end - machineTime()));
  const look = (): void => {
    if (machineTime() >= end) callback();
    else timer = check();
  };
  let timer = check();
  return () => clearTimeout(timer);
}
