/**
 * Import: sources → statements → batches → writes, several at a time, in bounded memory. Its journal lets a later run
 * continue it.
 */
import { abandonTransaction, beginTransaction, type Engine, type TransactionId } from '../dgraph';
import type { NQuad } from '../dql';
import type { BatchEffect, BatchOutcome, Materializer } from '../materialize';
import type { StreamedQuad } from '../rdf/stream';
import { placeOf, type BatchPlace, type ImportBatch, type Position } from './batch';
import { BatchWriter, ImportStopped } from './batch-writer';
import { Flight } from './flight';
import { Journal, journalKey } from './journal';
import { printRefused } from './refused-text';
import { Pace } from './pace';
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
const PARALLEL = 3;
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
export async function runImport(
  sources: Iterable<Source> | AsyncIterable<Source>,
  host: ImportHost,
  options: ImportOptions,
  report: (progress: ImportProgress) => void = () => undefined,
): Promise<ImportSummary> {
  const journal = new Journal(host.engine, journalKey(options));
  const state = options.dryRun === true ? dryState(options) : await openState(journal, host, options);
  return new Importer(host, options, report, { journal, ...state }).run(sources);
}

/** Parts of an import that depend on what earlier runs have written. */
interface ImportState {
  readonly tally: Tally;
  readonly flight: Flight;
}

const dryState = (options: ImportOptions): ImportState => ({
  tally: new Tally(options),
  flight: new Flight(1, () => false),
});

async function openState(
  journal: Journal,
  { engine, materializer }: ImportHost,
  options: ImportOptions,
): Promise<ImportState> {
  const { schema } = await engine.schema();
  const counted = new Set(schema.filter(({ count }) => count).map(({ predicate }) => predicate));
  const names = materializer.inForce?.loaded.names;
  return {
    tally: new Tally(options, await journal.open(schema)),
    flight: new Flight(options.parallel ?? PARALLEL, (iri) => counted.has(names?.property(iri) ?? iri)),
  };
}

class Importer {
  private readonly journal: Journal;
  private readonly writer: BatchWriter;
  private readonly unknown: UnknownCounter | undefined;
  private readonly flight: Flight;
  private readonly tally: Tally;
  private journaledAt = Date.now();
  private transaction: TransactionId | undefined;
  private dryStatements = 0;

  constructor(
    private readonly host: ImportHost,
    private readonly options: ImportOptions,
    private readonly report: (progress: ImportProgress) => void,
    { journal, flight, tally }: ImportState & { readonly journal: Journal },
  ) {
    const { materializer } = host;
    this.journal = journal;
    this.flight = flight;
    this.tally = tally;
    const { credentials, onContradiction, dryRun = false } = options;
    // A dry run reports all contradictions.
    const rules = {
      credentials,
      onContradiction: dryRun && onContradiction === 'stop' ? 'skip' : onContradiction,
    } as const;
    this.writer = new BatchWriter(materializer.writes, rules, () => this.begin());
    this.unknown = materializer.inForce && new UnknownCounter(materializer.inForce.loaded.names);
  }

  async run(sources: Iterable<Source> | AsyncIterable<Source>): Promise<ImportSummary> {
    try {
      let number = 0;
      for await (const source of sources) {
        const { from } = this.tally;
        if (number >= from.source) await this.read(source, number, number === from.source ? from.statements : 0);
        number++;
        if (this.isOver) break;
      }
      await this.flight.settled();
      return await this.end(this.options.signal?.aborted === true ? 'interrupted' : 'done');
    } catch (error) {
      await this.flight.ended();
      const summary = await this.end('stopped', error);
      if (error instanceof ImportStopped) return summary;
      throw error;
    } finally {
      await this.abandon();
    }
  }

  private get isOver(): boolean {
    return this.options.signal?.aborted === true || this.flight.hasFailed;
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
    let pace: Pace | undefined;
    const place = () => {
      const { stated, refused } = this.tally.counts;
      return { statements: stated + refused, bytes: reading.bytes };
    };
    const flush = async (): Promise<void> => {
      if (batch.statements.length === 0) return;
      const full = batch;
      batch = empty();
      characters = 0;
      await this.send(full, { source: number, statements: count });
      const { size: bytes } = source;
      const share = bytes && { share: reading.bytes / bytes };
      this.report({ ...this.tally.counts, source: source.name, ...share, ...pace!.at(place()) });
    };
    for await (const quads of reading.statements()) {
      for (const quad of quads) {
        const { length } = batch.statements;
        const isFull = length >= size && (quad.subject !== subject || length >= size + MAX_OVER);
        if (isFull || characters >= BATCH_CHARACTERS) await flush();
        ({ subject } = quad);
        if (++count <= skipped) continue;
        pace ??= new Pace(place(), source.size);
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

  /** Begins the write of a batch as soon as it may run beside those in flight. @param end position after the batch */
  private async send(batch: ImportBatch, end: Position): Promise<void> {
    const { dryRun = false } = this.options;
    const place = dryRun ? undefined : placeOf(batch, end);
    const effect = place && this.journal.effectOf(place);
    if (effect) this.tally.countWritten(end, effect, batch.statements.length);
    else await this.flight.add(batch, (number) => this.write(batch, this.tally.begin(end), number, place));
    if (!dryRun && Date.now() - this.journaledAt >= JOURNAL_MS) {
      this.journaledAt = Date.now();
      await this.journal.write(this.tally.record(this.summary('running')));
    }
  }

  private async write(batch: ImportBatch, share: BatchShare, stripe: number, place?: BatchPlace): Promise<void> {
    if (this.options.dryRun) await this.renew(batch.statements.length);
    const results = {
      written: (outcome: BatchOutcome, statements: number) => this.tally.count(share, outcome, statements),
      refused: async (refusal: Refusal, { quads }: ImportBatch) => {
        this.tally.refuse(share, refusal);
        await this.options.collect?.(printRefused(refusal, quads));
      },
    };
    const note = place && ((effect: BatchEffect) => this.journal.noteOf(place, effect));
    await this.writer.write(batch, results, { stripe, transaction: this.transaction, note });
    this.tally.finish(share);
  }

  /** Begins the transaction of a dry run, and another one after many statements. */
  private async renew(statements: number): Promise<void> {
    if (!this.transaction || this.dryStatements >= DRY_RUN_STATEMENTS) {
      await this.abandon();
      this.transaction = await this.begin();
      this.dryStatements = 0;
    }
    this.dryStatements += statements;
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
  private begin(): Promise<TransactionId> {
    const { engine } = this.host;
    return beginTransaction(engine, engine.identity ? undefined : this.options.credentials);
  }

  private async abandon(): Promise<void> {
    const { transaction } = this;
    this.transaction = undefined;
    if (transaction) await abandonTransaction(this.host.engine, transaction);
  }
}
