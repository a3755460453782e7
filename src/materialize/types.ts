/** What the materialize room offers to the HTTP surface and the command line. */
import type { Credentials } from '../dgraph';
import type { Iri, LoadedOntology, Introspection, OntologyWarning } from '../ontology';
import type { WrittenSyntax } from '../rdf';
import type { CompiledSchema, SchemaDiff } from '../schema';
import type { Bundle } from './in-force/bundle';
import type { Idempotent } from './idempotency/records';
import type { ExplainAnswer, ExplainQuestion } from './explain/explain';

export type { Idempotent };

export type Profile = 'strict' | 'lenient';

/** An ontology in force. */
export interface InForce {
  /** Counts loads on this engine, from 1. */
  readonly version: number;
  /** The document as it was posted. */
  readonly source: string;
  readonly mediaType: string;
  /** It and what it imports. */
  readonly documents: Bundle;
  readonly profile: Profile;
  /** ISO 8601. */
  readonly loadedAt: string;
  /** SHA-256 of the source, or of all documents where there are several, hexadecimal. */
  readonly checksum: string;
  readonly loaded: LoadedOntology;
  readonly introspection: Introspection;
  /** The Dgraph schema that it compiles to. */
  readonly compiled: CompiledSchema;
}

/** A document of an ontology, in any syntax that src/rdf reads. */
export interface OntologyDocument {
  readonly source: string;
  /** Left out, or saying nothing as `application/octet-stream`: the name or the text decides. */
  readonly mediaType?: string;
  /** Its file, its part of the request, or its address. */
  readonly name?: string;
}

export interface LoadRequest extends OntologyDocument {
  /** Sent together with it, for its imports. */
  readonly along?: readonly OntologyDocument[];
  /** SDL to be kept beside it, in place of the one that is kept; left out, that one stays. */
  readonly extension?: string;
  readonly profile: Profile;
  readonly credentials?: Credentials;
  /** Lets imports and contexts be fetched from the network: for those who administer. Default: false. */
  readonly mayFetch?: boolean;
  /** Seconds that reading and compiling it may take, where that is less than the settings allow. */
  readonly seconds?: number;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
}

/** A contradiction among stored facts. */
export interface StoredViolation {
  /** As a rejected write would say it. */
  readonly message: string;
  readonly entity: string;
}

export interface ViolationsRequest {
  /** How many at most. */
  readonly first: number;
  /** `next` of the part before. */
  readonly after?: string | undefined;
  readonly credentials?: Credentials | undefined;
}

/** A fact in an answer; types are `graph.type`, literals have their quotation marks. */
export interface ListedFact {
  readonly subject: string;
  readonly predicate: string;
  readonly object: string;
}

/** A contradiction among stored facts, with its proof. */
export interface Violation {
  /** As a rejected write would say it. */
  readonly message: string;
  readonly code: string;
  readonly entity: string;
  /** W3C name. */
  readonly rule: string;
  readonly axiom: string;
  readonly line: number;
  readonly column: number;
  /** The facts that contradict the axiom. */
  readonly facts: readonly ListedFact[];
  /** The rule, and the proof of each fact down to what is asserted. */
  readonly explanation?: object;
}

export interface ViolationsPage {
  readonly version: number;
  readonly violations: readonly Violation[];
  /** Where to go on, with or without violations here; absent at the end. */
  readonly next?: string;
}

export interface MaterializationReport {
  /** Nodes that were looked at. */
  readonly nodes: number;
  /** Facts written. */
  readonly inferred: number;
  /** Facts of the ontology before that are entailed no longer, and were removed. */
  readonly retracted: number;
  /** The first 1,000. */
  readonly violations: readonly StoredViolation[];
  readonly violationCount: number;
}

/** Why a materialization runs: a load's seventh step, or because someone asked for it. */
export type MaterializationCause = 'load' | 'request';

/**
 * `waiting`: for writes that were begun under the version before. `retracting`: stored inferred facts are looked at whose
 * support is in doubt. `inferring`: stored facts set off the rules that are new.
 */
export type MaterializationPhase = 'waiting' | 'retracting' | 'inferring';

