/** Data that the stages of retrieval exchange. Field names of results are those of the specification (section 2.6). */
import type { EngineSchema } from '../dgraph';
import type { ExplainAnswer, ExplainQuestion, InForce } from '../materialize';
import type { Logger } from '../util/log';
import type { ChatModel } from './model/types';

/** Retrieval modules (specification, section 4.9). */
export const MODULES = ['naive', 'owl', 'arag', 'aragog'] as const;
export type ModuleName = (typeof MODULES)[number];

/** Values of `module`: a module, or `auto`, which chooses one for each question. */
export const MODULE_CHOICES = ['auto', ...MODULES] as const;
export type ModuleChoice = (typeof MODULE_CHOICES)[number];

/** Body of `POST /api/v1/databases/{id}/retrieve`. */
export interface RetrievalRequest {
  readonly question: string;
  /** Default: the module of the database. */
  readonly module?: ModuleChoice;
  /** `full` adds complete tool results and proofs. Default `summary`. */
  readonly trace?: 'summary' | 'full';
}

/** Passage that supports an answer. */
export interface Passage {
  /** Source of the document, as uploaded. */
  readonly source: string;
  readonly text: string;
  /** Position in the document, from 0. */
  readonly chunk_index?: number;
  /** Higher is better. Scores of different results do not compare. */
  readonly score?: number;
}

/** One tool call. */
export interface TrajectoryStep {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly result_summary?: string;
}

/** Fact of the graph that supports an answer. */
export interface Statement {
  readonly subject: NodeReference;
  /** Predicate name in Dgraph; `graph.type` for types. */
  readonly predicate: string;
  /** Node, class name or value. */
  readonly object: NodeReference | string | number | boolean;
  readonly status: 'asserted' | 'inferred';
  /** Proof in the format of `/ontology/explain`; only with `trace: full`. */
  readonly proof?: object;
}

export interface NodeReference {
  readonly uid: string;
  readonly iri?: string;
  readonly label?: string;
}

export interface RetrievalResult {
  /** Null without sufficient evidence. */
  readonly answer: string | null;
  readonly passages: readonly Passage[];
  readonly trajectory: readonly TrajectoryStep[];
  /** 0 if no model was called. */
  readonly cost_usd: number;
  /** Turns of the agent; 0 for modules without an agent. */
  readonly loops: number;
  readonly module_used: ModuleName;
  readonly metadata: RetrievalMetadata;
}

export interface RetrievalMetadata extends Readonly<Record<string, unknown>> {
  /** Model that answered; null for extracts and fixed plans. */
  readonly model: string | null;
  /** Facts of the graph that support the answer. */
  readonly statements?: readonly Statement[];
  /** Number of inferred statements without a proof, with `trace: full`. */
  readonly proofs_omitted?: number;
  /** Budget that ended the work. */
  readonly stopped_by?: 'steps' | 'tokens' | 'seconds' | 'cost';
}

/** Part of a document. */
export interface Chunk {
  readonly uid: string;
  readonly source: string;
  /** Position in the document, from 0. */
  readonly index: number;
  readonly text: string;
  /** Offsets in the document's text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Title of the document. */
  readonly title?: string;
  /** Heading above the chunk. */
  readonly heading?: string;
}

export interface ScoredChunk {
  readonly chunk: Chunk;
  readonly score: number;
}

/** Documents of a database, as modules and agents see them. */
export interface Corpus {
  /** Searches by words, ranked by BM25. */
  keywordSearch(text: string, limit: number, signal?: AbortSignal): Promise<readonly ScoredChunk[]>;
  /** Searches by meaning; undefined without an embedding model. */
  readonly semanticSearch:
    ((text: string, limit: number, signal?: AbortSignal) => Promise<readonly ScoredChunk[]>) | undefined;
  /** Counts chunks, and those with a vector of the embedding model; absent if all have one. */
  readonly embedded?: (signal?: AbortSignal) => Promise<{ readonly count: number; readonly of: number }>;
  /** Orders chunks by a cross-encoder, and returns the best; undefined without a reranking model. */
  readonly rerank:
    | ((
        text: string,
        found: readonly ScoredChunk[],
        limit: number,
        signal?: AbortSignal,
      ) => Promise<readonly ScoredChunk[]>)
    | undefined;
  /** @returns undefined for an unknown chunk */
  chunk(source: string, index: number): Promise<Chunk | undefined>;
  /** Returns chunks that mention any of the nodes; chunks with the most of them first. */
  mentioning(uids: readonly string[], limit: number): Promise<readonly ScoredChunk[]>;
}

