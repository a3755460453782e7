/** Counts and position of an import. */
import type { BatchEffect } from '../materialize';
import type { Position } from './batch';
import type { ImportRecord, Settled } from './record';
import type { Counts, ImportOptions, ImportSummary, Refusal, UnknownTerms } from './types';

/** Maximum refusals in a summary. */
const MAX_REFUSALS = 1_000;
/** Maximum refusals in a record. */
const MAX_RECORDED = 100;

interface Conclusion {
  readonly unknown?: UnknownTerms;
  readonly hasOntology: boolean;
  readonly error?: string;
}

/** Share of one batch in the counts, while it is in flight. */
interface BatchShare {
  readonly end: Position;
  counts: Counts;
  readonly refusals: Refusal[];
  isDone: boolean;
  /** Set at the end of a source. */
  readonly seen?: Pick<Settled, 'unknown' | 'inGraphs'> | undefined;
}

const NOTHING: Counts = { stated: 0, inferred: 0, retracted: 0, refused: 0 };
const NO_TERMS: UnknownTerms = { classes: {}, properties: {}, datatypes: {}, rounded: {} };
const BEGINNING: Settled = { counts: NOTHING, refusals: [], refusedNodes: 0, unknown: NO_TERMS, inGraphs: 0 };

export class Tally {
  /** Position at which this run begins. */
  readonly from: Position;
  /** Statements outside the default graph. */
  inGraphs: number;
  private readonly startedAt = Date.now();
  private readonly secondsBefore: number;
  private resumed: number;
  private readonly refusals: Refusal[];
  private refusedNodes: number;
  /** Counts of all batches. */
  private current: Counts;
  /** State at the position reached. */
  private settled: Settled;
  /** Batches in flight, in their order. */
  private open: BatchShare[] = [];
  private reached: Position;

  /** @param before record of an earlier run; one that is done begins anew */
  constructor(
    private readonly options: Pick<ImportOptions, 'id' | 'dryRun' | 'graphs'>,
    before?: ImportRecord,
  ) {
    const earlier = before && before.summary.state !== 'done' ? before : undefined;
    this.from = earlier?.position ?? { source: 0, statements: 0 };
    this.reached = this.from;
    this.settled = earlier?.settled ?? BEGINNING;
    const { counts, refusals, refusedNodes, inGraphs } = this.settled;
    this.current = counts;
    this.resumed = counts.stated + counts.refused;
    this.secondsBefore = earlier?.summary.seconds ?? 0;
    this.refusals = [...refusals];
    this.refusedNodes = refusedNodes;
    this.inGraphs = inGraphs;
  }

  get counts(): Counts {
    return this.current;
  }

  /** Terms that the ontology does not have, in sources that earlier runs have finished. */
  get unknownBefore(): UnknownTerms {
    return this.settled.unknown;
  }

  /** Notes a batch in flight. */
  begin(end: Position, seen?: BatchShare['seen']): BatchShare {
    const share = { end, counts: NOTHING, refusals: [], isDone: false, seen };
    this.open.push(share);
    return share;
  }

  /** Notes the end of a batch. The position moves over batches whose predecessors have ended. */
  finish(share: BatchShare): void {
    share.isDone = true;
    while (this.open[0]?.isDone) {
      const { end, counts, refusals, seen } = this.open.shift()!;
      this.reached = end;
      this.settled = {
        ...this.settled,
        counts: sum(this.settled.counts, counts),
        refusals: [...this.settled.refusals, ...refusals].slice(0, MAX_RECORDED),
        refusedNodes: this.settled.refusedNodes + refusals.length,
        ...seen,
      };
    }
  }

  /** Notes that all batches of a source have been sent. */
  endSource(source: number, unknown = NO_TERMS): void {
    this.finish(this.begin({ source: source + 1, statements: 0 }, { unknown, inGraphs: this.inGraphs }));
  }

  count(share: BatchShare, { inferred, retracted }: BatchEffect, stated: number): void {
    this.add(share, { stated, inferred, retracted, refused: 0 });
  }

  /** Counts a batch that an earlier run has written. */
  countWritten(end: Position, effect: BatchEffect, stated: number): void {
    const share = this.begin(end);
    this.count(share, effect, stated);
    this.resumed += stated;
    this.finish(share);
  }

  refuse(share: BatchShare, refusal: Refusal): void {
    this.add(share, { ...NOTHING, refused: refusal.statements });
    share.refusals.push(refusal);
    this.list(refusal);
  }

  list(refusal: Refusal): void {
    this.refusedNodes++;
    if (this.refusals.length < MAX_REFUSALS) this.refusals.push(refusal);
  }

  private add(share: BatchShare, counts: Counts): void {
    share.counts = sum(share.counts, counts);
    this.current = sum(this.current, counts);
  }

  summary(state: ImportSummary['state'], { unknown, hasOntology, error }: Conclusion): ImportSummary {
    const { id, dryRun = false, graphs } = this.options;
    const warnings: string[] = [];
    if (!hasOntology) warnings.push('no ontology is in force: nothing is inferred');
    if (this.inGraphs > 0 && graphs === 'drop') {
      warnings.push(`${this.inGraphs} statements are in named graphs, whose names are dropped`);
    }
    if (this.current.retracted > 0) {
      warnings.push(`${this.current.retracted} stored facts were replaced: their predicates take one value`);
    }
    return {
      id,
      state,
      ...this.current,
      resumed: this.resumed,
      dryRun,
      seconds: this.secondsBefore + (Date.now() - this.startedAt) / 1000,
      refusals: this.refusals,
      refusedNodes: this.refusedNodes,
      unknown: unknown ?? NO_TERMS,
      inGraphs: this.inGraphs,
      warnings,
      ...(error !== undefined && { error }),
    };
  }

  /** Returns the record of the present state, for the journal. */
  record(summary: ImportSummary): ImportRecord {
    const shortened = { ...summary, refusals: summary.refusals.slice(0, MAX_RECORDED) };
    return { summary: shortened, position: this.reached, settled: this.settled, at: Date.now() };
  }
}

const sum = (a: Counts, b: Counts): Counts => ({
  stated: a.stated + b.stated,
  inferred: a.inferred + b.inferred,
  retracted: a.retracted + b.retracted,
  refused: a.refused + b.refused,
});
