/**
 * The package as a library.
 *
 *     startGateway(config, logger?)         the gateway in this process; `readConfig` returns its configuration
 *     readOntology(turtle), compileSchema   an ontology and its Dgraph schema
 *     readRdf, mergeDocuments, readDocument ontologies in other syntaxes, and of several documents
 *     compile, Evaluation, MemoryGraph      the reasoner over facts in memory
 */
export { startGateway, StartError, type Gateway, type StartOptions } from './app';
export { ConfigError, readConfig, SETTINGS, type Config } from './config';
export { ERRORS, OwlgateError, type ErrorCode } from './errors';
export type { Logger } from './util/log';
export { createLogger, type LogOptions } from './util/log-writer';
export {
  checkProfile,
  Introspection,
  readDocument,
  readOntology,
  type LoadedOntology,
  type ReadOptions,
} from './ontology';
export { mergeDocuments, readRdf, type QuadDocument, type RdfOptions } from './rdf';
export { compileSchema, diffSchema, type CompiledSchema, type SchemaDiff } from './schema';
export {
  compile,
  Evaluation,
  MemoryGraph,
  Terms,
  type Contradiction,
  type FactSource,
  type Inference,
} from './reasoner';
