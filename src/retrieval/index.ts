/** Retrieval: documents in the graph, and answers to questions in words. */
export { DEFAULT_DATABASE, DEFAULT_MODULE, readDatabases, type DatabaseSettings } from './databases';
export { connectModels } from './model';
export { DEFAULT_BUDGET, Retrieval } from './retrieval';
export type { Database, RetrievalOptions, RetrievalQuestion, EngineHandle } from './retrieval';
export { DOCUMENT_TYPES, isCharset } from './documents';
export type { Documents, DocumentType, PutReport, RelinkState, SentDocument } from './documents';
export * from './types';
