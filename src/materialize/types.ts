/** Interface of the materialize room to the HTTP surface and the command line. */
import type { Credentials } from '../dgraph';
import type { Iri, LoadedOntology, Introspection, OntologyWarning } from '../ontology';
import type { WrittenSyntax } from '../rdf';
import type { CompiledGraphql, CompiledSchema, SchemaDiff } from '../schema';
import type { Extension } from './in-force/registry-extension';
import type { Bundle } from './in-force/bundle';
import type { Idempotent } from './idempotency/records';
import type { ExplainAnswer, ExplainQuestion } from './explain/explain';

export type { Idempotent };

export type Profile = 'strict' | 'lenient';

/** Ontology in force. */
export interface InForce {
  /** Number of the load on this engine, from 1. */
  readonly version: number;
  /** Document as posted. */
  readonly source: string;
  readonly mediaType: string;
  /** The document and its imports. */
  readonly documents: Bundle;
  readonly profile: Profile;
  /** ISO 8601. */
  readonly loadedAt: string;
  /** SHA-256 of the source, or of all documents where there are several, hexadecimal. */
  readonly checksum: string;
  readonly loaded: LoadedOntology;
  readonly introspection: Introspection;
  /** Dgraph schema compiled from the ontology. */
  readonly compiled: CompiledSchema;
  readonly graphql: CompiledGraphql;
}

/** Document of an ontology, in any syntax that src/rdf reads. */
export interface OntologyDocument {
  readonly source: string;
  /** If absent or unspecific (`application/octet-stream`), the name or the text decides. */
  readonly mediaType?: string;
  /** File, part of the request, or address. */
  readonly name?: string;
}

export interface LoadRequest extends OntologyDocument {
  /** Documents sent with it, for its imports. */
  readonly along?: readonly OntologyDocument[];
  /** SDL to store in place of the stored extension; if absent, the stored one stays. */
  readonly extension?: string;
  readonly profile: Profile;
  readonly credentials?: Credentials;
  /** Permission to fetch imports and contexts from the network, for administrators. Default: false. */
  readonly mayFetch?: boolean;
  /** Maximum seconds for reading and compiling, if less than the settings allow. */
  readonly seconds?: number;
  /** Aborts when no client waits for the answer. */
  readonly signal?: AbortSignal;
}

/** Contradiction among stored facts. */
export interface StoredViolation {
  /** Message of a refused write. */
  readonly message: string;
  readonly entity: string;
}

export interface ViolationsRequest {
  /** Maximum number of violations. */
  readonly first: number;
  /** `next` of the previous page. */
  readonly after?: string | undefined;
  readonly credentials?: Credentials | undefined;
}

/** Fact in an answer. Types have the predicate `graph.type`; literals keep their quotation marks. */
export interface ListedFact {
  readonly subject: string;
  readonly predicate: string;
  readonly object: string;
}

/** Contradiction among stored facts, with its proof. */
export interface Violation {
  /** Message of a refused write. */
  readonly message: string;
  readonly code: string;
  readonly entity: string;
  /** W3C name. */
  readonly rule: string;
  readonly axiom: string;
  readonly line: number;
  readonly column: number;
  /** Facts that contradict the axiom. */
  readonly facts: readonly ListedFact[];
  /** The rule, and a proof of each fact down to asserted facts. */
  readonly explanation?: object;
}

export interface ViolationsPage {
  readonly version: number;
  readonly violations: readonly Violation[];
  /** Cursor of the next page, present even if this page has no violations; absent at the end. */
  readonly next?: string;
}

export interface MaterializationReport {
  /** Nodes visited. */
  readonly nodes: number;
  /** Facts written. */
  readonly inferred: number;
  /** Facts removed: entailed by the previous ontology, not by this one. */
  readonly retracted: number;
  /** The first 1,000. */
  readonly violations: readonly StoredViolation[];
  readonly violationCount: number;
}

/** Cause of a materialization: the seventh step of a load, or a request. */
export type MaterializationCause = 'load' | 'request';

/**
 * `waiting`: for writes begun under the previous version. `retracting`: checks stored inferred facts whose support is
 * in doubt. `inferring`: stored facts trigger new rules.
 */
export type MaterializationPhase = 'waiting' | 'retracting' | 'inferring';

