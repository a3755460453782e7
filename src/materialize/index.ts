/** The materialize room: loads, and writes completed with what the ontology entails. */
export { createMaterializer } from './materializer';
export type { MaterializerOptions } from './materializer';
export type * from './types';
