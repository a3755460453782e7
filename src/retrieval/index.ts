/** Retrieval: documents in the graph, and answers to questions in words. */
export { DEFAULT_DATABASE, readDatabases, type DatabaseSettings } from './databases';
export { connectModels } from './model';
export { openEmbedder, openReranker } from './model/local';
export { Retrieval } from './retrieval';
export type { Database, EngineHandle } from './retrieval';
export { Chats } from './chat';
export type { ChatQuestion, ConversationName, NumberedEvent } from './chat';
export { DOCUMENT_TYPES, failedDocument, isCharset, listSchema, METADATA, toSent } from './documents';
export type { Documents, ListedDocument, RelinkState, SentDocument } from './documents';
export * from './types';
