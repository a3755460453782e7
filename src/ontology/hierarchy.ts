/** Hierarchy of terms, with cycles: direct and transitive order. */

/**
 * Partial order of terms, given by edges from lower to upper terms. Terms above each other are equivalent. Equivalent
 * terms count as both above and below; no term is above or below itself.
 *
 * Queries take time proportional to the number of terms above or below; direct uppers are cached.
 */
export class Hierarchy {
  private readonly groupOf = new Map<string, Group>();
  /** Groups in topological order: uppers come first. */
  private readonly groups: Group[] = [];

  /**
   * @param terms all terms, including those without edges
   * @param edges pairs [lower, upper]; their terms need not be among `terms`
   */
  constructor(terms: Iterable<string>, edges: Iterable<readonly [lower: string, upper: string]>) {
    const uppers = new Map<string, string[]>();
    for (const term of terms) if (!uppers.has(term)) uppers.set(term, []);
    for (const [lower, upper] of edges) {
      if (!uppers.has(lower)) uppers.set(lower, []);
      if (!uppers.has(upper)) uppers.set(upper, []);
      uppers.get(lower)!.push(upper);
    }
    for (const members of stronglyConnected(uppers)) {
      const group: Group = { members: members.sort(), uppers: new Set(), lowers: new Set() };
      this.groups.push(group);
      for (const member of members) this.groupOf.set(member, group);
    }
    for (const [term, upperTerms] of uppers) {
      const lower = this.groupOf.get(term)!;
      for (const upperTerm of upperTerms) {
        const upper = this.groupOf.get(upperTerm)!;
        if (upper === lower) continue;
        lower.uppers.add(upper);
        upper.lowers.add(lower);
      }
    }
  }

  /** Returns all terms, unordered. */
  terms(): Iterable<string> {
    return this.groupOf.keys();
  }

  has(term: string): boolean {
    return this.groupOf.has(term);
  }

  /** Returns the equivalent terms, sorted. Like all queries, returns nothing for an unknown term. */
  equivalents(term: string): string[] {
    return (this.groupOf.get(term)?.members ?? []).filter((member) => member !== term);
  }

  /** Returns all terms above, sorted. */
  ancestors(term: string): string[] {
    return this.closure(term, (group) => group.uppers);
  }

  /** Returns all terms below, sorted. */
  descendants(term: string): string[] {
    return this.closure(term, (group) => group.lowers);
  }

  /** Returns the terms directly above and the equivalents, sorted. */
  parents(term: string): string[] {
    const group = this.groupOf.get(term);
    return group ? names([...directUppers(group), group], term) : [];
  }

  /** Returns the terms directly below and the equivalents, sorted. */
  children(term: string): string[] {
    const group = this.groupOf.get(term);
    if (!group) return [];
    return names([...[...group.lowers].filter((lower) => directUppers(lower).has(group)), group], term);
  }

  /** True if `upper` equals `lower`, is equivalent to it or above it. */
  isWithin(lower: string, upper: string): boolean {
    if (lower === upper) return true;
    const from = this.groupOf.get(lower);
    const to = this.groupOf.get(upper);
    if (from === undefined || to === undefined) return false;
    if (from === to || from.uppers.has(to)) return true;
    if (from.uppers.size === 0 || to.lowers.size === 0) return false;
    return reach([from], (group) => group.uppers).has(to);
  }

  /** True if `isWithin` holds for any pair of the lower and upper terms. */
  isAnyWithin(lowers: Iterable<string>, uppers: Iterable<string>): boolean {
    const reached = reach(this.groupsOf(lowers), (group) => group.uppers);
    for (const upper of this.groupsOf(uppers)) if (reached.has(upper)) return true;
    return false;
  }

  /** Returns the terms with none of the others below them, in the given order; of equivalent terms, the first. */
  mostSpecific(terms: Iterable<string>): string[] {
    const distinct = [...new Set(terms)];
    if (distinct.length < 2) return distinct;
    const above = reach(
      this.groupsOf(distinct).flatMap((group) => [...group.uppers]),
      (group) => group.uppers,
    );
    const returned = new Set<Group>();
    return distinct.filter((term) => {
      const group = this.groupOf.get(term);
      if (!group) return true;
      if (above.has(group) || returned.has(group)) return false;
      returned.add(group);
      return true;
    });
  }

  /** Yields the term, its equivalents and all terms above, unordered. */
  *upFrom(term: string): Generator<string> {
    const group = this.groupOf.get(term);
    if (!group) yield term;
    else for (const reached of reach([group], ({ uppers }) => uppers)) yield* reached.members;
  }

  /** Yields the term, its equivalents and all terms below. Skips excluded terms and the terms below them. */
  *downFrom(term: string, excluded: ReadonlySet<string> = NONE): Generator<string> {
    const group = this.groupOf.get(term);
    if (!group) {
      if (!excluded.has(term)) yield term;
      return;
    }
    const reached = new Set([group]);
    for (const { members, lowers } of reached) {
      if (excluded.has(members[0]!)) continue;
      yield* members;
      for (const lower of lowers) reached.add(lower);
    }
  }

