/** Types of imports: sources, options, progress, summary. */
import type { Readable } from 'node:stream';
import type { Credentials } from '../dgraph';

/** A document of an import. */
export interface Source {
  /** Name for messages: file, address, part of a form, `-`. */
  readonly name: string;
  /** Media type, if the source states one; else the name or the text decides. */
  readonly mediaType?: string | undefined;
  /** Base of relative IRIs until the document names one. */
  readonly base?: string | undefined;
  /** Identity of the content: the same for the same blank nodes. */
  readonly identity: string;
  /** Bytes, compressed or not, if known. */
  readonly size?: number | undefined;
  /** Opens the bytes; gzip is recognized by its first bytes. */
  open(): Promise<Readable>;
  /** Discards the bytes of a source that earlier runs have imported, where they must pass to reach the next one. */
  skip?(): Promise<void>;
}

/** Treatment of facts that contradict the ontology, or that the engine refuses. */
export type OnContradiction = 'stop' | 'skip' | 'collect';

/** Treatment of named graphs; a predicate leads from each subject to the graph. */
export type Graphs = 'drop' | 'facet' | { readonly predicate: string };

/** Name of an import: a later one of the same name continues it. */
export interface ImportName {
  readonly id: string;
  /** Digest of the caller: another caller's import of the same id is another import. Absent for a command. */
  readonly owner?: string | undefined;
}

export interface ImportOptions extends ImportName {
  readonly onContradiction: OnContradiction;
  /** Receives the refused statements in N-Triples, with the reasons as comments. */
  readonly collect?: (text: string) => Promise<void>;
  readonly graphs: Graphs;
  /** Reports contradictions and unknown terms, and writes nothing. */
  readonly dryRun?: boolean;
  /** Statements of a batch; default BATCH. */
  readonly batch?: number;
  /** Concurrent batches. */
  readonly parallel?: number;
  readonly credentials?: Credentials | undefined;
  /** Ends the import after the batches in flight; a later one of the same name continues. */
  readonly signal?: AbortSignal;
}

/** Refused facts of one node. */
export interface Refusal {
  readonly source: string;
  /** Line that completes the contradiction. */
  readonly line: number;
  /** IRI of the node. */
  readonly node: string;
  readonly reasons: readonly string[];
  readonly statements: number;
}

/** Terms that the graph does not know, and values that it does not keep, with the numbers of their statements. */
export interface UnknownTerms {
  /** Datatypes of values that are stored as texts, since they are not the range of their property. */
  readonly datatypes?: Readonly<Record<string, number>>;
  /** Properties with decimals of more digits than a double has, to which the engine rounds them. */
  readonly rounded?: Readonly<Record<string, number>>;
  readonly classes: Readonly<Record<string, number>>;
  readonly properties: Readonly<Record<string, number>>;
}

/** Counts of an import, over all its runs. */
export interface Counts {
  /** Statements read and written. */
  readonly stated: number;
  /** Facts inferred. */
  readonly inferred: number;
  /** Stored facts that a new value replaced, and what followed from them. */
  readonly retracted: number;
  /** Statements refused. */
  readonly refused: number;
}

export interface ImportProgress extends Counts {
  readonly source: string;
  /** Share of the bytes that has been read; undefined if their number is not known. */
  readonly share?: number | undefined;
  /** Statements per second of this run, in this source. */
  readonly rate: number;
  /** Time left of the source; undefined if its size is not known. */
  readonly secondsLeft?: number | undefined;
}

export interface ImportSummary extends Counts {
  readonly id: string;
  /** `stopped`: at a contradiction or an error. `interrupted`: by its signal. */
  readonly state: 'running' | 'done' | 'stopped' | 'interrupted';
  /** Statements that earlier runs had written. */
  readonly resumed: number;
  readonly dryRun: boolean;
  /** Seconds, over all runs. */
  readonly seconds: number;
  /** First refusals; `refusedNodes` is their number. */
  readonly refusals: readonly Refusal[];
  readonly refusedNodes: number;
  readonly unknown: UnknownTerms;
  /** Statements outside the default graph. */
  readonly inGraphs: number;
  readonly warnings: readonly string[];
  /** Error that stopped the import. */
  readonly error?: string;
}
