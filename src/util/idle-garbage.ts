/** Garbage collection while a thread is idle. */
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { collectEverything } from './garbage';

interface IdleGarbageOptions {
  /** Time between looks at the heap; 10 s by default. */
  readonly everyMs?: number;
  /** Bytes by which a heap has to grow before it is collected; 32 MiB by default. */
  readonly leastGrowth?: number;
  /** Share of its live size by which it has to grow, too: collecting takes time for what is alive; 0.3 by default. */
  readonly leastShare?: number;
}

const EVERY_MS = 10_000;
const LEAST_GROWTH = 32 * 2 ** 20;
const LEAST_SHARE = 0.3;
/** Share of time in which an idle thread may work. */
const IDLE = 0.1;

/**
 * Gives the memory of large answers back: V8 collects a heap when the next allocation needs room, so that the garbage of
 * a large answer stays as long as its thread has nothing to do. Works in the thread that calls it, and does not keep
 * the process alive.
 *
 * @returns ends it
 */
export function collectWhenIdle(options: IdleGarbageOptions = {}): () => void {
  const { everyMs = EVERY_MS, leastGrowth = LEAST_GROWTH, leastShare = LEAST_SHARE } = options;
  const collect = collector();
  let live = used();
  let since = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, since);
    since = now;
    const size = used();
    // A collection of V8's own.
    live = Math.min(live, size);
    if (utilization > IDLE || size - live < Math.max(leastGrowth, live * leastShare)) return;
    collect();
    live = used();
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Returns a function that collects if the thread holds much memory. Call it where a thread has dropped what it worked
 * on, since the time depends on what is left.
 *
 * @param least bytes of the heap and of buffers from which on it collects
 */
export function collectorOfLarge(least: number): () => void {
  let collect: (() => void) | undefined;
  return () => {
    if (used() >= least) (collect ??= collector())();
  };
}

/** Bytes of the heap, and of buffers that it owns. */
function used(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** V8's collection, which a context has if it is made while the flag is set. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  setFlagsFromString('--no-expose-gc');
  return () => collectEverything(collect);
}