  /** Adds the terms, their equivalents and all terms below to a set. Assumes that `into` is closed downwards. */
  addBelow(terms: Iterable<string>, into: Set<string>): void {
    const queue = this.groupsOf(terms).filter(({ members }) => !into.has(members[0]!));
    const queued = new Set(queue);
    for (const { members, lowers } of queued) {
      for (const member of members) into.add(member);
      for (const lower of lowers) if (!into.has(lower.members[0]!)) queued.add(lower);
    }
  }

  /** Returns the nearest terms below a term, without its equivalents, up to a limit. */
  nearestBelow(term: string, limit: number): string[] {
    const nearest: string[] = [];
    const group = this.groupOf.get(term);
    const reached = new Set(group?.lowers);
    for (const { members, lowers } of reached) {
      nearest.push(...members.slice(0, limit - nearest.length));
      if (nearest.length >= limit) break;
      for (const lower of lowers) reached.add(lower);
    }
    return nearest;
  }

  /** Returns the terms that satisfy a predicate and all terms below them. */
  inheriting(predicate: (term: string) => boolean): ReadonlySet<string> {
    const inheriting = new Set<string>();
    this.addBelow([...this.groupOf.keys()].filter(predicate), inheriting);
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
    const ofGroup = new Map<Group, ReadonlySet<T>>();
    const ofTerm = new Map<string, ReadonlySet<T>>();
    const none: ReadonlySet<T> = new Set();
    let size = 0;
    for (const group of this.groups) {
      const [first, ...others] = [...group.uppers].map((upper) => ofGroup.get(upper)!);
      let inherited = first ?? none;
      let copy: Set<T> | undefined;
      const add = (item: T) => {
        if (inherited.has(item)) return;
        copy ??= new Set(inherited);
        inherited = copy.add(item);
      };
      for (const other of others) if (other !== first) for (const item of other) add(item);
      for (const member of group.members) for (const item of itemsOf(member)) add(item);
      if (copy) size += copy.size;
      if (size > limit) return undefined;
      ofGroup.set(group, inherited);
      for (const member of group.members) ofTerm.set(member, inherited);
    }
    return ofTerm;
  }

  private groupsOf(terms: Iterable<string>): Group[] {
    const groups = new Set<Group>();
    for (const term of terms) {
      const group = this.groupOf.get(term);
      if (group) groups.add(group);
    }
    return [...groups];
  }

  private closure(term: string, next: (group: Group) => ReadonlySet<Group>): string[] {
    const group = this.groupOf.get(term);
    return group ? names(reach([group], next), term) : [];
  }
}

const NONE: ReadonlySet<string> = new Set();

/** Equivalence class of terms; mostly a single term. */
interface Group {
  readonly members: readonly string[];
  readonly uppers: Set<Group>;
  readonly lowers: Set<Group>;
  /** Cache of `directUppers`. */
  direct?: ReadonlySet<Group>;
}

/** Returns the upper groups that are not above another upper group. */
function directUppers(group: Group): ReadonlySet<Group> {
  if (group.uppers.size < 2) return group.uppers;
  if (!group.direct) {
    const indirect = reach(
      [...group.uppers].flatMap((upper) => [...upper.uppers]),
      (g) => g.uppers,
    );
    group.direct = new Set([...group.uppers].filter((upper) => !indirect.has(upper)));
  }
  return group.direct;
}

/** Returns the start groups and all groups reachable from them. */
function reach(start: readonly Group[], next: (group: Group) => ReadonlySet<Group>): Set<Group> {
  const reached = new Set(start);
  // Iteration over a set includes items added meanwhile.
  for (const group of reached) for (const other of next(group)) reached.add(other);
  return reached;
}

function names(groups: Iterable<Group>, except: string): string[] {
  const members = [...groups].flatMap((group) => group.members);
  return members.filter((member) => member !== except).sort();
}

/**
 * Tarjan's algorithm with an explicit stack, because hierarchies may be deeper than the call stack. Each component
 * follows the components reachable from it.
 */
function stronglyConnected(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const onStack = new Set<string>();
  const stack: string[] = [];
  const components: string[][] = [];
  const work: { readonly term: string; readonly next: Iterator<string> }[] = [];

  const open = (term: string) => {
    index.set(term, index.size);
    low.set(term, index.get(term)!);
    stack.push(term);
    onStack.add(term);
    work.push({ term, next: graph.get(term)![Symbol.iterator]() });
  };
  const lower = (term: string, to: number) => low.set(term, Math.min(low.get(term)!, to));

  for (const root of graph.keys()) {
    if (index.has(root)) continue;
    open(root);
    for (let frame = work.at(-1); frame; frame = work.at(-1)) {
      const { term, next } = frame;
      const step = next.next();
      if (!step.done) {
        if (!index.has(step.value)) open(step.value);
        else if (onStack.has(step.value)) lower(term, index.get(step.value)!);
        continue;
      }
      work.pop();
      const parent = work.at(-1);
      if (parent) lower(parent.term, low.get(term)!);
      if (low.get(term) !== index.get(term)) continue;
      const component: string[] = [];
      let member: string;
      do {
        member = stack.pop()!;
        onStack.delete(member);
        component.push(member);
      } while (member !== term);
      components.push(component);
    }
  }
  return components;
}
