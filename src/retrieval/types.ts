/** What the stages of retrieval hand to one another; field names of results are those of the specification (section 2.6). */
import type { EngineSchema } from '../dgraph';
import type { ExplainAnswer, ExplainQuestion, InForce } from '../materialize';
import type { Logger } from '../util/log';
import type { ChatModel } from './model';

/** Ways of retrieving (specification, section 4.9). */
export const MODULES = ['naive', 'owl', 'arag', 'aragog'] as const;
export type ModuleName = (typeof MODULES)[number];

/** `POST /api/v1/databases/{id}/retrieve`. */
export interface RetrievalRequest {
  readonly question: string;
  /** Left out: the database's own. */
  readonly module?: ModuleName;
  /** `full` has the whole results of tools, and proofs. Default `summary`. */
  readonly trace?: 'summary' | 'full';
}

/** A passage that an answer stands on. */
export interface Passage {
  /** Of the document, as it was given. */
  readonly source: string;
  readonly text: string;
  /** From 0, in its document. */
  readonly chunk_index?: number;
  /** Higher is better; comparable within one result only. */
  readonly score?: number;
}

/** A call of a tool. */
export interface TrajectoryStep {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly result_summary?: string;
}

/** A fact of the graph that an answer stands on. */
export interface Statement {
  readonly subject: NodeReference;
  /** Dgraph name; `graph.type` for types. */
  readonly predicate: string;
  /** A node, the name of a class, or a value. */
  readonly object: NodeReference | string | number | boolean;
  readonly status: 'asserted' | 'inferred';
  /** As `/ontology/explain` gives it; for `trace: full`. */
  readonly proof?: object;
}

export interface NodeReference {
  readonly uid: string;
  readonly iri?: string;
  /** What people call it. */
  readonly label?: string;
}

export interface RetrievalResult {
  /** Null where the evidence is not there. */
  readonly answer: string | null;
  readonly passages: readonly Passage[];
  readonly trajectory: readonly TrajectoryStep[];
  /** 0 where no model was asked. */
  readonly cost_usd: number;
  /** Turns of the agent; 0 of the modules that have none. */
  readonly loops: number;
  readonly module_used: ModuleName;
  readonly metadata: RetrievalMetadata;
}

export interface RetrievalMetadata extends Readonly<Record<string, unknown>> {
  /** The model that was asked; null where answers are extracts and agents follow a fixed plan. */
  readonly model: string | null;
  /** Facts of the graph behind the answer. */
  readonly statements?: readonly Statement[];
  /** Which budget ended the work. */
  readonly stopped_by?: 'steps' | 'tokens' | 'seconds' | 'cost';
}

/** A part of a document. */
export interface Chunk {
  readonly uid: string;
  readonly source: string;
  /** From 0, in its document. */
  readonly index: number;
  readonly text: string;
  /** Where it begins and ends in the document's text, in characters (UTF-16 units). */
  readonly start: number;
  readonly end: number;
  /** Of its document. */
  readonly title?: string;
  /** The heading that it stands under. */
  readonly heading?: string;
}

export interface ScoredChunk {
  readonly chunk: Chunk;
  readonly score: number;
}

/** The documents of a database, to modules and agents. */
export interface Corpus {
  /** By words, ranked by BM25. */
  keywordSearch(text: string, limit: number, signal?: AbortSignal): Promise<readonly ScoredChunk[]>;
  /** By meaning where an embedding model is configured; undefined where none is. */
  readonly semanticSearch:
    ((text: string, limit: number, signal?: AbortSignal) => Promise<readonly ScoredChunk[]>) | undefined;
  /** Undefined for one that there is not. */
  chunk(source: string, index: number): Promise<Chunk | undefined>;
  /** Those that name any of the nodes, the most of them first. */
  mentioning(uids: readonly string[], limit: number): Promise<readonly ScoredChunk[]>;
}

/** What a question may cost. */
export interface Budget {
  /** Turns of an agent. */
  readonly steps: number;
  /** Of the model, sent and received. */
  readonly tokens: number;
  readonly seconds: number;
  /** US dollars, by the prices that are configured. */
  readonly cost: number;
}

/** Tells what happens while it happens: for chat. */
export interface RetrievalObserver {
  step?(step: TrajectoryStep): void;
  passages?(passages: readonly Passage[]): void;
  /** A part of the answer's text. */
  text?(delta: string): void;
}

/** A turn before the question, in a conversation. */
export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** A module's whole surroundings for one question. */
export interface RetrievalCall extends RetrievalRequest {
  readonly history: readonly Turn[];
  readonly budget: Budget;
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal;
  readonly observer: RetrievalObserver;
}

/** The graph of a database, to modules: nothing here writes. */
export interface Graph {
  /**
   * Read-only DQL, in the words of the engine (`dgraph.type`).
   *
   * @param variables by name, with `$`
   * @throws EngineFailure, OwlgateError EngineUnreachable; the signal's reason
   */
  query<Data = Record<string, unknown>>(
    text: string,
    variables?: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<Data>;
  /** Every predicate and type that is stored. */
  schema(): Promise<EngineSchema>;
  /** The ontology in force with its hierarchies and names; undefined where none is. */
  readonly ontology: InForce | undefined;
  /** Why a stored fact holds. @throws OwlgateError FactUnknown, UnknownPredicate, UnknownNode, NoOntology */
  explain(question: ExplainQuestion): Promise<ExplainAnswer>;
}

/** Texts to vectors, by a model. */
export interface Embedder {
  /** Of the model: vectors of different ones do not compare. */
  readonly model: string;
  /** Of a vector, where it is known before the first is made. */
  readonly dimensions?: number;
  /** One vector a text, in their order. @throws OwlgateError; the signal's reason */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly (readonly number[])[]>;
}

/** A place in a text where something of the graph is named. */
export interface Mention {
  /** Where it begins and ends, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** As it stands there. */
  readonly text: string;
  /** Nodes with this label; several where it is ambiguous. */
  readonly uids: readonly string[];
  /** Classes with this label, by Dgraph name. */
  readonly classes: readonly string[];
  /** Who said so where no label does alone. */
  readonly by?: 'model';
}

/** Finds what texts name: nodes and classes by their labels, the longest at each place. */
export interface Linker {
  /** In their order; none overlaps another. Labels may be some seconds old. */
  mentions(text: string, signal?: AbortSignal): Promise<readonly Mention[]>;
}

/** What a module of a database stands on. */
export interface Surroundings {
  readonly database: string;
  readonly graph: Graph;
  readonly corpus: Corpus;
  readonly linker: Linker;
  /** Tag of the language of documents and questions. */
  readonly language: string;
  /** Undefined where none is configured: answers are extracts then. */
  readonly model: ChatModel | undefined;
  readonly logger: Logger;
}

/** Makes a module for a database; called once each, when it is first asked. */
export type ModuleFactory = (surroundings: Surroundings) => RetrievalModule;

/** One way of retrieving. */
export interface RetrievalModule {
  readonly name: ModuleName;
  /** @throws the signal's reason; OwlgateError */
  retrieve(call: RetrievalCall): Promise<RetrievalResult>;
}
