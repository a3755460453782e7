/**
 * Import: sources → statements → batches → writes, several at a time, in bounded memory. Its journal lets a later run
 * continue it.
 */
import { abandonTransaction, beginTransaction, type Engine, type TransactionId } from '../dgraph';
import type { NQuad } from '../dql';
import { OwlgateError } from '../errors';
import type { BatchEffect, ForeseenSchema, Materializer } from '../materialize';
import { rdf } from '../rdf';
import type { StreamedQuad } from '../rdf/stream';
import { placeOf, Trail, type BatchPlace, type ImportBatch, type Position } from './batch';
import { BatchWriter, ImportStopped, type Trials } from './batch-writer';
import { Flight } from './flight';
import { Journal, journalKey } from './journal';
import { Languages } from './languages';
import { printRefused } from './refused-text';
import { Pace } from './pace';
import { Reading } from './reading';
import { Statements } from './statements';
import { Tally } from './tally';
import type { ImportOptions, ImportProgress, ImportSummary, Refusal, Source } from './types';
import { UnknownCounter } from './unknown-terms';

/** Statements of a batch, and the most that one node adds to it. */
const BATCH = 2_000;
const MAX_OVER = 250;
/** Characters of a batch: about what one request to an engine should have. */
const BATCH_CHARACTERS = 4 << 20;
const PARALLEL = 3;
const JOURNAL_MS = 1_000;
/** Statements after which a dry run begins a new transaction, so that the engine's memory stays bounded. */
const DRY_RUN_STATEMENTS = 100_000;

interface ImportHost {
  readonly engine: Engine;
  readonly materializer: Pick<Materializer, 'writes' | 'inForce' | 'schema'>;
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
  const state =
    options.dryRun === true ? await dryState(host.materializer, options) : await openState(journal, host, options);
  return new Importer(host, options, report, { journal, ...state }).run(sources);
}

/** Parts of an import that depend on what earlier runs have written. */
interface ImportState {
  readonly tally: Tally;
  readonly flight: Flight;
  /** Present in a dry run. */
  readonly foreseen?: ForeseenSchema;
}

const dryState = async ({ schema }: ImportHost['materializer'], options: ImportOptions): Promise<ImportState> => ({
  tally: new Tally(options),
  flight: new Flight(1, { isCounted: () => false, isDeclared: () => true }),
  foreseen: await schema.foresee(),
});

async function openState(
  journal: Journal,
  { engine, materializer }: ImportHost,
  options: ImportOptions,
): Promise<ImportState> {
  const { schema } = await engine.schema();
  const declared = new Map(schema.map((each) => [each.predicate, each]));
  const names = materializer.inForce?.loaded.names;
  const declarationOf = (iri: string) => declared.get(names?.property(iri) ?? iri);
  const predicates = {
    isCounted: (iri: string) => declarationOf(iri)?.count === true,
    isDeclared: (iri: string) => iri === rdf.type || declarationOf(iri) !== undefined,
  };
  return {
    tally: new Tally(options, await journal.open(schema)),
    flight: new Flight(options.parallel ?? PARALLEL, predicates),
  };
}

class Importer implements Trials {
  private readonly journal: Journal;
  private readonly writer: BatchWriter;
  private readonly unknown: UnknownCounter;
  private readonly languages: Languages;
  private readonly flight: Flight;
  private readonly tally: Tally;
  private journaledAt = Date.now();
  private transaction: TransactionId | undefined;
  private dryStatements = 0;

