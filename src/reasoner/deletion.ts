/**
 * Delete and re-derive (DRed) for retracted facts, with a backward search that avoids most of the work.
 *
 * Retracted facts are put into doubt. So is every inferred fact that, in the state before, followed from a removed one.
 * A fact in doubt stays if the backward search (backward.ts) proves it from facts that are sure to stay; otherwise it
 * is removed. At the end, removed facts that rules derive from the remaining ones are restored.
 *
 * A fact that the source does not cover counts as stored, and as removed.
 *
 * Facts of a transitive property are a closure of edges: asserted facts and those that other rules derive. In a state
 * that is closed under the rules, only facts that may have lost their reasons as edges spread doubt along the property.
 * Such a fact (a, b) puts (x, b) in doubt for each fact (x, a), and (a, z) for each (b, z); (x, b), once removed, puts
 * (x, z) in doubt. These spread no further, because they include all that follows. Nor do facts that are no edges put
 * their images in other transitive properties in doubt: images of edges are edges.
 */
import { Backward } from './backward';
import type { Support } from './backward';
import { CLAIMED, DOUBTED, LOST_EDGE, LOST_END, PROVED } from './marks';
import { note } from './match';
import type { Matcher } from './match';
import { indexOf } from './plan';
import type { Plan } from './plan';
import type { Trigger } from './rule';
import type { FactSource, Pattern } from './source';
import { NO_ROW, Now, NOW_MASK, Stored, STORED_MASK } from './table';
import type { Row } from './table';
import { ANY } from './terms';
import type { TermId } from './terms';
import { transitivePredicates } from './transitive';

/** Operations of the evaluation that a deletion is part of. */
export interface DeletionSteps {
  /** Sets the Now flags of a row, and a mark. */
  set(row: Row, now: number, mark: number): void;
  /** Calls `doubtHead` for each fact that rules derived from `row` in the state before. */
  spread(row: Row): void;
  /** Restores a removed fact as inferred; the next `insert` triggers its rules. */
  restore(row: Row): void;
  /** Runs rules over new and restored facts until nothing is added. */
  insert(): void;
}

interface DeletionOptions {
  /** True if a backward search precedes each removal. */
  readonly searches: boolean;
  /** True if the state before is closed under the rules. */
  readonly isClosed: boolean;
}

export class Deletion {
  private readonly doubted: Row[] = [];
  /** Removed facts that the remaining facts may restore. */
  private readonly suspended: Row[] = [];
  /**
   * Removed facts that had no support when they were decided. The first `recheckCount` of them are checked again,
   * because a fact that was restored later may support them.
   */
  private readonly unsupported: Row[] = [];
  private recheckCount = 0;
  private backward?: Backward;

  constructor(
    private readonly plan: Plan,
    private readonly source: FactSource,
    private readonly matcher: Matcher,
    private readonly steps: DeletionSteps,
    private readonly options: DeletionOptions,
  ) {}

  /** Removes all facts that may lose their support. */
  overdelete(retract: readonly Pattern[], suspect: readonly Pattern[]): void {
    const { table } = this.source;
    for (const { s, p, o } of retract) {
      const isCovered = this.matcher.requireCovered(s, p, o);
      const row = table.row(s, p, o);
      const flags = table.flags[row]!;
      if ((flags & CLAIMED) === 0 && ((flags & Stored.Asserted) !== 0 || !isCovered)) this.doubt(row, LOST_EDGE);
    }
    for (const { s, p, o } of suspect) {
      const row = table.row(s, p, o);
      if ((table.flags[row]! & NOW_MASK) === Now.Inferred) this.doubt(row, LOST_EDGE);
    }
    // The list grows during the loop.
    for (const row of this.doubted) this.decide(row);
  }

  /** True if a fact of one of these predicates has been in doubt. */
  doubtsAny(predicates: { has(p: TermId): boolean }): boolean {
    return this.doubted.some((row) => predicates.has(this.source.table.predicate[row]!));
  }

  /**
   * Handles the rules that need not be matched with a removed fact.
   *
   * @returns false for a rule that has to be matched
   */
  spreadsAlong({ isTransitive, isImage, rule, atom }: Trigger, row: Row): boolean {
    if (!this.options.isClosed) return false;
    if (isTransitive) {
      if (atom === 0) this.spreadPaths(row);
      return true;
    }
    const isEdge = (this.source.table.flags[row]! & LOST_EDGE) !== 0;
    return isImage && !isEdge && transitivePredicates(this.plan).has(rule.head!.p);
  }

