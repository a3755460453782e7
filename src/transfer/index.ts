/** Transfer of data between engines: exports in Dgraph's format, and loads of them. */
export { DirectorySource } from './directory';
export { TransferError } from './errors';
export { writeExport, type ExportSummary } from './export';
export { FILES } from './format';
export { Output } from './output';
export { load, UnreadableLines, type LoadFiles, type LoadSummary } from './load';
export { defaultFacts, EXPORT_FORMATS, EXPORTED_FACTS, RdfExport } from './rdf/export';
export type { ExportedFacts, ExportFormat } from './rdf/export';
export { EngineSource } from './pages';
export type { Source } from './source';
export { isGateway } from './target';
export type { RefusedLine } from './survey';