  constructor(
    private readonly host: ImportHost,
    private readonly options: ImportOptions,
    private readonly report: (progress: ImportProgress) => void,
    { journal, flight, tally, foreseen }: ImportState & { readonly journal: Journal },
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
      foreseen,
    } as const;
    this.writer = new BatchWriter(materializer.writes, rules, this, () => this.note());
    const { inForce } = materializer;
    this.languages = new Languages(materializer, credentials, foreseen);
    this.unknown = new UnknownCounter(inForce?.loaded, tally.unknownBefore);
  }

  async run(sources: Iterable<Source> | AsyncIterable<Source>): Promise<ImportSummary> {
    try {
      await this.note();
      let number = 0;
      for await (const source of sources) {
        const { from } = this.tally;
        if (number < from.source) await source.skip?.();
        else await this.read(source, number === from.source ? from : { source: number, statements: 0 });
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
      await this.endDryRun();
    }
  }

  private get isOver(): boolean {
    return this.options.signal?.aborted === true || this.flight.hasFailed;
  }

  /**
   * Reads a source into batches.
   *
   * @param from position up to which earlier runs have written it
   * @throws OwlgateError ImportChanged, ImportSyntax, ImportUnreadable; EngineFailure
   */
  private async read(source: Source, from: Position): Promise<void> {
    const { batch: size = BATCH, graphs } = this.options;
    const { source: number, statements: skipped } = from;
    const reading = new Reading(source);
    const statements = new Statements(source, graphs);
    const trail = new Trail();
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
      const { hash, digest } = trail.cut();
      await this.send(full, { end: { source: number, statements: count, digest }, hash });
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
        if (quad.graph !== '') this.tally.inGraphs++;
        this.unknown.note(quad);
        trail.add(quad);
        if (++count <= skipped) {
          if (count < skipped && count % BATCH > 0) continue;
          const { digest } = trail.cut();
          if (count === skipped && digest !== (from.digest ?? digest)) throw this.changed(source, skipped);
          continue;
        }
        pace ??= new Pace(place(), source.size);
        const added = statements.add(quad, batch.statements);
        for (let i = 0; i < added; i++) batch.quads.push(quad);
        characters += typeof quad.object === 'string' ? 100 : quad.object.value.length + 50;
      }
      if (this.isOver) break;
    }
    if (this.isOver) return;
    if (count < skipped) throw this.changed(source, skipped);
    await flush();
    this.tally.endSource(number, this.unknown.terms);
  }

  private changed({ name: source }: Source, statements: number): OwlgateError {
    return new OwlgateError('ImportChanged', { source, statements, id: this.options.id });
  }

  /** Begins the write of a batch as soon as it may run beside those in flight. */
  private async send(batch: ImportBatch, place: BatchPlace): Promise<void> {
    const { dryRun = false } = this.options;
    const { end } = place;
    const effect = dryRun ? undefined : this.journal.effectOf(place);
    if (effect) this.tally.countWritten(end, effect, batch.statements.length);
    else {
      await this.languages.declare(batch.statements);
      await this.flight.add(batch, (number) => this.write(batch, place, number));
    }
    if (Date.now() - this.journaledAt >= JOURNAL_MS) await this.note();
  }

  /** Stores the present state; a dry run has none. */
  private async note(): Promise<void> {
    if (this.options.dryRun) return;
    this.journaledAt = Date.now();
    await this.journal.write(this.tally.record(this.summary('running')));
  }

  private async write(batch: ImportBatch, place: BatchPlace, stripe: number): Promise<void> {
    const share = this.tally.begin(place.end);
    const { dryRun = false } = this.options;
    if (dryRun) await this.renew(batch.statements.length);
    const results = {
      written: (effect: BatchEffect, statements: number) => this.tally.count(share, effect, statements),
      refused: async (refusal: Refusal, { quads }: ImportBatch) => {
        this.tally.refuse(share, refusal);
        await this.options.collect?.(printRefused(refusal, quads));
      },
    };
    const placed = (part: ImportBatch) => (part === batch ? place : placeOf(part, place.end));
    const notes = dryRun
      ? undefined
      : {
          effectOf: (part: ImportBatch) => this.journal.effectOf(placed(part)),
          of: (part: ImportBatch, effect: BatchEffect) => this.journal.noteOf(placed(part), effect),
        };
    await this.writer.write(batch, results, { stripe, transaction: this.transaction, notes });
    this.tally.finish(share);
  }

  /** Begins the transaction of a dry run, and another one after many statements. */
  private async renew(statements: number): Promise<void> {
    if (!this.transaction || this.dryStatements >= DRY_RUN_STATEMENTS) {
      await this.endDryRun();
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
      unknown: this.unknown.terms,
      hasOntology: this.host.materializer.inForce !== undefined,
      ...(error !== undefined && { error: (error as Error).message }),
    });
  }

  /** Begins a transaction that is never committed. */
  begin(): Promise<TransactionId> {
    const { engine } = this.host;
    return beginTransaction(engine, engine.identity ? undefined : this.options.credentials);
  }

  abandon(transaction: TransactionId): Promise<void> {
    return abandonTransaction(this.host.engine, transaction);
  }

  private async endDryRun(): Promise<void> {
    const { transaction } = this;
    this.transaction = undefined;
    if (transaction) await this.abandon(transaction);
  }
}
