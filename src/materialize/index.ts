/** The materialize room: loads, and writes completed with what the ontology entails. */
export { createMaterializer } from './materializer';
export type { MaterializerOptions } from './materializer';
export { readBundle } from './bundle';
export type { Bundle, StoredDocument } from './bundle';
export { openImports } from './imports';
export { protectFromDrop, protectFromGraphql, protectFromSchema } from './registry-schema';
export type { ImportSettings, ImportSource } from './imports';
export type * from './types';
