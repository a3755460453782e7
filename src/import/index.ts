/** Imports: RDF of any size through the reasoner. */
export { addressSource, fileSource, streamSource } from './source';
export { runImport } from './importer';
export { Imports } from './imports';
export { IMPORT_ID, ON_CONTRADICTION, readGraphs } from './options';
export type { Graphs, ImportOptions, ImportProgress, ImportSummary, OnContradiction, Refusal, Source } from './types';
