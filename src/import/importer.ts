/**
 * Import: sources → statements → batches → writes, several at a time, in bounded memory. Its journal lets a later run
 * continue it.
 */
import type { Engine } from '../dgraph';
import type { NQuad } from '../dql';
import { OwlgateError } from '../errors';
import type { BatchOutcome, Materializer } from '../materialize';
import type { StreamedQuad } from '../rdf/stream';
import type { ImportBatch, Position } from './batch';
import { BatchWriter, ImportStopped } from './batch-writer';
import { Journal } from './journal';
import { printRefused } from './refused-text';
import { Reading } from './reading';
import { Statements } from './statements';
import { Tally, type BatchShare } from './tally';
import type { ImportOptions, ImportProgress, ImportSummary, Refusal, Source } from './types';
import { UnknownCounter } from './unknown-terms';

/** Statements of a batch, and the most that one node adds to it. */
const BATCH = 1_000;
const MAX_OVER = 250;
/** Characters of a batch: about what one request to an engine should have. */
const BATCH_CHARACTERS = 4 << 20;
const PARALLEL = 2;
const JOURNAL_MS = 1_000;
/** Statements after which a dry run begins a new transaction, so that the engine's memory stays bounded. */
const DRY_RUN_STATEMENTS = 100_000;

interface ImportHost {
  readonly engine: Engine;
  readonly materializer: Pick<Materializer, 'writes' | 'inForce'>;
}

/**
 * Runs an import.
 *
 * @returns the summary; its state is `stopped` if the import ended at a contradiction
 * @throws OwlgateError ImportSyntax, ImportUnreadable; errors of the engine. What was written before stays, and a run
 *   with the same id continues.
 */
export function runImport(
  sources: Iterable<Source> | AsyncIterable<Source>,
  host: ImportHost,
  options: ImportOptions,
  report: (progress: ImportProgress) => void = () => undefined,
): Promise<ImportSummary> {
  return new Importer(host, options, report).run(sources);
}

class Importer {
  private readonly journal: Journal;
  private readonly writer: BatchWriter;
  private readonly unknown: UnknownCounter | undefined;
  private readonly pending = new Set<Promise<void>>();
  private tally: Tally;
  private failure: unknown;
  private journaledAt = Date.now();
  private transaction: { readonly startTs: number; readonly hash?: string | undefined } | undefined;
  private dryStatements = 0;

  constructor(
    private readonly host: ImportHost,
    private readonly options: ImportOptions,
    private readonly report: (progress: ImportProgress) => void,
  ) {
    const { engine, materializer } = host;
    this.journal = new Journal(engine, options.id);
    const { credentials, onContradiction, dryRun = false } = options;
    // A dry run reports all contradictions.
    const rules = {
      credentials,
      onContradiction: dryRun && onContradiction === 'stop' ? 'skip' : onContradiction,
    } as const;
    this.writer = new BatchWriter(materializer.writes, rules, () => this.begin());
    this.unknown = materializer.inForce && new UnknownCounter(materializer.inForce.loaded.names);
    this.tally = new Tally(options);
  }

  async run(sources: Iterable<Source> | AsyncIterable<Source>): Promise<ImportSummary> {
    const { dryRun = false } = this.options;
    if (!dryRun) this.tally = new Tally(this.options, await this.journal.open());
    try {
      let number = 0;
      for await (const source of sources) {
        const { from } = this.tally;
        if (number >= from.source) await this.read(source, number, number === from.source ? from.statements : 0);
        number++;
        if (this.isOver) break;
      }
      await this.settled();
      return await this.end(this.options.signal?.aborted === true ? 'interrupted' : 'done');
    } catch (error) {
      await Promise.all(this.pending);
      const summary = await this.end('stopped', error);
      if (error instanceof ImportStopped) return summary;
      throw error;
    } finally {
      await this.abandon();
    }
  }

  private get isOver(): boolean {
    return this.options.signal?.aborted === true || this.failure !== undefined;
  }