/** State of the materialization of the version in force. */
export interface MaterializationStatus {
  /** `idle`: ended. `interrupted`: cut off; resumes when a gateway starts. `failed`: see `reason`. */
  readonly state: 'idle' | 'running' | 'interrupted' | 'failed';
  readonly version: number;
  readonly cause?: MaterializationCause;
  /** ISO 8601. */
  readonly startedAt?: string;
  readonly seconds?: number;
  readonly phase?: MaterializationPhase;
  /** From 1. */
  readonly step?: number;
  readonly steps?: number;
  readonly nodes?: number;
  readonly inferred?: number;
  readonly retracted?: number;
  readonly violations?: number;
  /** Reason of a failure. */
  readonly reason?: string;
  /** Last materialization that ended. */
  readonly last?: {
    readonly cause: MaterializationCause;
    readonly startedAt: string;
    readonly endedAt: string;
    readonly seconds: number;
    readonly nodes: number;
    readonly inferred: number;
    readonly retracted: number;
    readonly violations: number;
  };
}

/** Materialization that has begun on request. */
export interface MaterializationRun {
  readonly version: number;
  /** Rejects if it fails. */
  readonly ended: Promise<MaterializationReport>;
}

/** Rules of the ontology in force that widen access of groups of the cluster. */
export interface AccessReport {
  readonly version: number;
  /** False: the cluster has no access control, hence no groups and no warnings. */
  readonly accessControl: boolean;
  readonly warnings: readonly OntologyWarning[];
}

/** Effect that a load would have on the stored data. */
export interface Preview extends MaterializationReport {
  /** The first 100 of each. */
  readonly examples: { readonly inferred: readonly ListedFact[]; readonly retracted: readonly ListedFact[] };
  /** True if the walk was complete; otherwise the numbers cover a part, and `reason` gives the cause. */
  readonly exact: boolean;
  readonly reason?: string;
}

/** Dgraph names of an ontology's terms, by IRI. */
export interface OntologyTerms {
  readonly classes: ReadonlyMap<Iri, string>;
  readonly properties: ReadonlyMap<Iri, string>;
}

export interface Validation {
  readonly counts: LoadedOntology['counts'];
  readonly terms: OntologyTerms;
  /** Dgraph schema in the syntax of /alter. */
  readonly compiledSchema: string;
  /** SDL of the ontology, merged with the extension. */
  readonly graphqlSchema: string;
  readonly diff: SchemaDiff;
  /** Includes axioms that yielded no rule. */
  readonly warnings: readonly OntologyWarning[];
}

/** Preview requested with a validation. */
export interface PreviewRequest {
  /** Time limit; the preview then reports its partial result. */
  readonly timeoutMs: number;
}

export interface LoadReport extends Omit<Validation, 'graphqlSchema'> {
  readonly version: number;
  readonly materialization: MaterializationReport;
}

/** GraphQL extension, and the schemas around it. */
export interface ExtensionState {
  readonly extension: { readonly version: number; readonly sdl: string; readonly loadedAt: string } | undefined;
  /** SDL generated from the ontology in force. */
  readonly generated: string | undefined;
  /** SDL by which /graphql answers: that of the ontology and the extension, or the engine's. */
  readonly inForce: string | undefined;
}

export interface ExtensionReport {
  /** Undefined if none was ever stored. */
  readonly version: number | undefined;
  /** True if in force; otherwise the next load puts it in force, or `warnings` name the obstacle. */
  readonly merged: boolean;
  readonly warnings: readonly OntologyWarning[];
}

export interface MutateCall {
  /** Decompressed. */
  readonly body: Buffer;
  /** Without parameters, in lower case. */
  readonly contentType: string;
  /** Query string of the request. */
  readonly parameters: URLSearchParams;
  readonly credentials?: Credentials;
  /** From the `Idempotency-Key`, if there is one. */
  readonly idempotent?: Idempotent;
}

/** Request to /commit. */
export interface CommitCall {
  /** Decompressed. */
  readonly body: Buffer;
  /** Query string of the request. */
  readonly parameters: URLSearchParams;
  readonly credentials?: Credentials;
  /** From the `Idempotency-Key`, if there is one. */
  readonly idempotent?: Idempotent;
}

/** Answer to a client, ready to send: HTTP status 200 with Dgraph's body, for errors as well. */
export interface MutateReply {
  readonly body: string | Buffer;
  /** True if it repeats the answer to an earlier request with the same `Idempotency-Key`. */
  readonly isReplay?: boolean;
}

/** Operation on /alter that may have changed the schema or the registry. */
export type AlterNotice = 'schema' | 'drop_all' | 'drop_data' | 'drop_attr';

/** Request of a client to change the engine's schema, decompressed. */
export type SchemaChange =
  | { readonly kind: 'alter'; readonly body: string }
  /** GraphQL SDL, or texts that contain it. */
  | { readonly kind: 'graphql'; readonly texts: readonly string[] };

