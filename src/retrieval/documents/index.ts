/** The documents of a database: brought in, listed, taken out, linked, searched. */
import { EngineFailure, type Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import type { Logger } from '../../util/log';
import { GraphLinker } from '../links/linker';
import { LINK_BUDGET, LinkRun, type LinkBudget } from '../links/model';
import type { ChatModel } from '../model';
import { GraphCorpus } from '../search/corpus';
import { Snapshot } from '../search/snapshot';
import type { Corpus, Embedder, Graph, Linker } from '../types';
import { embedDocument } from './embed';
import { listDocuments, showDocument, type DocumentDetails, type DocumentPage } from './list';
import { linkDocument, type LinkReport, type LinkTask } from './link';
import { checksumOf, prepareDocument, type PrepareOptions, type SentDocument } from './prepare';
import { relinkAll } from './relink';
import { embeddingPredicate, ensureDocumentSchema, hasDocuments } from './schema';
import { checkSource, putDocument, removeDocument, type PutStatus } from './store';

export type { DocumentDetails, DocumentEntry, DocumentPage } from './list';
export type { SentDocument } from './prepare';
export { DOCUMENT_TYPES, isCharset, type DocumentType } from './read';

export interface DocumentsOptions {
  readonly engine: Engine;
  readonly graph: Graph;
  readonly embedder: Embedder | undefined;
  /** That finds links beside those of labels; undefined where none is to. */
  readonly model?: ChatModel | undefined;
  /** Of one document, or of linking all anew. */
  readonly linkBudget?: LinkBudget;
  readonly language: string;
  readonly logger: Logger;
}

/** How far a document has come: its chunks written, then those that get vectors, then those that a model is asked about. */
export interface PutProgress {
  readonly source: string;
  readonly stage: 'passages' | 'vectors' | 'links';
  readonly done: number;
  readonly of: number;
}

/** What became of a document. */
export interface PutReport {
  readonly source: string;
  readonly status: PutStatus;
  /** Left out of one that is unchanged. */
  readonly chunks?: number;
  /** Places where nodes or classes are named. */
  readonly mentions?: number;
  /** Vectors made; left out where no embedding model is configured. */
  readonly embedded?: number;
  /** Mentions that the model has found or told apart; left out where none is asked. */
  readonly linked_by_model?: number;
  /** Of the model for its links, in US dollars; likewise. */
  readonly cost_usd?: number;
  /** Why vectors or links of the model are missing: the document is there and found by its words; sent again, it gets them. */
  readonly warning?: string;
}

/** How far linking anew has come. */
export interface RelinkState {
  /** That have been looked at. */
  readonly chunks: number;
  /** Of these, those that have other links of labels now. */
  readonly relinked: number;
  readonly linked_by_model?: number;
  readonly cost_usd?: number;
  /** Why links of the model are missing: done again, it goes on. */
  readonly warning?: string;
}

export class Documents {
  readonly linker: Linker;
  private readonly links: GraphLinker;
  private readonly chunks: GraphCorpus;

  constructor(private readonly options: DocumentsOptions) {
    const { graph, logger, model, language } = options;
    this.links = new GraphLinker(graph, logger, model && language);
    this.linker = this.links;
    this.chunks = new GraphCorpus({ ...options, linker: this.links });
  }

  get corpus(): Corpus {
    return this.chunks;
  }

  /**
   * Brings a document in, in one transaction; one of the same source is replaced, and one that is as it was is left alone.
   * Sent again after a cut, it ends in the same state.
   *
   * @param tell is told how far it has come
   * @throws OwlgateError InvalidRequest, DocumentUnreadable, TransactionAborted, EngineUnreachable; EngineFailure; the
   *   signal's reason
   */
  async put(
    sent: SentDocument,
    signal: AbortSignal,
    tell: (progress: PutProgress) => void = () => undefined,
  ): Promise<PutReport> {
    const { engine, embedder, model, language } = this.options;
    const prepare: PrepareOptions = { linker: this.links, language };
    const source = checkSource(sent.source);
    await ensureDocumentSchema(engine);
    let report: PutReport = { source, status: 'unchanged' };
    const checksum = checksumOf(sent, prepare);
    const tellOf = (stage: PutProgress['stage']) => (done: number, of: number) => tell({ source, stage, done, of });
    if (!(await this.isThere(source, checksum))) {
      const document = await prepareDocument(sent, prepare, signal);
      const status = await putDocument(engine, document, signal, tellOf('passages'));
      this.chunks.changed();
      const mentions = document.chunks.reduce((sum, chunk) => sum + chunk.mentions.length, 0);
      report = { source, status, chunks: document.chunks.length, mentions };
    }
    const warnings: string[] = [];
    const lacks = async <T extends object>(what: string, make: () => Promise<T>): Promise<T | undefined> => {
      try {
        return await make();
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof OwlgateError || error instanceof EngineFailure)) throw error;
        warnings.push(this.warn(what, source, error.message));
        return undefined;
      }
    };
    const embedded =
      embedder &&
      (await lacks('vectors', () =>
        embedDocument(engine, embedder, { source, checksum, tell: tellOf('vectors') }, signal),
      ));
    const linked =
      model &&
      (await lacks('links by the model', () =>
        this.linkByModel(model, [source], { checksum, every: false, tell: tellOf('links') }, signal),
      ));
    const { missing, isGone = false, ...found } = linked ?? {};
    if (missing !== undefined) warnings.push(this.warn('links by the model', source, missing));
    if (isGone || embedded?.isGone) warnings.push('the document has been replaced or taken out meanwhile');
    return {
      ...report,
      ...(embedded && { embedded: embedded.made }),
      ...found,
      ...(warnings.length > 0 && { warning: warnings.join('; ') }),
    };
  }

  private warn(what: string, source: string, reason: string): string {
    this.options.logger.warn(`${what} of a document are missing`, { source, reason });
    return `${what} are missing; send the document again: ${reason}`;
  }

  private async linkByModel(
    model: ChatModel,
    sources: Iterable<string> | AsyncIterable<string>,
    task: Omit<LinkTask, 'source'>,
    signal: AbortSignal,
  ): Promise<LinkedByModel> {
    const { graph, engine, logger, linkBudget = LINK_BUDGET } = this.options;
    const run = new LinkRun(model, graph, signal, linkBudget);
    const stage = { engine, graph, model, linker: this.links };
    const total: LinkReport = { linked: 0, left: 0, isGone: false };
    for await (const source of sources) {
      const { linked, left, isGone } = await linkDocument(stage, run, { ...task, source }, signal);
      total.linked += linked;
      total.left += left;
      total.isGone ||= isGone;
      if (run.stopped !== undefined) break;
    }
    if (run.dropped > 0) logger.debug('replies of the model had entries that cannot be', { dropped: run.dropped });
    const report = { linked_by_model: total.linked, cost_usd: run.costUsd, isGone: total.isGone };
    if (total.left === 0) return report;
    const reason = run.stopped ?? 'its replies cannot be used';
    return { ...report, missing: `of ${total.left} passages (${reason})` };
  }

  private async isThere(source: string, checksum: string): Promise<boolean> {
    const { q = [] } = await new Snapshot(this.options.engine).query<{ q?: readonly { readonly checksum?: string }[] }>(
      'query q($source: string) { q(func: eq(owlgate.document.source, $source)) { checksum: owlgate.document.checksum } }',
      { $source: source },
    );
    return q.length === 1 && q[0]!.checksum === checksum;
  }

  /** @throws OwlgateError UnknownDocument, TransactionAborted, EngineUnreachable; the signal's reason */
  async remove(source: string, signal: AbortSignal): Promise<void> {
    const { engine } = this.options;
    const known = (await hasDocuments(engine)) && (await removeDocument(engine, checkSource(source), signal));
    if (!known) throw unknown(source);
    this.chunks.changed();
  }

  /** The predicate of the configured model's vectors. */
  private vectors(): string | undefined {
    const { embedder } = this.options;
    return embedder && embeddingPredicate(embedder.model);
  }

  /** @param after `next` of the page before */
  async list(first: number, after?: string): Promise<DocumentPage> {
    const { engine } = this.options;
    if (!(await hasDocuments(engine))) return { documents: [] };
    return listDocuments(new Snapshot(engine), this.vectors(), first, after);
  }

  /**
   * One document with its chunks.
   *
   * @param after index of the chunk after which to go on
   * @throws OwlgateError UnknownDocument
   */
  async show(source: string, first: number, after?: number): Promise<DocumentDetails> {
    const { engine } = this.options;
    const known = (await hasDocuments(engine))
      ? await showDocument(new Snapshot(engine), this.vectors(), source, first, after)
      : undefined;
    if (!known) throw unknown(source);
    return known;
  }

  /**
   * Links all documents anew with the graph as it is now. Where a model links, it is asked about those passages whose labels
   * or candidates have changed since.
   */
  async *relink(signal: AbortSignal): AsyncGenerator<RelinkState> {
    const { engine, model } = this.options;
    this.links.forget();
    let state: RelinkState = { chunks: 0, relinked: 0 };
    if (!(await hasDocuments(engine))) {
      yield state;
      return;
    }
    await ensureDocumentSchema(engine);
    for await (state of relinkAll(engine, this.links, model !== undefined, signal)) yield state;
    if (!model) return;
    const {
      missing,
      isGone: _,
      ...found
    } = await this.linkByModel(model, this.sources(signal), { every: true }, signal);
    const warning = `links by the model are missing ${missing}, and of documents after them; relink again to go on`;
    yield { ...state, ...found, ...(missing !== undefined && { warning }) };
  }

  private async *sources(signal: AbortSignal): AsyncGenerator<string> {
    for (let after: string | undefined; ;) {
      signal.throwIfAborted();
      const page = await this.list(PAGE, after);
      for (const { source } of page.documents) yield source;
      if (page.next === undefined) return;
      after = page.next;
    }
  }

  /** Forgets what is kept in memory, after all data has been dropped. */
  forget(): void {
    this.links.forget();
    this.chunks.forget();
  }
}

interface LinkedByModel {
  readonly linked_by_model: number;
  readonly cost_usd: number;
  /** Of which passages, and why. */
  readonly missing?: string;
  /** A document has been replaced or taken out meanwhile. */
  readonly isGone: boolean;
}

/** Documents that are listed at once. */
const PAGE = 200;

const unknown = (source: string): OwlgateError => new OwlgateError('UnknownDocument', { source: source.slice(0, 200) });
