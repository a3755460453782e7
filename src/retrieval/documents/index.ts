/** The documents of a database: brought in, listed, taken out, linked, searched. */
import { EngineFailure, type Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import type { Logger } from '../../util/log';
import { GraphLinker } from '../links/linker';
import { GraphCorpus } from '../search/corpus';
import { Snapshot } from '../search/snapshot';
import type { Corpus, Embedder, Graph, Linker } from '../types';
import { embedDocument } from './embed';
import { listDocuments, showDocument, type DocumentDetails, type DocumentPage } from './list';
import { checksumOf, prepareDocument, type PrepareOptions, type SentDocument } from './prepare';
import { relinkAll } from './relink';
import { ensureDocumentSchema, hasDocuments } from './schema';
import { checkSource, putDocument, removeDocument, type PutStatus } from './store';

export type { DocumentDetails, DocumentEntry, DocumentPage } from './list';
export type { SentDocument } from './prepare';
export { DOCUMENT_TYPES, type DocumentType } from './read';

export interface DocumentsOptions {
  readonly engine: Engine;
  readonly graph: Graph;
  readonly embedder: Embedder | undefined;
  readonly language: string;
  readonly logger: Logger;
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
  /** Why vectors are missing: the document is there and found by its words; sent again, it gets them. */
  readonly warning?: string;
}

export class Documents {
  readonly linker: Linker;
  private readonly links: GraphLinker;
  private readonly chunks: GraphCorpus;

  constructor(private readonly options: DocumentsOptions) {
    const { graph, logger } = options;
    this.links = new GraphLinker(graph, logger);
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
   * @throws OwlgateError InvalidRequest, DocumentUnreadable, TransactionAborted, EngineUnreachable; EngineFailure; the
   *   signal's reason
   */
  async put(sent: SentDocument, signal: AbortSignal): Promise<PutReport> {
    const { engine, embedder, language, logger } = this.options;
    const prepare: PrepareOptions = { linker: this.links, language };
    const source = checkSource(sent.source);
    await ensureDocumentSchema(engine);
    let report: PutReport = { source, status: 'unchanged' };
    if (!(await this.isThere(source, checksumOf(sent, prepare)))) {
      const document = await prepareDocument(sent, prepare, signal);
      const status = await putDocument(engine, document, signal);
      this.chunks.changed();
      const mentions = document.chunks.reduce((sum, chunk) => sum + chunk.mentions.length, 0);
      report = { source, status, chunks: document.chunks.length, mentions };
    }
    if (!embedder) return report;
    try {
      return { ...report, embedded: await embedDocument(engine, embedder, source, signal) };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof OwlgateError || error instanceof EngineFailure)) throw error;
      logger.warn('vectors of a document are missing', { source, reason: error.message });
      return { ...report, warning: `vectors are missing; send the document again: ${error.message}` };
    }
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

  /** @param after `next` of the page before */
  async list(first: number, after?: string): Promise<DocumentPage> {
    const { engine } = this.options;
    if (!(await hasDocuments(engine))) return { documents: [] };
    return listDocuments(new Snapshot(engine), first, after);
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
      ? await showDocument(new Snapshot(engine), source, first, after)
      : undefined;
    if (!known) throw unknown(source);
    return known;
  }

  /** Links all documents anew with the graph as it is now. */
  async *relink(signal: AbortSignal): AsyncGenerator<{ readonly chunks: number; readonly relinked: number }> {
    const { engine } = this.options;
    this.links.forget();
    if (await hasDocuments(engine)) yield* relinkAll(engine, this.links, signal);
    else yield { chunks: 0, relinked: 0 };
  }

  /** Forgets what is kept in memory, after all data has been dropped. */
  forget(): void {
    this.links.forget();
    this.chunks.forget();
  }
}

const unknown = (source: string): OwlgateError => new OwlgateError('UnknownDocument', { source: source.slice(0, 200) });