/** Loads, writes and reasoning over one engine: one instance per process and engine. */
export interface Materializer {
  /**
   * Recovers the ontology in force from the engine, resumes a materialization that was cut off, and follows other
   * gateways.
   */
  start(): Promise<void>;
  /** Stops following other gateways; waits for running work. */
  stop(): Promise<void>;
  readonly inForce: InForce | undefined;
  /** Predicates of the ontology in force that hold lists of edges and have no count index. */
  readonly uncounted: readonly string[];
  /**
   * Carries out steps 1 to 3 of a load, and computes the changes of step 4. Writes nothing.
   *
   * @param preview requests the effect of step 7 on the stored data; omitted from the result if step 4 would be refused
   */
  validate(request: LoadRequest, preview?: PreviewRequest): Promise<Validation & { materialization?: Preview }>;
  /** Writes an ontology in force in another syntax, without its imports. */
  written(inForce: InForce, syntax: WrittenSyntax): Promise<string>;
  /** Carries out all seven steps of a load. */
  load(request: LoadRequest): Promise<LoadReport>;
  /**
   * Lists the contradictions among the stored facts, page by page. Writes nothing.
   *
   * @throws OwlgateError NoOntology, InvalidRequest, AccessDenied
   */
  violations(request: ViolationsRequest): Promise<ViolationsPage>;
  /**
   * Checks the rules in force against the current groups of the cluster. @throws OwlgateError NoOntology, AccessDenied
   */
  accessReport(credentials?: Credentials): Promise<AccessReport>;
  /**
   * Materializes all stored facts anew under the version in force, for data that was written past the gateway: adds
   * missing facts, retracts facts without support. Resolves when it has begun.
   *
   * @throws OwlgateError NoOntology, OntologyBusy, AccessDenied
   */
  materialize(credentials?: Credentials): Promise<MaterializationRun>;
  /** @throws OwlgateError NoOntology */
  materialization(): Promise<MaterializationStatus>;
  /**
   * Yields the status repeatedly until the materialization ends. @throws OwlgateError NoOntology; the signal's reason
   */
  watchMaterialization(signal: AbortSignal): AsyncIterable<MaterializationStatus>;
  /** True if a mutation has to pass through here; any other may be forwarded as it is. */
  concerns(call: MutateCall): boolean;
  mutate(call: MutateCall): Promise<MutateReply>;
  /**
   * Ends a client's transaction. With an ontology in force, its commit is checked for conflicts with all others,
   * whatever keys the client sends, and through whichever gateway.
   *
   * @throws EngineFailure as the engine refuses; OwlgateError InvalidRequest, also for a timestamp that was not given
   *   out; OutcomeUnknown
   */
  commit(call: CommitCall): Promise<MutateReply>;
  /**
   * Returns the stored answer to a request with an `Idempotency-Key`; undefined if it has not been carried out.
   *
   * @throws OwlgateError IdempotencyKeyReused, AccessDenied; EngineFailure
   */
  recall(asked: Idempotent, credentials?: Credentials): Promise<string | undefined>;
  /** GraphQL extension, as far as this gateway knows. */
  readonly extension: Extension | undefined;
  /** Returns true if /graphql is answered with the API of the ontology in force. @throws EngineFailure */
  servesGraphql(): Promise<boolean>;
  /** @throws OwlgateError AccessDenied */
  graphqlExtension(credentials?: Credentials): Promise<ExtensionState>;
  /**
   * Checks an extension. Changes nothing.
   *
   * @returns SDL merged with the ontology in force; undefined if none is in force
   * @throws OwlgateError GraphqlExtension, ReservedPredicate, AccessDenied
   */
  checkGraphqlExtension(sdl: string, credentials?: Credentials): Promise<string | undefined>;
  /**
   * Stores an extension in place of the previous one, and puts it in force with the ontology.
   *
   * @param sdl undefined removes it
   * @throws OwlgateError GraphqlExtension, ReservedPredicate, OntologySchemaConflict, OntologyBusy, AccessDenied
   */
  setGraphqlExtension(sdl: string | undefined, credentials?: Credentials): Promise<ExtensionReport>;
  /** Explains a stored fact. */
  explain(question: ExplainQuestion): Promise<ExplainAnswer>;
  /**
   * Runs a change of the schema, unless it would damage the ontology in force or the registry.
   *
   * @param send hands the change to the engine; calls `altered` after the engine has carried it out
   * @throws OwlgateError SchemaInUse, ReservedPredicate, InvalidRequest, OntologyBusy, AccessDenied; DqlSyntaxError;
   *   what `send` throws
   */
  changeSchema<T>(change: SchemaChange, credentials: Credentials | undefined, send: () => Promise<T>): Promise<T>;
  /** Refreshes the gateway's state after an operation on /alter that the engine accepted. */
  altered(notice: AlterNotice): Promise<void>;
}
