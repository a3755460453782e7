/** Imports: RDF of any size through the reasoner. */
export { addressSource, fileSource, streamSource } from './source';
export { runImport } from './importer';
export { readRecord } from './journal';
export type { Graphs, ImportOptions, ImportProgress, ImportSummary, OnContradiction, Refusal, Source } from './types';
