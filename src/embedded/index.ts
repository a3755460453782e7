/** The embedded engine: Dgraph's HTTP contract over LMDB, on one node. */
export { startEmbedded, type EmbeddedOptions, type EmbeddedServer } from './server';
export { backUp, BackupError, restore, StoreError, type BackupSummary } from './storage';
