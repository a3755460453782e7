/** What the thread that serves HTTP does without HTTP to the engine: short queries, from snapshots; writes, by messages. */
export { NearReads } from './near-reads';
export { Posting } from './posting';
