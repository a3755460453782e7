/** Garbage collection between the phases of work on large documents. */

/** Minimum bytes of a heap that is collected. */
const LARGE_HEAP = 64 * 2 ** 20;

/** A last-resort collection gives emptied pages back, which an ordinary one keeps. */
export const EVERYTHING = { type: 'major', execution: 'sync', flavor: 'last-resort' } as const;

let isPermitted = false;

/** Permits collections in this process: one that works on one document at a time. Elsewhere they would stop others. */
export function permitCollection(): void {
  isPermitted = true;
}

/**
 * Collects garbage if the heap is large, collections are permitted, and the process has `--expose-gc`. V8 keeps the
 * pages of a heap that has grown: without a collection, the garbage of one phase adds to the memory of the next.
 */
export function collectGarbage(): void {
  if (isPermitted && globalThis.gc && process.memoryUsage().heapUsed > LARGE_HEAP) globalThis.gc(EVERYTHING);
}
