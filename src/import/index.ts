/** Imports: RDF of any size through the reasoner. */
export { addressSource, fileSource, streamSource } from './source';
export { runImport } from './importer';
export { Imports } from './imports';
export { IMPORT_ID, ON_CONTRADICTION, readGraphs } from './options';
export type { ImportOptions, ImportProgress, ImportSummary, Source } from './types';
