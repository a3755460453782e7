/**
 * Overlay of unwritten changes over a store: facts that would be added and facts that would be removed. Kept in memory,
 * indexed by subject, object and predicate.
 */
import { ANY, FactTable, NO_ROW, Terms } from '../../reasoner';
import type { Inference, Plan, Row, TermId } from '../../reasoner';
import { compareUids } from '../../util/uids';
import { factAt } from '../write/contradiction-messages';
import type { Fact } from '../store/terms';
import { WorkingSet } from '../store/working-set';

/**
 * State of a fact in the overlay. `Asserted` and `Inferred` give its mark after the change, whatever its mark in the
 * store.
 */
const FactState = { Asserted: 1, Inferred: 2, Read: 4, Added: 8, Retracted: 16 } as const;
const HOLDS = FactState.Read | FactState.Added;
const MARKS = FactState.Asserted | FactState.Inferred;

export class Overlay {
  readonly terms: Terms;
  private readonly table = new FactTable(1024);

  constructor(plan: Plan) {
    this.terms = new Terms(plan.terms);
  }

  /** Number of facts in the overlay. */
  get size(): number {
    return this.table.length;
  }

  /** Adds a stored fact that was read ahead. */
  addStored(s: string, p: string, o: string, inferred: boolean): void {
    const row = this.rowOf(s, p, o);
    const flags = this.table.flags[row]!;
    // A mark that an inference has set wins over the stored one.
    const mark = (flags & MARKS) === 0 ? (inferred ? FactState.Inferred : FactState.Asserted) : 0;
    this.table.flags[row] = flags | FactState.Read | mark;
  }

  /**
   * Adds the result of a page.
   *
   * @param asserted facts that would be written as asserted
   */
  apply(
    workingSet: WorkingSet,
    { inferred, retracted, removed, demoted }: Inference,
    asserted: readonly Fact[] = [],
  ): void {
    for (const { s, p, o } of asserted) this.add(s, p, o, FactState.Asserted);
    for (const row of [...inferred, ...demoted]) {
      const { s, p, o } = factAt(workingSet, row);
      this.add(s, p, o, FactState.Inferred);
    }
    for (const row of [...retracted, ...removed]) {
      const { s, p, o } = factAt(workingSet, row);
      const at = this.rowOf(s, p, o);
      this.table.flags[at] = (this.table.flags[at]! & ~(FactState.Added | MARKS)) | FactState.Retracted;
    }
  }

  /** Returns the state of a stored fact after the change; undefined if unchanged. */
  stateOf(s: string, p: string, o: string): 'retracted' | 'asserted' | 'inferred' | undefined {
    const row = this.table.find(this.terms.find(s), this.terms.find(p), this.terms.find(o));
    const flags = row === NO_ROW ? 0 : this.table.flags[row]!;
    if ((flags & FactState.Retracted) !== 0) return 'retracted';
    if ((flags & MARKS) === 0) return undefined;
    return (flags & FactState.Asserted) !== 0 ? 'asserted' : 'inferred';
  }

  /** Returns true if any fact matches; undefined matches everything. */
  has(s: string | undefined, p: string, o: string | undefined): boolean {
    for (const _ of this.matches(s, p, o)) return true;
    return false;
  }

  /** Yields the matching facts that hold; undefined matches everything. */
  *matches(
    s: string | undefined,
    p: string,
    o: string | undefined,
  ): Generator<{ readonly s: string; readonly o: string; readonly inferred: boolean }> {
    const { table, terms } = this;
    const [si, pi, oi] = [this.idOf(s), terms.find(p), this.idOf(o)];
    // No fact of the overlay has an unknown term.
    if (pi === ANY || (s !== undefined && si === ANY) || (o !== undefined && oi === ANY)) return;
    const next =
      si !== ANY
        ? (row: Row) => table.nextOfSubject(row)
        : oi !== ANY
          ? (row: Row) => table.nextOfObject(row)
          : (row: Row) => table.nextOfPredicate(row);
    let row =
      si !== ANY && oi !== ANY
        ? table.find(si, pi, oi)
        : si !== ANY
          ? table.firstOfSubject(si, pi)
          : oi !== ANY
            ? table.firstOfObject(pi, oi)
            : table.firstOfPredicate(pi);
    while (row !== NO_ROW) {
      const flags = table.flags[row]!;
      if ((flags & HOLDS) !== 0 && (flags & FactState.Retracted) === 0) {
        const isInferred = (flags & FactState.Asserted) === 0;
        yield { s: terms.text(table.subject[row]!), o: terms.text(table.object[row]!), inferred: isInferred };
      }
      row = si !== ANY && oi !== ANY ? NO_ROW : next(row);
    }
  }

