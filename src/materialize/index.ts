/** Materialize room: loads, and writes completed with entailed facts. docs/architecture.md lists its folders. */
export { createMaterializer } from './materializer';
export type { Materializer } from './types';
export type { AlterNotice } from './alter/types';
export { changelog, differenceLines } from './history/print';
export type { ExplainAnswer, ExplainQuestion } from './explain/explain';
export type { InForce, Profile } from './in-force/types';
export type { LoadReport, LoadRequest, OntologyDocument, PreviewRequest, Validation } from './load/types';
export type { MaterializationStatus } from './walk/types';
export { refuseTooLarge } from './write/body-checks';
export { BatchRefused } from './write/types';
export type { ForeseenSchema } from './write/foreseen-schema';
export type { BatchEffect, BatchOutcome, Idempotent, MutateReply, WriteService } from './write/types';

export { isGuardian, requireGuardian } from './write/access';
export { documentFor, introspectionFor, requireCaller } from './access/views';
export type { Viewer } from './access/views';
export { GraphqlGateway } from './graphql';
export type { GraphqlAnswer } from './graphql/types';
export { protectFromGraphql } from './in-force/reserved-sdl';

export { CompiledStore, DocumentProcesses, programIdentity } from './documents';
export { engineQuery } from './store/queries';
export { readQueryBody } from './documents/query-body';
export type { QueryBody, QueryBodyInput } from './documents/query-body';
export { openImports } from './load/imports';

export { IMPORT_SCHEMA } from './in-force/registry-schema';
export { repairRegistry, RepairRefused } from './in-force/registry-repair';
export type { Repair } from './in-force/registry-repair';
export { Seal } from './in-force/registry-seal';
export { readStoredOntology } from './in-force/stored-ontology';
export { adviceFor, surveyRegistry } from './in-force/registry-survey';
export type { Advice, Survey } from './in-force/registry-survey';

export {
  CHAT_PREDICATES,
  DOCUMENT_PREDICATES,
  EMBEDDING_PREFIX,
  printChatSchema,
  printDocumentSchema,
} from './in-force/document-schema';