  /** Reads a source into batches. @param skipped statements that earlier runs have written */
  private async read(source: Source, number: number, skipped: number): Promise<void> {
    const { batch: size = BATCH, graphs } = this.options;
    const reading = new Reading(source);
    const statements = new Statements(source, graphs);
    const empty = () => ({ source: source.name, statements: [] as NQuad[], quads: [] as StreamedQuad[] });
    let batch = empty();
    let characters = 0;
    let count = 0;
    let subject = '';
    const flush = async (): Promise<void> => {
      if (batch.statements.length === 0) return;
      const full = batch;
      batch = empty();
      characters = 0;
      await this.send(full, { source: number, statements: count });
      const { size: bytes } = source;
      this.report({ ...this.tally.counts, source: source.name, ...(bytes && { share: reading.bytes / bytes }) });
    };
    for await (const quads of reading.statements()) {
      for (const quad of quads) {
        const { length } = batch.statements;
        const isFull = length >= size && (quad.subject !== subject || length >= size + MAX_OVER);
        if (isFull || characters >= BATCH_CHARACTERS) await flush();
        ({ subject } = quad);
        if (++count <= skipped) continue;
        const added = statements.add(quad, batch.statements);
        for (let i = 0; i < added; i++) batch.quads.push(quad);
        this.unknown?.note(batch.statements[batch.statements.length - added]!);
        characters += typeof quad.object === 'string' ? 100 : quad.object.value.length + 50;
      }
      if (this.isOver) break;
    }
    this.tally.noteGraphs(statements.inGraphs);
    if (!this.isOver) await flush();
    this.tally.endSource(number);
  }

  /** Writes a batch; waits while the maximum of batches is in flight. @param end position after the batch */
  private async send(batch: ImportBatch, end: Position): Promise<void> {
    const { dryRun = false, parallel = PARALLEL } = this.options;
    while (this.pending.size >= (dryRun ? 1 : parallel)) await Promise.race(this.pending);
    this.check();
    if (dryRun && (!this.transaction || this.dryStatements >= DRY_RUN_STATEMENTS)) {
      await this.abandon();
      this.transaction = await this.begin();
      this.dryStatements = 0;
    }
    this.dryStatements += batch.statements.length;
    const writing: Promise<void> = this.write(batch, this.tally.begin(end))
      .catch((error: unknown) => void (this.failure ??= error))
      .finally(() => this.pending.delete(writing));
    this.pending.add(writing);
    if (!dryRun && Date.now() - this.journaledAt >= JOURNAL_MS) {
      this.journaledAt = Date.now();
      await this.journal.write(this.tally.record(this.summary('running')));
    }
  }

  private async write(batch: ImportBatch, share: BatchShare): Promise<void> {
    const results = {
      written: (outcome: BatchOutcome, statements: number) => this.tally.count(share, outcome, statements),
      refused: async (refusal: Refusal, { quads }: ImportBatch) => {
        this.tally.refuse(share, refusal);
        await this.options.collect?.(printRefused(refusal, quads));
      },
    };
    await this.writer.write(batch, results, this.transaction);
    this.tally.finish(share);
  }

  private check(): void {
    if (this.failure !== undefined) throw this.failure as Error;
  }

  private async settled(): Promise<void> {
    await Promise.all(this.pending);
    this.check();
  }

  private async end(state: ImportSummary['state'], error?: unknown): Promise<ImportSummary> {
    if (error instanceof ImportStopped) this.tally.list(error.refusal);
    const summary = this.summary(state, error);
    // The engine may be the reason of the end; a missing record only means that more is written again.
    if (this.options.dryRun !== true) await this.journal.write(this.tally.record(summary)).catch(() => undefined);
    return summary;
  }

  private summary(state: ImportSummary['state'], error?: unknown): ImportSummary {
    return this.tally.summary(state, {
      ...(this.unknown && { unknown: this.unknown.terms }),
      hasOntology: this.host.materializer.inForce !== undefined,
      ...(error !== undefined && { error: (error as Error).message }),
    });
  }

  /** Begins a transaction that is never committed. */
  private async begin(): Promise<{ readonly startTs: number; readonly hash?: string | undefined }> {
    const { engine } = this.host;
    const { credentials } = engine.identity ? { credentials: undefined } : this.options;
    const { extensions } = await engine.query('{ q(func: uid(0x1)) { uid } }', credentials ? { credentials } : {});
    const { start_ts: startTs, hash } = extensions.txn ?? {};
    if (startTs === undefined) throw new OwlgateError('EngineError', { reason: 'its answer names no transaction' });
    return { startTs, hash };
  }

  private async abandon(): Promise<void> {
    const { transaction } = this;
    this.transaction = undefined;
    if (!transaction) return;
    const { credentials } = this.host.engine.identity ? { credentials: undefined } : this.options;
    const end = { startTs: transaction.startTs, abort: true, ...(transaction.hash && { hash: transaction.hash }) };
    await this.host.engine.commit({ ...end, ...(credentials && { credentials }) }).catch(() => undefined);
  }
}
