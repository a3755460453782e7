/** Hierarchy of terms, with cycles: direct and transitive order. */
import { digraph, outDegree, reach, stronglyConnected, successors } from './digraph';
import type { Digraph } from './digraph';

/**
 * Partial order of terms, given by edges from lower to upper terms. Terms above each other are equivalent. Equivalent
 * terms count as both above and below; no term is above or below itself.
 *
 * Terms have numbers in sorted order. Equivalent terms form a group; groups have numbers in topological order, uppers
 * first. Queries take time proportional to the number of terms above or below; direct uppers are cached.
 */
export class Hierarchy {
  private readonly sorted: readonly string[];
  private readonly numbers: ReadonlyMap<string, number>;
  /** Group of each term. */
  private readonly groupOf: readonly number[];
  /** Terms of each group, sorted. */
  private readonly members: Digraph;
  private readonly uppers: Digraph;
  private readonly lowers: Digraph;
  /** Cache of `directUppers`. */
  private readonly direct = new Map<number, readonly number[]>();
  private printed: PrintedTerms | undefined;

  /**
   * @param terms all terms, including those without edges
   * @param edges pairs [lower, upper]; their terms need not be among `terms`
   */
  constructor(terms: Iterable<string>, edges: Iterable<readonly [lower: string, upper: string]>) {
    const pairs = [...edges];
    const distinct = new Set(terms);
    for (const [lower, upper] of pairs) distinct.add(lower).add(upper);
    this.sorted = [...distinct].sort();
    this.numbers = new Map(this.sorted.map((term, number) => [term, number]));
    const ends = (end: 0 | 1) => pairs.map((pair) => this.numbers.get(pair[end])!);
    const [from, to] = [ends(0), ends(1)];
    const { componentOf, count } = stronglyConnected(digraph(distinct.size, from, to));
    this.groupOf = componentOf;
    this.members = digraph(count, componentOf, [...componentOf.keys()]);
    const [lowers, uppers] = groupEdges(componentOf, from, to);
    this.uppers = digraph(count, lowers, uppers);
    this.lowers = digraph(count, uppers, lowers);
  }

  /** Returns the hierarchy under other names. @param nameOf a different name for each term */
  renamed(nameOf: (term: string) => string): Hierarchy {
    const names = this.sorted.map(nameOf);
    const edges: [string, string][] = [];
    for (let group = 0; group < this.members.starts.length - 1; group++) {
      const [first, ...others] = successors(this.members, group).map((number) => names[number]!);
      for (const other of others) edges.push([first!, other], [other, first!]);
      for (const upper of successors(this.uppers, group)) {
        edges.push([first!, names[this.members.targets[this.members.starts[upper]!]!]!]);
      }
    }
    return new Hierarchy(names, edges);
  }

  /** Returns all terms, sorted. */
  terms(): readonly string[] {
    return this.sorted;
  }

  has(term: string): boolean {
    return this.numbers.has(term);
  }

  /** Returns the equivalent terms, sorted. Like all queries, returns nothing for an unknown term. */
  equivalents(term: string): string[] {
    return this.names(this.groupsOf([term]), term);
  }

  /** Returns all terms above, sorted. */
  ancestors(term: string): string[] {
    return this.names(reach(this.uppers, this.groupsOf([term])), term);
  }

  /** Returns all terms below, sorted. */
  descendants(term: string): string[] {
    return this.names(reach(this.lowers, this.groupsOf([term])), term);
  }

  /** Returns `ancestors` as JSON. */
  ancestorsJson(term: string): string {
    return this.json(reach(this.uppers, this.groupsOf([term])), term);
  }

  /** Returns `descendants` as JSON. */
  descendantsJson(term: string): string {
    return this.json(reach(this.lowers, this.groupsOf([term])), term);
  }

  /** Counts the pairs of a term and a term above it or equivalent to it, until there are more than a limit. */
  pairCount(limit: number): number {
    let count = 0;
    for (let group = 0; group < this.members.starts.length - 1 && count <= limit; group++) {
      const members = outDegree(this.members, group);
      const reached = reach(this.uppers, [group]).reduce((sum, upper) => sum + outDegree(this.members, upper), 0);
      count += members * (reached - 1);
    }
    return count;
  }

  /** Returns the terms directly above and the equivalents, sorted. */
  parents(term: string): string[] {
    const group = this.group(term);
    return group === undefined ? [] : this.names([...this.directUppers(group), group], term);
  }

  /** Returns the terms directly below and the equivalents, sorted. */
  children(term: string): string[] {
    const group = this.group(term);
    if (group === undefined) return [];
    const direct = successors(this.lowers, group).filter((lower) => this.directUppers(lower).includes(group));
    return this.names([...direct, group], term);
  }

