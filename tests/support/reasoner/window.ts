/**
 * Store of which the reasoner sees only the requested patterns: the protocol of a reasoner over an engine. Run; if
 * patterns are missing, read them, roll back, run again.
 */
import {
  ANY,
  Evaluation,
  FactTable,
  NOW_MASK,
  Stored,
  Terms,
  unchanged,
  type FactSource,
  type Inference,
  type Pattern,
  type Plan,
  type Row,
  type TermId,
} from '../../../src/reasoner';
import type { EvaluateOptions } from '../../../src/reasoner/change';
import type { GraphChange, Triple } from '../../../src/reasoner/graph';

export interface Outcome {
  readonly inference: Inference;
  /** Returns the fact of a row of the inference. */
  readonly triple: (row: Row) => Triple;
  /** Number of reads of the store. */
  readonly rounds: number;
  /** Patterns read, over all rounds. */
  readonly patterns: number;
  /** Facts returned by the store, over all rounds, with repetitions. */
  readonly handedOver: number;
}

const MAX_ROUNDS = 500;

export class WindowedStore {
  private readonly stored = new Map<string, { readonly triple: Triple; readonly flag: number }>();
  /** True once facts that hold by axioms alone have been derived, with the first write. */
  private isSeeded = false;

  constructor(
    private readonly plan: Plan,
    /** Number of facts per read of an `any` pattern. */
    private readonly page: number,
  ) {}

  *facts(): Generator<{ readonly triple: Triple; readonly state: 'asserted' | 'inferred' }> {
    for (const { triple, flag } of this.stored.values()) {
      yield { triple, state: flag === Stored.Asserted ? 'asserted' : 'inferred' };
    }
  }

  put(triple: Triple, state: 'asserted' | 'inferred'): void {
    const flag = state === 'asserted' ? Stored.Asserted : Stored.Inferred;
    this.stored.set(triple.join(' '), { triple, flag });
  }

  /**
   * Applies a change in one transaction over a new window; keeps it unless it contradicts the ontology or derives too
   * much.
   *
   * @param beforehand patterns to read before the first run, as texts; '' for ANY
   */
  apply(change: GraphChange, options?: EvaluateOptions, beforehand: readonly Triple[] = []): Outcome {
    const window = new Window(this.plan, [...this.stored.values()], this.page);
    for (const triple of beforehand) window.read(window.pattern(triple));
    let handedOver = 0;
    let patterns = 0;
    for (let rounds = 0; rounds <= MAX_ROUNDS; rounds++) {
      const evaluation = new Evaluation(this.plan, window, options);
      const inference = evaluation.run({
        assert: [...(change.assert ?? [])].map((triple) => window.pattern(triple)),
        retract: [...(change.retract ?? [])].map((triple) => window.pattern(triple)),
        seed: !this.isSeeded,
      });
      if (inference.missing.length === 0 || inference.overflow) {
        if (inference.contradictions.length > 0 || inference.overflow) evaluation.rollback();
        else this.write(window);
        return { inference, triple: (row) => window.triple(row), rounds, patterns, handedOver };
      }
      evaluation.rollback();
      if (inference.missing.some(({ s, p, o }) => window.covers(s, p, o))) throw new Error('asked for what was read');
      patterns += inference.missing.length;
      for (const pattern of inference.missing) handedOver += window.read(pattern);
    }
    throw new Error(`no end after ${MAX_ROUNDS} reads`);
  }

  private write(window: Window): void {
    const { table } = window;
    this.isSeeded = true;
    for (let row = 0; row < table.length; row++) {
      const triple = window.triple(row);
      const now = (table.flags[row]! & NOW_MASK) >> 2;
      if (now === 0) this.stored.delete(triple.join(' '));
      else this.stored.set(triple.join(' '), { triple, flag: now });
    }
  }
}

class Window implements FactSource {
  readonly terms: Terms;
  readonly table = new FactTable(1);
  private readonly completed = new Set<string>();
  private readonly offsets = new Map<string, number>();
  private readonly stored: readonly { readonly pattern: Pattern; readonly flag: number }[];

  constructor(
    plan: Plan,
    stored: readonly { readonly triple: Triple; readonly flag: number }[],
    private readonly page: number,
  ) {
    this.terms = new Terms(plan.terms);
    this.stored = stored.map(({ triple, flag }) => ({ pattern: this.pattern(triple), flag }));
  }

  pattern([s, p, o]: Triple): Pattern {
    const id = (text: string) => (text === '' ? ANY : this.terms.id(text));
    return { s: id(s), p: id(p), o: id(o) };
  }

  triple(row: Row): Triple {
    const { subject, predicate, object } = this.table;
    return [this.terms.text(subject[row]!), this.terms.text(predicate[row]!), this.terms.text(object[row]!)];
  }

  covers(s: TermId, p: TermId, o: TermId): boolean {
    if (p === ANY) throw new Error('a pattern must name its predicate');
    return [`${s} ${p} ${o}`, `${s} ${p} 0`, `0 ${p} ${o}`, `0 ${p} 0`].some((key) => this.completed.has(key));
  }

  /** Reads a pattern, or its next page; returns the number of facts. */
  read({ s, p, o, any }: Pattern): number {
    const key = `${s} ${p} ${o}`;
    const matches = this.stored.filter(
      ({ pattern }) => pattern.p === p && (s === ANY || pattern.s === s) && (o === ANY || pattern.o === o),
    );
    const from = any ? (this.offsets.get(key) ?? 0) : 0;
    const page = any ? matches.slice(from, from + this.page) : matches;
    this.offsets.set(key, from + page.length);
    if (from + page.length >= matches.length) this.completed.add(key);
    for (const { pattern, flag } of page) {
      const row = this.table.row(pattern.s, pattern.p, pattern.o);
      this.table.flags[row] = unchanged(flag);
    }
    return page.length;
  }
}
