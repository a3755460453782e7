/** Short queries, answered on the thread that serves HTTP from snapshots that the engine lends. */
export { NearReads } from './near-reads';