  /** Puts the paths in doubt that a removed fact ends, or begins. */
  private spreadPaths(row: Row): void {
    const { table } = this.source;
    const flags = table.flags[row]!;
    if ((flags & (LOST_EDGE | LOST_END)) === 0) return;
    const s = table.subject[row]!;
    const p = table.predicate[row]!;
    const o = table.object[row]!;
    const omitsLoops = transitivePredicates(this.plan).get(p)!;
    const isStored = (at: Row): boolean => (table.flags[at]! & STORED_MASK) !== 0;
    for (let at = table.firstOfSubject(o, p); at !== NO_ROW; at = table.nextOfSubject(at)) {
      const end = table.object[at]!;
      if (isStored(at) && !(omitsLoops && end === s)) this.doubtHead(s, p, end, 0);
    }
    this.matcher.requireCovered(o, p, ANY);
    if ((flags & LOST_EDGE) === 0) return;
    for (let at = table.firstOfObject(p, s); at !== NO_ROW; at = table.nextOfObject(at)) {
      const start = table.subject[at]!;
      if (isStored(at) && !(omitsLoops && start === o)) this.doubtHead(start, p, o, LOST_END);
    }
    this.matcher.requireCovered(ANY, p, s);
  }

  /**
   * Puts a fact that followed from a removed one into doubt, unless it is asserted or proved.
   *
   * @param mark LOST_EDGE, LOST_END or, for a path that has lost another edge, 0
   */
  doubtHead(s: TermId, p: TermId, o: TermId, mark = LOST_EDGE): void {
    const { table } = this.source;
    const head = table.row(s, p, o);
    const flags = table.flags[head]!;
    if ((flags & (PROVED | Now.Asserted)) !== 0) return;
    if ((flags & Stored.Inferred) !== 0 || !this.matcher.requireCovered(s, p, o)) this.doubt(head, mark);
  }

  private doubt(row: Row, mark: number): void {
    const flags = this.source.table.flags[row]!;
    if ((flags & DOUBTED) !== 0 && ((flags & mark) !== 0 || mark === 0)) return;
    // A fact in doubt for a further reason spreads more: it is decided again.
    this.steps.set(row, 0, DOUBTED | mark);
    this.doubted.push(row);
  }

  private decide(row: Row): void {
    // The fact was proved together with another one.
    if ((this.source.table.flags[row]! & NOW_MASK) !== 0) return;
    const support = this.supportOf(row);
    if (support === 'sure') return;
    (support === 'none' ? this.unsupported : this.suspended).push(row);
    this.steps.spread(row);
  }

  private supportOf(row: Row): Support {
    const { flags, predicate, object } = this.source.table;
    if ((flags[row]! & STORED_MASK) === 0 || !this.options.searches) return 'some';
    if (indexOf(this.plan).heads.list(predicate[row]!, object[row]!).length === 0) return 'none';
    this.backward ??= new Backward(this.plan, this.source, (proved) => this.markProved(proved));
    return this.backward.supportOf(row);
  }

  private markProved(row: Row): void {
    const now = this.source.table.flags[row]! & NOW_MASK;
    this.steps.set(row, now === 0 ? Now.Inferred : now, PROVED);
    // The facts decided so far were judged without this one.
    if (now === 0) this.recheckCount = this.unsupported.length;
  }

  /** Restores facts that still follow, and asks the source only for facts that the known facts do not restore. */
  rederive(): void {
    const { flags } = this.source.table;
    const { matcher } = this;
    const outerMissing = matcher.missing;
    const inDoubt: { readonly row: Row; readonly missing: Map<string, Pattern> }[] = [];
    let missing = (matcher.missing = new Map<string, Pattern>());
    for (const row of [...this.unsupported.slice(0, this.recheckCount), ...this.suspended]) {
      if ((flags[row]! & NOW_MASK) !== 0) continue;
      const isYielded = matcher.yields(this.plan, row);
      if (isYielded) this.steps.restore(row);
      if (missing.size === 0) continue;
      if (!isYielded) inDoubt.push({ row, missing });
      matcher.missing = missing = new Map<string, Pattern>();
    }
    matcher.missing = outerMissing;
    this.steps.insert();
    // Only after insertion is it clear which facts the known facts do not restore.
    for (const { row, missing: unknown } of inDoubt) {
      if ((this.source.table.flags[row]! & NOW_MASK) !== 0) continue;
      for (const pattern of unknown.values()) note(outerMissing, pattern);
    }
  }
}