  /** True if `upper` equals `lower`, is equivalent to it or above it. */
  isWithin(lower: string, upper: string): boolean {
    if (lower === upper) return true;
    const from = this.group(lower);
    const to = this.group(upper);
    if (from === undefined || to === undefined) return false;
    if (from === to) return true;
    if (from < to || outDegree(this.lowers, to) === 0) return false;
    return (
      successors(this.uppers, from).includes(to) || reach(this.uppers, [from], (group) => group >= to).includes(to)
    );
  }

  /** True if `isWithin` holds for any pair of the lower and upper terms. */
  isAnyWithin(lowers: Iterable<string>, uppers: Iterable<string>): boolean {
    const reached = new Set(reach(this.uppers, this.groupsOf(lowers)));
    for (const upper of this.groupsOf(uppers)) if (reached.has(upper)) return true;
    return false;
  }

  /** Returns the terms with none of the others below them, in the given order; of equivalent terms, the first. */
  mostSpecific(terms: Iterable<string>): string[] {
    const distinct = [...new Set(terms)];
    if (distinct.length < 2) return distinct;
    const above = this.above(this.groupsOf(distinct));
    const returned = new Set<number>();
    return distinct.filter((term) => {
      const group = this.group(term);
      if (group === undefined) return true;
      if (above.has(group) || returned.has(group)) return false;
      returned.add(group);
      return true;
    });
  }

  /** Yields the term, its equivalents and all terms above, unordered. */
  *upFrom(term: string): Generator<string> {
    const group = this.group(term);
    if (group === undefined) {
      yield term;
      return;
    }
    const { starts, targets } = this.members;
    for (const reached of reach(this.uppers, [group])) {
      for (let i = starts[reached]!; i < starts[reached + 1]!; i++) yield this.sorted[targets[i]!]!;
    }
  }

  /** Returns the keys of a map that are the term, its equivalents or above it. */
  keysFrom(term: string, map: ReadonlyMap<string, unknown>): string[] {
    const reached = reach(this.uppers, this.groupsOf([term]));
    if (reached.length <= map.size) return [...this.upFrom(term)].filter((upper) => map.has(upper));
    const isAbove = new Uint8Array(this.members.starts.length);
    for (const group of reached) isAbove[group] = 1;
    return [...map.keys()].filter((key) => isAbove[this.group(key) ?? -1] === 1);
  }

  /** Yields the term, its equivalents and all terms below. Skips excluded terms and the terms below them. */
  *downFrom(term: string, excluded: ReadonlySet<string> = NONE): Generator<string> {
    const group = this.group(term);
    if (group === undefined) {
      if (!excluded.has(term)) yield term;
      return;
    }
    const isOpen = (lower: number) => excluded.size === 0 || !excluded.has(this.firstOf(lower));
    if (!isOpen(group)) return;
    for (const reached of reach(this.lowers, [group], isOpen)) yield* this.membersOf(reached);
  }

  /** Adds the terms, their equivalents and all terms below to a set. Assumes that `into` is closed downwards. */
  addBelow(terms: Iterable<string>, into: Set<string>): void {
    const isNew = (group: number) => !into.has(this.firstOf(group));
    const reached = reach(this.lowers, this.groupsOf(terms).filter(isNew), isNew);
    for (const group of reached) for (const member of this.membersOf(group)) into.add(member);
  }

  /** Returns the nearest terms below a term, without its equivalents, up to a limit. */
  nearestBelow(term: string, limit: number): string[] {
    const nearest: string[] = [];
    const group = this.group(term);
    const reached = new Set(group === undefined ? [] : successors(this.lowers, group));
    for (const lower of reached) {
      nearest.push(...this.membersOf(lower).slice(0, limit - nearest.length));
      if (nearest.length >= limit) break;
      for (const next of successors(this.lowers, lower)) reached.add(next);
    }
    return nearest;
  }

  /** Returns the terms that satisfy a predicate and all terms below them. */
  inheriting(predicate: (term: string) => boolean): ReadonlySet<string> {
    const inheriting = new Set<string>();
    this.addBelow(this.sorted.filter(predicate), inheriting);
    return inheriting;
  }

  /**
   * Collects the items of each term, its equivalents and all terms above. One pass from the top down; terms that add no
   * items share the set of their upper term.
   *
   * @param limit maximum items of all distinct sets together
   * @returns undefined beyond the limit
   */
  inherit<T>(
    itemsOf: (term: string) => Iterable<T>,
    limit = Infinity,
  ): ReadonlyMap<string, ReadonlySet<T>> | undefined {
    const ofGroup: ReadonlySet<T>[] = [];
    const ofTerm = new Map<string, ReadonlySet<T>>();
    const none: ReadonlySet<T> = new Set();
    let size = 0;
    for (let group = 0; group < this.members.starts.length - 1; group++) {
      const [first, ...others] = successors(this.uppers, group).map((upper) => ofGroup[upper]!);
      let inherited = first ?? none;
      let copy: Set<T> | undefined;
      const add = (item: T) => {
        if (inherited.has(item)) return;
        copy ??= new Set(inherited);
        inherited = copy.add(item);
      };
      for (const other of others) if (other !== first) for (const item of other) add(item);
      const members = this.membersOf(group);
      for (const member of members) for (const item of itemsOf(member)) add(item);
      if (copy) size += copy.size;
      if (size > limit) return undefined;
      ofGroup.push(inherited);
      for (const member of members) ofTerm.set(member, inherited);
    }
    return ofTerm;
  }