/** How the materialization of the version in force stands. */
export interface MaterializationStatus {
  /** `idle`: it has ended. `interrupted`: it was cut off, and goes on when a gateway starts. `failed`: see `reason`. */
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
  /** Of one that failed. */
  readonly reason?: string;
  /** The last one that ended. */
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

/** A materialization that was asked for, and has begun. */
export interface MaterializationRun {
  readonly version: number;
  /** Rejects where it fails. */
  readonly ended: Promise<MaterializationReport>;
}

/** Rules of the ontology in force that widen what groups of the cluster may read or write. */
export interface AccessReport {
  readonly version: number;
  /** False: the cluster has no access control, hence no groups and no warnings. */
  readonly accessControl: boolean;
  readonly warnings: readonly OntologyWarning[];
}

/** What a load would make of the stored data. */
export interface Preview extends MaterializationReport {
  /** The first 100 of each. */
  readonly examples: { readonly inferred: readonly ListedFact[]; readonly retracted: readonly ListedFact[] };
  /** Whether everything has been gone through; otherwise the numbers are those of a part, and `reason` says why. */
  readonly exact: boolean;
  readonly reason?: string;
}

/** The names that Dgraph has for an ontology's terms, by IRI. */
export interface OntologyTerms {
  readonly classes: ReadonlyMap<Iri, string>;
  readonly properties: ReadonlyMap<Iri, string>;
}

export interface Validation {
  readonly counts: LoadedOntology['counts'];
  readonly terms: OntologyTerms;
  /** As /alter takes it. */
  readonly compiledSchema: string;
  /** SDL of the ontology, with that of the extension. */
  readonly graphqlSchema: string;
  readonly diff: SchemaDiff;
  /** Also axioms that no rule was made of. */
  readonly warnings: readonly OntologyWarning[];
}

/** What a validation is to say of the stored data, too. */
export interface PreviewRequest {
  /** After so long it tells what it has found. */
  readonly timeoutMs: number;
}

export interface LoadReport extends Validation {
  readonly version: number;
  readonly materialization: MaterializationReport;
}

/** The GraphQL that a user gives beside the ontology. */
export interface ExtensionState {
  readonly extension: { readonly version: number; readonly sdl: string; readonly loadedAt: string } | undefined;
  /** SDL that is made of the ontology in force. */
  readonly generated: string | undefined;
  /** SDL of the engine's GraphQL schema, whoever has set it. */
  readonly inForce: string | undefined;
}

export interface ExtensionReport {
  /** Undefined: nothing was ever kept. */
  readonly version: number | undefined;
  /** Whether it is in force; else it will be with the next load, or `warnings` say what is in the way. */
  readonly merged: boolean;
  readonly warnings: readonly OntologyWarning[];
}

export interface MutateCall {
  /** Decompressed. */
  readonly body: Buffer;
  /** Without parameters, lower case. */
  readonly contentType: string;
  /** The request's query string. */
  readonly parameters: URLSearchParams;
  readonly credentials?: Credentials;
  /** Its `Idempotency-Key`, if it came with one. */
  readonly idempotent?: Idempotent;
}

/** A request to /commit. */
export interface CommitCall {
  /** Decompressed. */
  readonly body: Buffer;
  /** The request's query string. */
  readonly parameters: URLSearchParams;
  readonly credentials?: Credentials;
  /** Its `Idempotency-Key`, if it came with one. */
  readonly idempotent?: Idempotent;
}

/** An answer to a client, ready to be sent: HTTP status 200 with Dgraph's body, errors too. */
export interface MutateReply {
  readonly body: string | Buffer;
  /** Tells whether it was answered before, to a request under the same `Idempotency-Key`. */
  readonly isReplay?: boolean;
}

/** What went through /alter and may have changed what the gateway stands on. */
export type AlterNotice = 'schema' | 'drop_all' | 'drop_data' | 'drop_attr';

/** A client's request to change the engine's schema, decompressed. */
export type SchemaChange =
  | { readonly kind: 'alter'; readonly body: string }
  /** GraphQL SDL, or texts among which it is. */
  | { readonly kind: 'graphql'; readonly texts: readonly string[] };

/** The gateway's heart: one per process and engine. */
export interface Materializer {
  /** Recovers the ontology in force from the engine, ends a materialization that was cut off, and follows other gateways. */
  start(): Promise<void>;
  /** Stops following; waits for what runs. */
  stop(): Promise<void>;
  readonly inForce: InForce | undefined;
  /**
   * Steps 1 to 3 of a load, and what step 4 would change. Nothing is written.
   *
   * @param preview asks for what step 7 would make of the stored data; it is not told where step 4 would be refused
   */
  validate(request: LoadRequest, preview?: PreviewRequest): Promise<Validation & { materialization?: Preview }>;
  /** An ontology in force in another syntax, without what it imports. */
  written(inForce: InForce, syntax: WrittenSyntax): Promise<string>;
  /** All seven steps of a load. */
  load(request: LoadRequest): Promise<LoadReport>;
  /**
   * The contradictions among the stored facts, a part at a time. Nothing is written.
   *
   * @throws OwlgateError NoOntology, InvalidRequest, AccessDenied
   */
  violations(request: ViolationsRequest): Promise<ViolationsPage>;
  /** Holds the rules in force against the groups of the cluster as they are now. @throws OwlgateError NoOntology, AccessDenied */
  accessReport(credentials?: Credentials): Promise<AccessReport>;
  /**
   * Materializes everything anew under the version in force, for data that was written behind the gateway's back: adds what
   * is missing, takes back what nothing entails. Resolves when it has begun.
   *
   * @throws OwlgateError NoOntology, OntologyBusy, AccessDenied
   */
  materialize(credentials?: Credentials): Promise<MaterializationRun>;
  /** @throws OwlgateError NoOntology */
  materialization(): Promise<MaterializationStatus>;
  /** The same again and again, until it does not run. @throws OwlgateError NoOntology; the signal's reason */
  watchMaterialization(signal: AbortSignal): AsyncIterable<MaterializationStatus>;
  /** Whether a mutation has to pass through here at all; if not it may be forwarded as it is. */
  concerns(call: MutateCall): boolean;
  mutate(call: MutateCall): Promise<MutateReply>;
  /**
   * Ends a client's transaction. With an ontology in force, its commit is checked against all others whatever keys the
   * client sends, and through whichever gateway.
   *
   * @throws EngineFailure as the engine refuses; OwlgateError InvalidRequest, also for a timestamp that was not given out;
   *   OutcomeUnknown
   */
  commit(call: CommitCall): Promise<MutateReply>;
  /**
   * Kept answer to a request with an `Idempotency-Key`; undefined where it has not been carried out.
   *
   * @throws OwlgateError IdempotencyKeyReused, AccessDenied; EngineFailure
   */
  recall(asked: Idempotent, credentials?: Credentials): Promise<string | undefined>;
  /** Of the GraphQL beside the ontology, as far as this gateway knows; it changes with it. */
  readonly extensionVersion: number | undefined;
  /** @throws OwlgateError AccessDenied */
  graphqlExtension(credentials?: Credentials): Promise<ExtensionState>;
  /**
   * Checks an extension, and changes nothing.
   *
   * @returns what it comes to with the ontology in force; undefined where none is
   * @throws OwlgateError GraphqlExtension, ReservedPredicate, AccessDenied
   */
  checkGraphqlExtension(sdl: string, credentials?: Credentials): Promise<string | undefined>;
  /**
   * Keeps an extension in place of the one before, and puts it in force with the ontology.
   *
   * @param sdl undefined removes it
   * @throws OwlgateError GraphqlExtension, ReservedPredicate, OntologySchemaConflict, OntologyBusy, AccessDenied
   */
  setGraphqlExtension(sdl: string | undefined, credentials?: Credentials): Promise<ExtensionReport>;
  /** Why a stored fact holds. */
  explain(question: ExplainQuestion): Promise<ExplainAnswer>;
  /**
   * Runs a change of the schema, unless it would take from the ontology in force or from the registry.
   *
   * @param send hands the change to the engine; calls `altered` where the engine has carried it out
   * @throws OwlgateError SchemaInUse, ReservedPredicate, InvalidRequest, OntologyBusy, AccessDenied; DqlSyntaxError; what `send` throws
   */
  changeSchema<T>(change: SchemaChange, credentials: Credentials | undefined, send: () => Promise<T>): Promise<T>;
  /** After an operation on /alter that the engine took. */
  altered(notice: AlterNotice): Promise<void>;
}
