/** The store: opening, reading and writing of a data directory. */
export type * from './view';
export { backUp, type BackupSummary } from './backup';
export { Catalog, spacesOf, type PredicateEntry, type Spaces } from './catalog';
export { EXPLICIT_BLOCK, MAX_EXPLICIT_UID } from './counters';
export { Delta, entry, NO_FACETS, PredicateDelta, UidDelta, ValueDelta } from './delta';
export { addPart, deltaOf, partsOf, type DeltaPart } from './delta-parts';
export { BackupError, DiskFullError, StoreError } from './errors';
export { type Fingerprint } from './fingerprint';
export { compact } from './compact';
export { restore, verifyBackup } from './restore';
export { Snapshot } from './snapshot';
export { Store } from './store';
export { StoreView } from './store-view';
export { placeOf, sameValue } from './value-codec';
export { verify } from './verify';
export { WriteBatch } from './write-batch';