  private group(term: string): number | undefined {
    const number = this.numbers.get(term);
    return number === undefined ? undefined : this.groupOf[number];
  }

  private groupsOf(terms: Iterable<string>): number[] {
    const groups = new Set<number>();
    for (const term of terms) {
      const group = this.group(term);
      if (group !== undefined) groups.add(group);
    }
    return [...groups];
  }

  private firstOf(group: number): string {
    return this.sorted[this.members.targets[this.members.starts[group]!]!]!;
  }

  private membersOf(group: number): string[] {
    return successors(this.members, group).map((number) => this.sorted[number]!);
  }

  /** Returns the members of distinct groups, sorted, except one term. */
  private names(groups: readonly number[], except: string): string[] {
    const { sorted } = this;
    const { starts, targets } = this.members;
    if (this.areMany(groups)) {
      const marks = this.marked(groups, except);
      return sorted.filter((_, number) => marks[number] === 1);
    }
    const omitted = this.numbers.get(except);
    const numbers: number[] = [];
    for (const group of groups) {
      for (let i = starts[group]!; i < starts[group + 1]!; i++) {
        if (targets[i] !== omitted) numbers.push(targets[i]!);
      }
    }
    return numbers.sort((a, b) => a - b).map((number) => sorted[number]!);
  }

  /** Returns `names` as JSON. Neighbours among many names are copied together. */
  private json(groups: readonly number[], except: string): string {
    if (!this.areMany(groups)) return JSON.stringify(this.names(groups, except));
    const { text, starts } = (this.printed ??= printed(this.sorted));
    const marks = this.marked(groups, except);
    let list = '';
    for (let first = marks.indexOf(1); first >= 0;) {
      const next = marks.indexOf(0, first);
      const end = next < 0 ? marks.length : next;
      list += text.slice(starts[first], starts[end]);
      first = marks.indexOf(1, end);
    }
    return `[${list.slice(0, -1)}]`;
  }

  /** True for a large part of all groups: marks take less time than a sort of their numbers. */
  private areMany(groups: readonly number[]): boolean {
    return groups.length >= this.sorted.length / 16;
  }

  /** Returns a mark for each term: 1 for the members of the groups, except one term. */
  private marked(groups: readonly number[], except: string): Uint8Array {
    const { starts, targets } = this.members;
    const marks = new Uint8Array(this.sorted.length);
    for (const group of groups) for (let i = starts[group]!; i < starts[group + 1]!; i++) marks[targets[i]!] = 1;
    const omitted = this.numbers.get(except);
    if (omitted !== undefined) marks[omitted] = 0;
    return marks;
  }

  /** Returns the groups above any of the groups. */
  private above(groups: readonly number[], isOpen?: (group: number) => boolean): Set<number> {
    const direct = groups.flatMap((group) => successors(this.uppers, group));
    return new Set(reach(this.uppers, direct, isOpen));
  }

  /** Returns the upper groups that are not above another upper group. */
  private directUppers(group: number): readonly number[] {
    const uppers = successors(this.uppers, group);
    if (uppers.length < 2) return uppers;
    let direct = this.direct.get(group);
    if (!direct) {
      const highest = Math.min(...uppers);
      const indirect = this.above(uppers, (upper) => upper >= highest);
      this.direct.set(group, (direct = uppers.filter((upper) => !indirect.has(upper))));
    }
    return direct;
  }
}

const NONE: ReadonlySet<string> = new Set();

/** Terms as JSON, each with a comma behind it. */
interface PrintedTerms {
  readonly text: string;
  /** Start of each term, and of the end. */
  readonly starts: readonly number[];
}

function printed(terms: readonly string[]): PrintedTerms {
  const texts = terms.map((term) => `${JSON.stringify(term)},`);
  const starts = [0];
  for (const { length } of texts) starts.push(starts.at(-1)! + length);
  return { text: texts.join(''), starts };
}

/** Returns the distinct edges between different groups: their lower and their upper ends. */
function groupEdges(
  groupOf: readonly number[],
  from: readonly number[],
  to: readonly number[],
): [lowers: number[], uppers: number[]] {
  const lowers: number[] = [];
  const uppers: number[] = [];
  const distinct = new Set<number>();
  for (let edge = 0; edge < from.length; edge++) {
    const [lower, upper] = [groupOf[from[edge]!]!, groupOf[to[edge]!]!];
    const key = lower * groupOf.length + upper;
    if (lower === upper || distinct.has(key)) continue;
    distinct.add(key);
    lowers.push(lower);
    uppers.push(upper);
  }
  return [lowers, uppers];
}