  /** Returns the subjects of the matching facts, including those added later. */
  subjectsOf(p: string, o: string | undefined): OverlaySubjects {
    return new OverlaySubjects(this, this.table, p, o);
  }

  private idOf(text: string | undefined): TermId {
    return text === undefined ? ANY : this.terms.find(text);
  }

  private add(s: string, p: string, o: string, mark: number): void {
    const row = this.rowOf(s, p, o);
    this.table.flags[row] = (this.table.flags[row]! & ~(FactState.Retracted | MARKS)) | FactState.Added | mark;
  }

  private rowOf(s: string, p: string, o: string): Row {
    return this.table.row(this.terms.id(s), this.terms.id(p), this.terms.id(o));
  }
}

/** Subjects of a predicate's facts in an overlay, in order of uid, while the overlay grows. */
export class OverlaySubjects {
  private readonly sorted: string[] = [];
  private readonly seenTerms = new Set<TermId>();
  private rows = 0;

  constructor(
    private readonly overlay: Overlay,
    private readonly table: FactTable,
    private readonly p: string,
    private readonly o: string | undefined,
  ) {}

  /** Returns the nodes after `after`, up to and including `upTo`. */
  between(after: string, upTo: string | undefined): string[] {
    this.takeNew();
    const { sorted, overlay, p, o } = this;
    const nodes: string[] = [];
    for (let i = firstAfter(sorted, after); i < sorted.length; i++) {
      const node = sorted[i]!;
      if (upTo !== undefined && compareUids(node, upTo) > 0) break;
      if (overlay.has(node, p, o)) nodes.push(node);
    }
    return nodes;
  }

  private takeNew(): void {
    const { table, overlay, seenTerms: seen, sorted } = this;
    const { terms } = overlay;
    const [p, o] = [terms.find(this.p), this.o === undefined ? ANY : terms.find(this.o)];
    const previousLength = sorted.length;
    for (; this.rows < table.length; this.rows++) {
      const row = this.rows;
      if (table.predicate[row] !== p || (this.o !== undefined && table.object[row] !== o)) continue;
      const s = table.subject[row]!;
      if (seen.has(s) || !terms.text(s).startsWith('0x')) continue;
      seen.add(s);
      sorted.push(terms.text(s));
    }
    if (sorted.length > previousLength) sorted.sort(compareUids);
  }
}

function firstAfter(sorted: readonly string[], after: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareUids(sorted[middle]!, after) > 0) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Working set on a store with an overlay. */
export class OverlaidWorkingSet extends WorkingSet {
  private readonly laid = new Set<string>();

  /**
   * @param isReal test: the engine knows the predicate
   * @param isKnown test: the predicate can have facts, stored or in the overlay
   */
  constructor(
    private readonly overlay: Overlay,
    private readonly isReal: (predicate: string) => boolean,
    plan: Plan,
    isKnown: (predicate: string) => boolean,
    facts: number,
  ) {
    super(plan, isKnown, facts);
  }

  override covers(s: TermId, p: TermId, o: TermId): boolean {
    const predicate = this.terms.text(p);
    const [subject, object] = [this.textOf(s), this.textOf(o)];
    if (this.isReal(predicate)) return super.covers(s, p, o);
    // Facts of an unknown predicate exist in the overlay only.
    const patterns = [`${s} ${p} ${o}`, `${s} ${p} ${ANY}`, `${ANY} ${p} ${o}`, `${ANY} ${p} ${ANY}`];
    return patterns.some((key) => this.laid.has(key)) || !this.overlay.has(subject, predicate, object);
  }

  override cover(s: string | undefined, p: string, o: string | undefined): void {
    super.cover(s, p, o);
    this.lay(s, p, o);
  }

  override add(s: string, p: string, o: string, inferred: boolean): void {
    const state = this.overlay.stateOf(s, p, o);
    if (state !== 'retracted') super.add(s, p, o, state === undefined ? inferred : state === 'inferred');
  }

  /** Adds the overlay's facts of a pattern. */
  lay(s: string | undefined, p: string, o: string | undefined): void {
    for (const fact of this.overlay.matches(s, p, o)) super.add(fact.s, p, fact.o, fact.inferred);
    this.laid.add(`${this.termOf(s)} ${this.terms.id(p)} ${this.termOf(o)}`);
  }

  private textOf(term: TermId): string | undefined {
    return term === ANY ? undefined : this.terms.text(term);
  }

  private termOf(text: string | undefined): TermId {
    return text === undefined ? ANY : this.terms.id(text);
  }
}
