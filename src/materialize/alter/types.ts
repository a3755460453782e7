/** Interface of the schema service: changes of the engine's schema by clients. */
import type { Credentials } from '../../dgraph';
import type { ForeseenSchema } from '../write/foreseen-schema';

export interface SchemaService {
  /**
   * Runs a change of the schema, unless it would damage the ontology in force or the registry.
   *
   * @param send hands the change to the engine; calls `altered` after the engine has carried it out
   * @throws OwlgateError SchemaInUse, ReservedPredicate, InvalidRequest, OntologyBusy, AccessDenied; DqlSyntaxError;
   *   errors of `send`
   */
  change<T>(change: SchemaChange, credentials: Credentials | undefined, send: () => Promise<T>): Promise<T>;
  /**
   * Declares `@lang` for predicates of single strings. The ontology in force must allow values in languages there.
   * Lists and unique values cannot have languages, and stay as they are; so do, on a cluster with access control,
   * predicates that the client may not alter.
   *
   * @param names predicate of a property → predicates of those above it, which the gateway declares in its own name
   * @throws OwlgateError OntologyBusy; EngineFailure
   */
  declareLanguages(names: ReadonlyMap<string, readonly string[]>, credentials: Credentials | undefined): Promise<void>;
  /** Returns the schema that a dry run of an import would make. */
  foresee(): Promise<ForeseenSchema>;
  /** Refreshes the gateway's state after an operation on /alter that the engine accepted. */
  altered(notice: AlterNotice): Promise<void>;
}

/** Operation on /alter that may have changed the schema or the registry. */
export type AlterNotice = 'schema' | 'drop_all' | 'drop_data' | 'drop_attr';

/** Request of a client to change the engine's schema, decompressed. */
export type SchemaChange =
  | { readonly kind: 'alter'; readonly body: string }
  /** GraphQL SDL, or texts that contain it. */
  | { readonly kind: 'graphql'; readonly texts: readonly string[] };
