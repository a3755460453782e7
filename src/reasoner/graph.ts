/** In-memory graph that keeps its entailments complete: the reasoner as a library, and the oracle of its tests. */
import { Evaluation } from './evaluate';
import type { EvaluateOptions, Inference } from './evaluate';
import type { Plan } from './plan';
import type { FactSource, Pattern } from './source';
import { FactTable, Now, NOW_MASK } from './table';
import type { Row } from './table';
import { ByteTerms } from './byte-terms';
import { ANY } from './terms';

/** Subject, predicate, object, as texts. */
export type Triple = readonly [string, string, string];

export interface GraphChange {
  readonly assert?: Iterable<Triple>;
  /** Asserted facts by their rows in the table. */
  readonly assertRows?: readonly Row[];
  readonly retract?: Iterable<Triple>;
}

export class MemoryGraph implements FactSource {
  readonly terms: ByteTerms;
  readonly table: FactTable;
  private isSeeded = false;

  /** @param facts expected number of facts */
  constructor(
    private readonly plan: Plan,
    facts = 1024,
  ) {
    this.terms = new ByteTerms(plan.terms);
    this.table = new FactTable(facts);
  }

  covers(): boolean {
    return true;
  }

  /**
   * Applies a change with its consequences. If the change contradicts the ontology or derives too much, the graph stays
   * as it was and the result says why.
   */
  apply(change: GraphChange, options?: EvaluateOptions): Inference {
    const evaluation = new Evaluation(this.plan, this, options);
    const inference = evaluation.run({
      assertRows: change.assertRows ?? [],
      assert: this.patterns(change.assert),
      retract: this.patterns(change.retract),
      seed: !this.isSeeded,
    });
    if (inference.contradictions.length > 0 || inference.overflow) evaluation.rollback();
    else {
      evaluation.commit();
      this.isSeeded = true;
    }
    return inference;
  }

  /** Returns how a fact holds; undefined if it does not. */
  state([s, p, o]: Triple): 'asserted' | 'inferred' | undefined {
    const [si, pi, oi] = [this.terms.find(s), this.terms.find(p), this.terms.find(o)];
    return si && pi && oi ? this.stateOf(this.table.find(si, pi, oi)) : undefined;
  }

  /** Lists all facts that hold. */
  *facts(): Generator<{ readonly triple: Triple; readonly state: 'asserted' | 'inferred' }> {
    for (let row = 0; row < this.table.length; row++) {
      const state = this.stateOf(row);
      if (state) yield { triple: this.triple(row), state };
    }
  }

  triple(row: Row): Triple {
    const { subject, predicate, object } = this.table;
    return [this.terms.text(subject[row]!), this.terms.text(predicate[row]!), this.terms.text(object[row]!)];
  }

  private stateOf(row: Row): 'asserted' | 'inferred' | undefined {
    const flags = row < 0 ? 0 : this.table.flags[row]!;
    if ((flags & NOW_MASK) === 0) return undefined;
    return (flags & Now.Asserted) !== 0 ? 'asserted' : 'inferred';
  }

  private patterns(triples: Iterable<Triple> = []): Pattern[] {
    const { terms } = this;
    const patterns: Pattern[] = [];
    let subject: string | undefined;
    let id = ANY;
    for (const [s, p, o] of triples) {
      // Facts of one subject are mostly adjacent: one look-up serves several of them.
      if (s !== subject) id = terms.id((subject = s));
      patterns.push({ s: id, p: terms.id(p), o: terms.id(o) });
    }
    return patterns;
  }
}
