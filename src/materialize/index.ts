/** Materialize room: loads, and writes completed with entailed facts. docs/architecture.md lists its folders. */
export { createMaterializer } from './materializer';
export type { MaterializerOptions } from './materializer';
export { GraphqlGateway, type GraphqlAnswer } from './graphql';
export { DEFAULT_DOCUMENT_LIMITS, Documents, termsOf } from './documents';
export { engineQuery } from './store/queries';
export { readQueryBody } from './documents/query-body';
export type { QueryBody, QueryBodyInput } from './documents/query-body';
export type { DocumentLimits, DocumentsOptions } from './documents';
export type { Bundle, StoredDocument } from './in-force/bundle';
export { openImports } from './load/imports';
export { repairRegistry, RepairRefused } from './in-force/registry-repair';
export type { Repair } from './in-force/registry-repair';
export { Seal } from './in-force/registry-seal';
export { adviceFor, surveyRegistry } from './in-force/registry-survey';
export type { Advice, Survey } from './in-force/registry-survey';
export { protectFromGraphql } from './in-force/reserved-sdl';
export type { ImportSettings, ImportSource } from './load/imports';
export {
  CHAT_PREDICATES,
  DOCUMENT_PREDICATES,
  EMBEDDING_PREFIX,
  printChatSchema,
  printDocumentSchema,
} from './in-force/document-schema';
export { requireGuardian } from './write/access';
export { documentFor, introspectionFor, requireCaller } from './access/views';
export type { IntrospectionView, Viewer } from './access/views';
export type { ExplainAnswer, ExplainQuestion } from './explain/explain';
export type * from './types';
