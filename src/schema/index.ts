/** The schema room: loaded ontology → Dgraph schema and SDL; differences to an engine's schema. Pure. */
export { compileSchema, IRI_PREDICATE } from './compile';
export type { CompiledSchema } from './compile';
export { compileGraphql, isGeneratedSdl, nameTable } from './graphql';
export type { CompiledGraphql } from './graphql';
export { extendGraphql } from './graphql-extension';
export { ontologyApi } from './graphql-api';
export type { ApiOfOntology, GraphqlSources } from './graphql-api';
export { diffSchema, formerPredicates, lackingIndexes, refuseConflicts, typeName, withExtension } from './diff';
export type { PredicateChange, SchemaConflict, SchemaDiff } from './diff';
export { readSchemaAnswer } from './stored';
export type { SchemaAnswer, StoredPredicate } from './stored';
