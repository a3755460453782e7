/** Moving data between engines: exports in the form of Dgraph's own, and loads of them. */
export { DirectorySource } from './directory';
export { TransferError } from './errors';
export { writeExport, type ExportSummary, type ExportTargets } from './export';
export { FILES } from './format';
export { load, Unreadable, type LoadFiles, type LoadOptions, type LoadSummary } from './load';
export { EngineSource } from './pages';
export type { Source } from './source';
export type { Refusal } from './survey';
