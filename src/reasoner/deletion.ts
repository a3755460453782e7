/**
 * What goes with facts that are taken back: delete and re-derive (DRed), where a backward search spares most of it.
 *
 * A fact that is taken back is in doubt, and so is every inferred fact that follows, in the state before, from one that was
 * taken away. A fact in doubt stays where it is found to follow from facts that are sure to stay (backward.ts); otherwise it
 * is taken away. In the end those come back that a rule yields from what is left.
 *
 * Of what the source does not cover nothing is known to stay: it counts as stored, and as taken away.
 */
import { Backward } from './backward';
import type { Support } from './backward';
import { CLAIMED, DOUBTED, KEPT } from './marks';
import { note } from './match';
import type { Matcher } from './match';
import type { Plan } from './plan';
import type { FactSource, Pattern } from './source';
import { Now, NOW_MASK, Stored, STORED_MASK } from './table';
import type { Row } from './table';
import type { TermId } from './terms';

/** What a deletion has done by the evaluation that it is part of. */
export interface DeletionSteps {
  /** Gives a row its Now flags, and a mark besides. */
  set(row: Row, now: number, mark: number): void;
  /** Calls `doubtHead` for what follows from a fact in the state before. */
  spread(row: Row): void;
  /** Makes a fact that was taken away hold as inferred: its rules are set off with the next `insert`. */
  restore(row: Row): void;
  /** Runs rules over new and restored facts until nothing is added. */
  insert(): void;
}

export class Deletion {
  private readonly doubted: Row[] = [];
  /** Taken away, and may come back for what is left. */
  private readonly suspended: Row[] = [];
  /** Taken away, not to come back for what held then; and how many of them were, when a fact last turned out to stay. */
  private readonly gone: Row[] = [];
  private toLookAtAgain = 0;
  private backward?: Backward;

  /** @param searches whether reasons are looked for before anything is taken away */
  constructor(
    private readonly plan: Plan,
    private readonly source: FactSource,
    private readonly matcher: Matcher,
    private readonly steps: DeletionSteps,
    private readonly searches: boolean,
  ) {}

  /** Takes away all that may go. */
  overdelete(retract: readonly Pattern[], suspect: readonly Pattern[]): void {
    const { table } = this.source;
    for (const { s, p, o } of retract) {
      const known = this.matcher.know(s, p, o);
      const row = table.row(s, p, o);
      const flags = table.flags[row]!;
      if ((flags & CLAIMED) === 0 && ((flags & Stored.Asserted) !== 0 || !known)) this.doubt(row);
    }
    for (const { s, p, o } of suspect) {
      const row = table.row(s, p, o);
      if ((table.flags[row]! & NOW_MASK) === Now.Inferred) this.doubt(row);
    }
    // The list grows while it is gone through.
    for (const row of this.doubted) this.decide(row);
  }

  /** Puts into doubt what follows from a fact that was taken away. */
  doubtHead(s: TermId, p: TermId, o: TermId): void {
    const { table } = this.source;
    const head = table.row(s, p, o);
    const flags = table.flags[head]!;
    if ((flags & (KEPT | Now.Asserted)) !== 0) return;
    if ((flags & Stored.Inferred) !== 0 || !this.matcher.know(s, p, o)) this.doubt(head);
  }

  private doubt(row: Row): void {
    if ((this.source.table.flags[row]! & DOUBTED) !== 0) return;
    this.steps.set(row, 0, DOUBTED);
    this.doubted.push(row);
  }

  private decide(row: Row): void {
    // Proved while another one was.
    if ((this.source.table.flags[row]! & NOW_MASK) !== 0) return;
    const support = this.supportOf(row);
    if (support === 'sure') return;
    (support === 'none' ? this.gone : this.suspended).push(row);
    this.steps.spread(row);
  }

  private supportOf(row: Row): Support {
    const { flags, predicate, object } = this.source.table;
    if ((flags[row]! & STORED_MASK) === 0 || !this.searches) return 'some';
    if (this.plan.heads.of(predicate[row]!, object[row]!).length === 0) return 'none';
    this.backward ??= new Backward(this.plan, this.source, (kept) => this.keep(kept));
    return this.backward.supportOf(row);
  }

  private keep(row: Row): void {
    const now = this.source.table.flags[row]! & NOW_MASK;
    this.steps.set(row, now === 0 ? Now.Inferred : now, KEPT);
    // It was away while these were looked at.
    if (now === 0) this.toLookAtAgain = this.gone.length;
  }

  /** Brings back what still follows, and asks the source only for facts that what is known does not bring back. */
  rederive(): void {
    const { flags } = this.source.table;
    const { matcher } = this;
    const noted = matcher.missing;
    const inDoubt: { readonly row: Row; readonly missing: Map<string, Pattern> }[] = [];
    let missing = (matcher.missing = new Map<string, Pattern>());
    for (const row of [...this.gone.slice(0, this.toLookAtAgain), ...this.suspended]) {
      if ((flags[row]! & NOW_MASK) !== 0) continue;
      const isYielded = matcher.yields(this.plan, row);
      if (isYielded) this.steps.restore(row);
      if (missing.size === 0) continue;
      if (!isYielded) inDoubt.push({ row, missing });
      matcher.missing = missing = new Map<string, Pattern>();
    }
    matcher.missing = noted;
    this.steps.insert();
    // Only now is it clear for which facts what is known is not reason enough.
    for (const { row, missing: unknown } of inDoubt) {
      if ((this.source.table.flags[row]! & NOW_MASK) !== 0) continue;
      for (const pattern of unknown.values()) note(noted, pattern);
    }
  }
}
