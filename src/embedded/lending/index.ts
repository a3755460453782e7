/** Access to the engine from the thread that serves HTTP, without HTTP: snapshots for queries, messages for writes. */
export { NearReads } from './near-reads';
export { Posting } from './posting';