/** Limits of the work on one question. */
export interface Budget {
  /** Turns of an agent. */
  readonly steps: number;
  /** Tokens sent to the model and received from it. */
  readonly tokens: number;
  readonly seconds: number;
  /** US dollars, by the configured prices. */
  readonly cost: number;
}

/** Receiver of events during retrieval, for chat. */
export interface RetrievalObserver {
  step?(step: TrajectoryStep): void;
  passages?(passages: readonly Passage[]): void;
  /** Receives a part of the answer's text. */
  text?(delta: string): void;
}

/** Earlier turn of the conversation. */
export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** One question to a module, with its history and limits. */
export interface RetrievalCall extends RetrievalRequest {
  readonly history: readonly Turn[];
  readonly budget: Budget;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  readonly observer: RetrievalObserver;
}

/** Graph of a database, as modules see it: read-only. */
export interface Graph {
  /**
   * Runs a read-only DQL query with the names of the engine (`dgraph.type`).
   *
   * @param variables by name, with `$`
   * @throws EngineFailure, OwlgateError EngineUnreachable; the signal's reason
   */
  query<Data = Record<string, unknown>>(
    text: string,
    variables?: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<Data>;
  /**
   * Runs a query of a model, in which `graph.type` stands for the types of a node. The engine ends it after its time.
   * `isTooLarge` recognizes the error of an answer with more bytes.
   *
   * @throws EngineFailure, OwlgateError EngineUnreachable
   */
  queryWithin(
    text: string,
    limits: { readonly seconds: number; readonly maxBytes: number },
  ): Promise<Record<string, unknown>>;
  /** All predicates and types of the engine. */
  schema(): Promise<EngineSchema>;
  /** Ontology in force with its hierarchies and names. */
  readonly ontology: InForce | undefined;
  /** Explains a stored fact. @throws OwlgateError FactUnknown, UnknownPredicate, UnknownNode, NoOntology */
  explain(question: ExplainQuestion): Promise<ExplainAnswer>;
  /**
   * Holds claims against the ontology and the stored facts. Writes nothing.
   *
   * @returns proof of the contradiction, or its message; undefined if the claims may hold
   */
  contradiction(claims: readonly Claim[]): Promise<string | undefined>;
}

/** Fact that an answer states of stored nodes. */
export interface Claim {
  /** Uid. */
  readonly subject: string;
  /** Predicate name in Dgraph; `graph.type` for types, whose object is the value. */
  readonly predicate: string;
  readonly object: { readonly uid: string } | { readonly value: string };
}

/** Embedding model. */
export interface Embedder {
  /** Name of the model. Vectors of different models do not compare. */
  readonly model: string;
  /** Length of a vector, if known before the first request. */
  readonly dimensions?: number;
  /** Returns one vector per text, in order. @throws OwlgateError; the signal's reason */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly (readonly number[])[]>;
}

/** Cross-encoder: reads a question together with a passage. */
export interface Reranker {
  /** Returns one score per passage, in order; higher is better. @throws OwlgateError; the signal's reason */
  score(question: string, passages: readonly string[], signal: AbortSignal): Promise<readonly number[]>;
}

/** Span of a text that names nodes or classes. */
export interface Mention {
  /** Offsets in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Text of the span. */
  readonly text: string;
  /** Nodes with this label; several if it is ambiguous. */
  readonly uids: readonly string[];
  /** Dgraph names of classes with this label. */
  readonly classes: readonly string[];
  /** `model` if a model chose the link; absent for a match of a label alone. */
  readonly by?: 'model';
}

/** Finder of mentions: nodes and classes by their labels, the longest match at each place. */
export interface Linker {
  /** Returns mentions in text order, without overlaps. Labels may be some seconds old. */
  mentions(text: string, signal?: AbortSignal): Promise<readonly Mention[]>;
  /** Returns for each text the uids of the nodes of whose labels it is a part: a word, the beginning or the end. */
  partly(texts: readonly string[], signal: AbortSignal): Promise<readonly (readonly string[])[]>;
}

/** Dependencies of a module. */
export interface Surroundings {
  readonly database: string;
  readonly graph: Graph;
  readonly corpus: Corpus;
  readonly linker: Linker;
  /** Language tag of documents and questions. */
  readonly language: string;
  /** Undefined if none is configured: answers are extracts then. */
  readonly model: ChatModel | undefined;
  readonly logger: Logger;
}

/** Creates a module for a database; called once per database and module, at the first question. */
export type ModuleFactory = (surroundings: Surroundings) => RetrievalModule;

export interface RetrievalModule {
  /** @throws the signal's reason; OwlgateError */
  retrieve(call: RetrievalCall): Promise<RetrievalResult>;
}
