/** Garbage collection between the phases of work on large documents. */

/** Minimum bytes of a heap that is collected. */
const LARGE_HEAP = 64 * 2 ** 20;

/** A last-resort collection gives emptied pages back, which an ordinary one keeps. */
const EVERYTHING = { type: 'major', execution: 'sync', flavor: 'last-resort' } as const;
/** Before Node 22, V8 collects young objects alone where its `gc` has any argument. */
const KNOWS_OPTIONS = Number(process.versions.node.split('.')[0]) >= 22;

/** Collects all garbage. @param gc function of V8 that `--expose-gc` gives */
export function collectEverything(gc: NodeJS.GCFunction): void {
  if (KNOWS_OPTIONS) gc(EVERYTHING);
  else gc();
}

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
  if (isPermitted && globalThis.gc && process.memoryUsage().heapUsed > LARGE_HEAP) collectEverything(globalThis.gc);
}
