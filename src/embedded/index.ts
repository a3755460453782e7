/** The embedded engine: Dgraph's HTTP contract over LMDB, on one node. */
export { Contents } from './contents';
export type { PrivateListen } from './access';
export { startEmbedded, type EmbeddedServer } from './server';
export { backUp, BackupError, compact, restore, StoreError, verify, verifyBackup } from './storage';
export type { BackupSummary } from './storage';
