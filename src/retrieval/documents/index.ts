/** Documents of a database: upload, listing, removal, linking and search. */
import { EngineFailure, type Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import type { Logger } from '../../util/log';
import { GraphLinker } from '../links/linker';
import { LINK_BUDGET, LinkRun, type LinkBudget } from '../links/model';
import type { ChatModel } from '../model';
import { GraphCorpus } from '../search/corpus';
import { Snapshot } from '../search/snapshot';
import type { Corpus, Embedder, Graph, Linker, Reranker } from '../types';
import { embedDocument } from './embed';
import { listDocuments, showDocument, type DocumentDetails, type DocumentPage } from './list';
import { linkDocument, type LinkReport, type LinkTask } from './link';
import { checksumOf, prepareDocument, type PrepareOptions, type SentDocument } from './prepare';
import { relinkAll } from './relink';
import { embeddingPredicate, ensureDocumentSchema, hasDocuments } from './schema';
import { checkSource, putDocument, removeDocument, type PutStatus } from './store';

export { failedDocument } from './failed-document';
export { listSchema, MEDIA_TYPE, METADATA, toSent, type ListedDocument } from './listed';
export type { SentDocument } from './prepare';
export { DOCUMENT_TYPES, isCharset } from './read';

interface DocumentsOptions {
  readonly engine: Engine;
  readonly graph: Graph;
  readonly embedder: Embedder | undefined;
  readonly reranker?: Reranker | undefined;
  /** Model that adds links beyond those by labels; undefined for links by labels only. */
  readonly model?: ChatModel | undefined;
  /** Budget of linking one document, or of linking all documents again. */
  readonly linkBudget?: LinkBudget;
  readonly language: string;
  readonly logger: Logger;
}

/** Progress of an upload: chunks written, then vectors created, then chunks linked by the model. */
export interface PutProgress {
  readonly source: string;
  readonly stage: 'passages' | 'vectors' | 'links';
  readonly done: number;
  readonly of: number;
}

/** Result of an upload. */
interface PutReport {
  readonly source: string;
  readonly status: PutStatus;
  /** Absent for an unchanged document. */
  readonly chunks?: number;
  /** Absent for an unchanged document. */
  readonly mentions?: number;
  /** Vectors created; absent without an embedding model. */
  readonly embedded?: number;
  /** Mentions found or disambiguated by the model; absent without a model. */
  readonly linked_by_model?: number;
  /** Cost of the model's links in US dollars; absent without a model. */
  readonly cost_usd?: number;
  /** Reason for missing vectors or links. Keyword search finds the document; uploading it again adds them. */
  readonly warning?: string;
}

/** Progress of linking all documents again. */
export interface RelinkState {
  /** Chunks checked. */
  readonly chunks: number;
  /** Chunks whose links by labels changed. */
  readonly relinked: number;
  readonly linked_by_model?: number;
  readonly cost_usd?: number;
  /** Reason for missing links of the model. A further run continues. */
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
   * Stores a document in one transaction; replaces a document of the same source, unless it is unchanged. An upload can
   * be repeated after an interruption.
   *
   * @param onProgress receives the progress
   * @throws OwlgateError InvalidRequest, DocumentUnreadable, TransactionAborted, EngineUnreachable; EngineFailure; the
   *   signal's reason
   */
  async put(
    sentDocument: SentDocument,
    signal: AbortSignal,
    onProgress: (progress: PutProgress) => void = () => undefined,
  ): Promise<PutReport> {
    const { engine, embedder, model, language } = this.options;
    const prepare: PrepareOptions = { linker: this.links, language };
    const source = checkSource(sentDocument.source);
    await ensureDocumentSchema(engine);
    let report: PutReport = { source, status: 'unchanged' };
    const checksum = checksumOf(sentDocument, prepare);
    const progressOf = (stage: PutProgress['stage']) => (done: number, of: number) =>
      onProgress({ source, stage, done, of });
    if (!(await this.isStored(source, checksum))) {
      const document = await prepareDocument(sentDocument, prepare, signal);
      const status = await putDocument(engine, document, signal, progressOf('passages'));
      this.chunks.changed();
      const mentions = document.chunks.reduce((sum, chunk) => sum + chunk.mentions.length, 0);
      report = { source, status, chunks: document.chunks.length, mentions };
    }
    const warnings: string[] = [];
    const attempt = async <T extends object>(part: string, make: () => Promise<T>): Promise<T | undefined> => {
      try {
        return await make();
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof OwlgateError || error instanceof EngineFailure)) throw error;
        warnings.push(this.warn(part, source, error.message));
        return undefined;
      }
    };
    const embedded =
      embedder &&
      (await attempt('vectors', () =>
        embedDocument(engine, embedder, { source, checksum, onProgress: progressOf('vectors') }, signal),
      ));
    const linked =
      model &&
      (await attempt('links by the model', () =>
        this.linkByModel(model, [source], { checksum, every: false, onProgress: progressOf('links') }, signal),
      ));
    const { missing, isObsolete = false, ...links } = linked ?? {};
    if (missing !== undefined) warnings.push(this.warn('links by the model', source, missing));
    if (isObsolete || embedded?.isObsolete) warnings.push('the document was replaced or removed meanwhile');
    return {
      ...report,
      ...(embedded && { embedded: embedded.created }),
      ...links,
      ...(warnings.length > 0 && { warning: warnings.join('; ') }),
    };
  }

  private warn(part: string, source: string, reason: string): string {
    this.options.logger.warn(`${part} of a document are missing`, { source, reason });
    return `${part} are missing; send the document again: ${reason}`;
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
    const total: LinkReport = { linked: 0, left: 0, isObsolete: false };
    for await (const source of sources) {
      const { linked, left, isObsolete } = await linkDocument(stage, run, { ...task, source }, signal);
      total.linked += linked;
      total.left += left;
      total.isObsolete ||= isObsolete;
      if (run.stopped !== undefined) break;
    }
    if (run.dropped > 0) logger.debug('invalid entries in replies of the model', { dropped: run.dropped });
    const report = { linked_by_model: total.linked, cost_usd: run.costUsd, isObsolete: total.isObsolete };
    if (total.left === 0) return report;
    const reason = run.stopped ?? 'unusable replies';
    return { ...report, missing: `of ${total.left} passages (${reason})` };
  }

  private async isStored(source: string, checksum: string): Promise<boolean> {
    const { data } = await this.options.engine.query<{ q?: readonly { readonly checksum?: string }[] }>(
      'query q($source: string) { q(func: eq(owlgate.document.source, $source)) { checksum: ' +
        'owlgate.document.checksum } }',
      { readOnly: true, variables: { $source: source } },
    );
    const { q = [] } = data;
    return q.length === 1 && q[0]!.checksum === checksum;
  }

  /** @throws OwlgateError UnknownDocument, TransactionAborted, EngineUnreachable; the signal's reason */
  async remove(source: string, signal: AbortSignal): Promise<void> {
    const { engine } = this.options;
    const wasRemoved = (await hasDocuments(engine)) && (await removeDocument(engine, checkSource(source), signal));
    if (!wasRemoved) throw unknownDocument(source);
    this.chunks.changed();
  }

  /** Returns the predicate of the configured model's vectors. */
  private vectorPredicate(): string | undefined {
    const { embedder } = this.options;
    return embedder && embeddingPredicate(embedder.model);
  }

  /** @param after `next` of the previous page */
  async list(first: number, after?: string): Promise<DocumentPage> {
    const { engine } = this.options;
    if (!(await hasDocuments(engine))) return { documents: [] };
    return listDocuments(new Snapshot(engine), this.vectorPredicate(), first, after);
  }

  /**
   * Returns a document with a page of its chunks.
   *
   * @param after index of the last chunk of the previous page
   * @throws OwlgateError UnknownDocument
   */
  async show(source: string, first: number, after?: number): Promise<DocumentDetails> {
    const { engine } = this.options;
    const details = (await hasDocuments(engine))
      ? await showDocument(new Snapshot(engine), this.vectorPredicate(), source, first, after)
      : undefined;
    if (!details) throw unknownDocument(source);
    return details;
  }

  /**
   * Links all documents again with the current graph. A model gets only passages whose labels or candidates have
   * changed.
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
      isObsolete: _,
      ...links
    } = await this.linkByModel(model, this.sources(signal), { every: true }, signal);
    const warning = `links by the model are missing ${missing}, and of documents after them; relink again to continue`;
    yield { ...state, ...links, ...(missing !== undefined && { warning }) };
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

  /** Clears caches after the data was dropped. */
  forget(): void {
    this.links.forget();
    this.chunks.forget();
  }
}

interface LinkedByModel {
  readonly linked_by_model: number;
  readonly cost_usd: number;
  /** Passages without links of the model, with the reason. */
  readonly missing?: string;
  /** True if a document was replaced or removed meanwhile. */
  readonly isObsolete: boolean;
}

/** Documents per page. */
const PAGE = 200;

const unknownDocument = (source: string): OwlgateError =>
  new OwlgateError('UnknownDocument', { source: source.slice(0, 200) });
