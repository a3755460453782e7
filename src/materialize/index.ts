/** The materialize room: loads, and writes completed with what the ontology entails. Its folders: docs/architecture.md. */
export { createMaterializer } from './materializer';
export type { MaterializerOptions } from './materializer';
export { GraphqlGateway } from './graphql';
export { DEFAULT_DOCUMENT_LIMITS, Documents, termsOf } from './documents';
export type { DocumentLimits, DocumentsOptions } from './documents';
export type { Bundle, StoredDocument } from './in-force/bundle';
export { openImports } from './load/imports';
export { protectFromDrop, protectFromGraphql, protectFromSchema } from './in-force/registry-schema';
export type { ImportSettings, ImportSource } from './load/imports';
export {
  CHAT_PREDICATES,
  DOCUMENT_PREDICATES,
  EMBEDDING_PREFIX,
  printChatSchema,
  printDocumentSchema,
} from './in-force/document-schema';
export { requireGuardian } from './write/access';
export type { ExplainAnswer, ExplainQuestion } from './explain/explain';
export type * from './types';
