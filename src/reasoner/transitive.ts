/**
 * Closure of transitive properties: p(x, y), p(y, z) → p(x, z).
 *
 * Joined from both sides, the rule derives each of the n² facts of a component of n nodes from up to n pairs of others.
 * Here it is evaluated right-linearly. A new fact that the change asserts or another rule derives is an edge; one that
 * this rule derives is a path. An edge is appended to the facts that end at its subject, and every new fact is extended
 * by edges alone, since any path can be built edge by edge. A new edge between nodes that a path of other edges joins
 * before its turn is a path itself. So each fact is joined with as many others as edges leave a node.
 *
 * Every stored fact counts as an edge. But two stored facts, the first of them inferred, need not be appended to a fact
 * one after the other: what they entail together is stored. While a materialization runs it may be missing; then the
 * second fact is an edge again when the walk visits it.
 */
import { onceFor } from '../util/memo';
import { JOINED, PATH, STORED_END } from './marks';
import type { Matcher } from './match';
import { Neighbours } from './neighbours';
import type { Plan } from './plan';
import { isTransitive } from './rule';
import type { FactSource } from './source';
import { NO_ROW, NOW_MASK, Stored, STORED_MASK } from './table';
import type { FactTable, Row } from './table';
import { ANY } from './terms';
import type { TermId } from './terms';

/** Returns the transitive predicates, each with whether its rule leaves out facts of a node with itself. */
export const transitivePredicates = onceFor(({ rules }: Plan): ReadonlyMap<TermId, boolean> => {
  const predicates = new Map<TermId, boolean>();
  for (const rule of rules.filter(isTransitive)) {
    const { p } = rule.head!;
    const omitsLoops = (rule.distinct ?? []).length > 0;
    predicates.set(p, omitsLoops && (predicates.get(p) ?? true));
  }
  return predicates;
});

/** Operations of the evaluation that the closure is part of. */
interface ClosureSteps {
  /** Sets marks of a row that holds. */
  mark(row: Row, marks: number): void;
  /** Derives the fact of a row that does not hold, and sets marks. */
  derive(row: Row, marks: number): void;
}

/** Edges of a transitive predicate from one node. */
interface Edges {
  /** Those that have been joined. */
  readonly joined: Row[];
  /** Stored facts, once they are needed. */
  stored?: readonly Row[];
}

export class TransitiveClosure {
  private readonly table: FactTable;
  private readonly predicates: ReadonlyMap<TermId, boolean>;
  /** By predicate and node. */
  private readonly edges = new Map<TermId, Map<TermId, Edges>>();
  /** Facts to be joined with others. */
  private readonly open: Row[] = [];
  /** True while all joined facts are stored: what they entail together is known without a join; see isComplete. */
  private isAllStored = true;
  /** By predicate: objects, and subjects. */
  private readonly neighbours = new Map<TermId, readonly [Neighbours, Neighbours]>();

  constructor(
    plan: Plan,
    { table }: FactSource,
    private readonly matcher: Matcher,
    private readonly steps: ClosureSteps,
  ) {
    this.table = table;
    this.predicates = transitivePredicates(plan);
  }

  /** Begins to join a new fact of a transitive property; call `step` until the closure is done. */
  join(row: Row): void {
    if ((this.table.flags[row]! & JOINED) !== 0) return;
    this.steps.mark(row, JOINED);
    this.open.push(row);
  }

  get isDone(): boolean {
    return this.open.length === 0;
  }

  /** Joins one fact with others. */
  step(): void {
    const row = this.open.pop()!;
    if (this.isAllStored && this.isComplete(row)) return;
    if ((this.table.flags[row]! & PATH) === 0) this.append(row);
    this.extend(row);
  }

  /**
   * True for a stored fact that entails nothing with other stored facts: its subject and its object have the same
   * objects and the same subjects. Joined with each other, the n² facts of a complete component of n nodes cost n³.
   */
  private isComplete(row: Row): boolean {
    const { table, matcher } = this;
    if (!this.has(row, STORED_MASK)) return (this.isAllStored = false);
    const p = table.predicate[row]!;
    const s = table.subject[row]!;
    const o = table.object[row]!;
    let neighbours = this.neighbours.get(p);
    if (!neighbours) {
      const omitsLoops = this.predicates.get(p) === true;
      const of = (isForward: boolean) => new Neighbours(table, p, isForward, omitsLoops);
      this.neighbours.set(p, (neighbours = [of(true), of(false)]));
    }
    if (!neighbours.every((each) => each.areSame(s, o))) return false;
    matcher.requireCovered(ANY, p, s);
    matcher.requireCovered(o, p, ANY);
    this.edgesFrom(s, p).joined.push(row);
    return true;
  }

  /** Appends an edge to the facts that end at its subject. */
  private append(edge: Row): void {
    const { table } = this;
    const p = table.predicate[edge]!;
    const s = table.subject[edge]!;
    const o = table.object[edge]!;
    this.edgesFrom(s, p).joined.push(edge);
    this.matcher.requireCovered(ANY, p, s);
    for (let row = table.firstOfObject(p, s); row !== NO_ROW; row = table.nextOfObject(row)) {
      // A new fact that has not been joined yet will be extended by this edge.
      if (this.has(row, STORED_MASK | JOINED)) this.reach(table.subject[row]!, p, o, 0);
    }
  }

  /** Extends a fact by the edges from its object. */
  private extend(fact: Row): void {
    const { table } = this;
    const p = table.predicate[fact]!;
    const s = table.subject[fact]!;
    const o = table.object[fact]!;
    const edges = this.edgesFrom(o, p);
    for (let i = 0; i < edges.joined.length; i++) this.reach(s, p, table.object[edges.joined[i]!]!, 0);
    if (this.has(fact, STORED_END)) return;
    this.matcher.requireCovered(o, p, ANY);
    const stored = (edges.stored ??= this.storedFrom(o, p));
    for (let i = 0; i < stored.length; i++) {
      const row = stored[i]!;
      const isInferred = (table.flags[row]! & Stored.Inferred) !== 0;
      this.reach(s, p, table.object[row]!, isInferred ? STORED_END : 0);
    }
  }

  private edgesFrom(node: TermId, p: TermId): Edges {
    let nodes = this.edges.get(p);
    if (!nodes) this.edges.set(p, (nodes = new Map<TermId, Edges>()));
    let edges = nodes.get(node);
    if (!edges) nodes.set(node, (edges = { joined: [] }));
    return edges;
  }

  private storedFrom(node: TermId, p: TermId): Row[] {
    const { table } = this;
    const rows: Row[] = [];
    for (let row = table.firstOfSubject(node, p); row !== NO_ROW; row = table.nextOfSubject(row)) {
      if (this.has(row, STORED_MASK)) rows.push(row);
    }
    return rows;
  }

  /** Takes note that a path leads from one node to another. */
  private reach(s: TermId, p: TermId, o: TermId, end: number): void {
    const { table } = this;
    if (s === o && this.predicates.get(p) === true) return;
    const row = table.row(s, p, o);
    const flags = table.flags[row]!;
    const isThere = (flags & NOW_MASK) !== 0;
    if (isThere && (flags & (STORED_MASK | JOINED)) !== 0) return;
    this.isAllStored = false;
    if (isThere) this.steps.mark(row, JOINED | PATH | end);
    else this.steps.derive(row, JOINED | PATH | end);
    this.open.push(row);
  }

  /** True if a row holds and has one of these flags. */
  private has(row: Row, flags: number): boolean {
    const all = this.table.flags[row]!;
    return (all & NOW_MASK) !== 0 && (all & flags) !== 0;
  }
}
