/** Interface of walks over stored facts: materializations, previews and violations. */
import type { Credentials } from '../../dgraph';

export interface MaterializationService {
  /**
   * Materializes all stored facts again under the version in force, for data that was written without the gateway: adds
   * missing facts, retracts facts without support. Resolves when it has begun.
   *
   * @throws OwlgateError NoOntology, OntologyBusy, AccessDenied
   */
  start(credentials?: Credentials): Promise<MaterializationRun>;
  /** @throws OwlgateError NoOntology */
  status(): Promise<MaterializationStatus>;
  /** Status of the materialization that this gateway runs; undefined for none. */
  readonly running: MaterializationStatus | undefined;
  /**
   * Yields the status repeatedly until the materialization ends. @throws OwlgateError NoOntology; the signal's reason
   */
  watch(signal: AbortSignal): AsyncIterable<MaterializationStatus>;
}

export interface MaterializationReport {
  /** Nodes whose facts changed: subjects of inferred and retracted facts. */
  readonly nodes: number;
  /** Facts written. */
  readonly inferred: number;
  /** Facts removed: entailed by the previous ontology, not by this one. */
  readonly retracted: number;
  /** The first 1,000. */
  readonly violations: readonly StoredViolation[];
  readonly violationCount: number;
  /** Reason of a failure. The materialization is resumed later; the other fields are zero or empty. */
  readonly interrupted?: string;
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
  /** `idle`: ended. `interrupted`: cut off; a gateway resumes it. `failed`: see `reason`. */
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
  /** Facts inferred and not written yet, while it runs. */
  readonly pending?: number;
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

/** Effect that a load would have on the stored data. */
export interface Preview extends MaterializationReport {
  /** The first 100 of each. */
  readonly examples: { readonly inferred: readonly ListedFact[]; readonly retracted: readonly ListedFact[] };
  /** True if the walk was complete; otherwise the numbers cover a part, and `reason` gives the cause. */
  readonly exact: boolean;
  readonly reason?: string;
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
  /** Searches the repairs of each violation. */
  readonly repairs?: boolean;
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
  /** Present if they were requested. */
  readonly repairs?: Repairs;
}

export interface Repairs {
  /** False if a limit ended the search: further repairs may exist. */
  readonly complete: boolean;
  /** Repairs of fewer facts first; none includes another. Empty if axioms alone contradict one another. */
  readonly sets: readonly Repair[];
}

/** Minimal set of asserted facts without which a contradiction is gone. */
export interface Repair {
  /** Facts to delete. */
  readonly facts: readonly ListedFact[];
  /** Their deletion as the body of POST /mutate, application/rdf. */
  readonly mutation: string;
  /** Number of inferred facts that the deletion would retract. */
  readonly retracted: number;
  /** The first 100 of them. */
  readonly examples: readonly ListedFact[];
  /** Axioms that state some of the facts: each load asserts them again. */
  readonly axioms?: readonly { readonly text: string; readonly line: number; readonly column: number }[];
}

export interface ViolationsPage {
  readonly version: number;
  readonly violations: readonly Violation[];
  /** Nodes with more than 100,000 contradictions of one kind, of which the page has only some. */
  readonly truncated?: readonly string[];
  /** Cursor of the next page, present even if this page has no violations; absent at the end. */
  readonly next?: string;
}
