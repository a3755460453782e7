/** The retrieval service: databases by id, and questions to their modules. */
import type { Engine } from '../dgraph';
import { OwlgateError } from '../errors';
import type { Materializer } from '../materialize';
import type { Logger } from '../util/log';
import { forgetConversations } from './chat/store';
import type { DatabaseSettings } from './databases';
import { Documents } from './documents';
import { graphOf } from './graph';
import type { ChatModel } from './model';
import type {
  Budget,
  Embedder,
  Graph,
  ModuleChoice,
  Reranker,
  RetrievalCall,
  RetrievalModule,
  RetrievalRequest,
  RetrievalResult,
} from './types';

/** Open database. */
export interface Database {
  readonly id: string;
  /** Default module. */
  readonly module: ModuleChoice;
  readonly engine: Engine;
  readonly materializer: Materializer;
  readonly graph: Graph;
  readonly documents: Documents;
  readonly language: string;
}

/** Question with optional history, limits, signal and observer. */
export type RetrievalQuestion = RetrievalRequest & Partial<Omit<RetrievalCall, keyof RetrievalRequest>>;

export const DEFAULT_BUDGET: Budget = { steps: 12, tokens: 60_000, seconds: 90, cost: 1 };

/** Engine with its materializer. The creator closes them. */
export interface EngineHandle {
  readonly engine: Engine;
  readonly materializer: Materializer;
}

interface RetrievalOptions {
  readonly databases: readonly DatabaseSettings[];
  /** Opens the engine of a database; called once per database, again after a failure. */
  readonly open: (settings: DatabaseSettings) => Promise<EngineHandle>;
  readonly embedder?: Embedder | undefined;
  readonly reranker?: Reranker | undefined;
  readonly model?: ChatModel | undefined;
  /** True if the model also links documents to nodes. Default false. */
  readonly modelLinks?: boolean;
  readonly logger: Logger;
}

export class Retrieval {
  private readonly settings: ReadonlyMap<string, DatabaseSettings>;
  private readonly opened = new Map<string, Promise<Database>>();
  private readonly modules = new Map<string, RetrievalModule>();

  constructor(private readonly options: RetrievalOptions) {
    this.settings = new Map(options.databases.map((each) => [each.id, each]));
  }

  /** Ids of all databases. */
  get ids(): readonly string[] {
    return [...this.settings.keys()];
  }

  /**
   * Returns a database; opens it at the first request.
   *
   * @throws OwlgateError UnknownDatabase, EngineUnreachable, or an error of the recovery of its ontology
   */
  async database(id: string): Promise<Database> {
    const settings = this.settings.get(id);
    if (!settings) throw new OwlgateError('UnknownDatabase', { id: id.slice(0, 100) }, { databases: this.ids });
    const existing = this.opened.get(id);
    if (existing) return existing;
    const opened = this.open(settings);
    this.opened.set(id, opened);
    // The next request tries again.
    opened.catch(() => this.opened.get(id) === opened && this.opened.delete(id));
    return opened;
  }

  private async open(settings: DatabaseSettings): Promise<Database> {
    const { embedder, reranker, logger, model, modelLinks = false } = this.options;
    const { engine, materializer } = await this.options.open(settings);
    const graph = graphOf(engine, materializer);
    const { id, module, language } = settings;
    const documents = new Documents({
      engine,
      graph,
      embedder,
      reranker,
      model: modelLinks ? model : undefined,
      language,
      logger,
    });
    return { id, module, language, engine, materializer, graph, documents };
  }

  /**
   * Answers a question (service specification, 4.9).
   *
   * @throws OwlgateError UnknownDatabase, InvalidRequest for an unknown module, EngineUnreachable; the signal's reason
   */
  async retrieve(id: string, question: RetrievalQuestion): Promise<RetrievalResult> {
    const database = await this.database(id);
    const name = question.module ?? database.module;
    const signal = question.signal ?? new AbortController().signal;
    signal.throwIfAborted();
    const module = await this.module(database, name);
    return module.retrieve({
      history: [],
      budget: DEFAULT_BUDGET,
      observer: {},
      ...question,
      signal,
    });
  }

  /** Clears caches after an engine's data was dropped. */
  async forget(engine: Engine): Promise<void> {
    forgetConversations(engine);
    for (const opened of this.opened.values()) {
      const database = await opened.catch(() => undefined);
      if (database?.engine === engine) database.documents.forget();
    }
  }

  private async module({ id, graph, documents, language }: Database, name: ModuleChoice): Promise<RetrievalModule> {
    const key = `${id} ${name}`;
    const { MODULE_FACTORIES } = await import('./modules/index.js');
    const existing = this.modules.get(key);
    if (existing) return existing;
    const { logger, model } = this.options;
    const factory = MODULE_FACTORIES[name];
    if (!factory) throw new OwlgateError('InvalidRequest', { reason: `unknown module ${name}` });
    const module = factory({
      database: id,
      graph,
      corpus: documents.corpus,
      linker: documents.linker,
      language,
      model,
      logger,
    });
    this.modules.set(key, module);
    return module;
  }
}
