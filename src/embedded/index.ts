/** The embedded engine: Dgraph's HTTP contract over LMDB, on one node. */
export { Contents, type PlainEdge, type PlainEntry, type PlainFacet, type PlainValue } from './contents';
export type { Listen, PrivateListen } from './access';
export { startEmbedded, type EmbeddedOptions, type EmbeddedServer } from './server';
export { backUp, BackupError, compact, restore, StoreError, type BackupSummary, type Compacted } from './storage';
