/** A hierarchy of terms with cycles: who is above and below whom, directly and in all. */

/**
 * Terms and what is directly above them. Terms that are above each other are equivalent. An equivalent term is both
 * above and below; no term is above or below itself.
 *
 * Answers are computed when asked for, in the time of what is above (or below) the term; direct ones are kept.
 */
export class Hierarchy {
  /** Term → its group of equivalents. */
  private readonly groupOf = new Map<string, Group>();
  /** From the top down: whatever is above a group comes before it. */
  private readonly groups: Group[] = [];

  /**
   * @param terms all terms, with or without a place in the hierarchy
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
    for (const [term, above] of uppers) {
      const lower = this.groupOf.get(term)!;
      for (const other of above) {
        const upper = this.groupOf.get(other)!;
        if (upper === lower) continue;
        lower.uppers.add(upper);
        upper.lowers.add(lower);
      }
    }
  }

  /** Every term, in no particular order. */
  terms(): Iterable<string> {
    return this.groupOf.keys();
  }

  has(term: string): boolean {
    return this.groupOf.has(term);
  }

  /** The other terms that are both above and below, sorted. Empty for an unknown term, as all answers are. */
  equivalents(term: string): string[] {
    return (this.groupOf.get(term)?.members ?? []).filter((member) => member !== term);
  }

  /** All terms above, sorted. */
  ancestors(term: string): string[] {
    return this.closure(term, (group) => group.uppers);
  }

  /** All terms below, sorted. */
  descendants(term: string): string[] {
    return this.closure(term, (group) => group.lowers);
  }

  /** The terms above with nothing in between, and the equivalents; sorted. */
  parents(term: string): string[] {
    const group = this.groupOf.get(term);
    return group ? names([...directUppers(group), group], term) : [];
  }

  /** The terms below with nothing in between, and the equivalents; sorted. */
  children(term: string): string[] {
    const group = this.groupOf.get(term);
    if (!group) return [];
    return names([...[...group.lowers].filter((lower) => directUppers(lower).has(group)), group], term);
  }

  /** Whether `upper` is `lower` itself, equivalent to it or above it. */
  isWithin(lower: string, upper: string): boolean {
    if (lower === upper) return true;
    const from = this.groupOf.get(lower);
    const to = this.groupOf.get(upper);
    if (from === undefined || to === undefined) return false;
    if (from === to || from.uppers.has(to)) return true;
    // Nothing leads down from what has nothing below it, or up from what has nothing above it.
    if (from.uppers.size === 0 || to.lowers.size === 0) return false;
    return reach([from], (group) => group.uppers).has(to);
  }

  /** Tells if one of the lower terms is one of the upper ones, equivalent to it or below it. */
  isAnyWithin(lowers: Iterable<string>, uppers: Iterable<string>): boolean {
    const reached = reach(this.groupsOf(lowers), (group) => group.uppers);
    for (const upper of this.groupsOf(uppers)) if (reached.has(upper)) return true;
    return false;
  }

  /** Those of the terms that have none of the others below them; of equivalent ones, the first. In the given order. */
  mostSpecific(terms: Iterable<string>): string[] {
    const given = [...new Set(terms)];
    if (given.length < 2) return given;
    const above = reach(
      this.groupsOf(given).flatMap((group) => [...group.uppers]),
      (group) => group.uppers,
    );
    const seen = new Set<Group>();
    return given.filter((term) => {
      const group = this.groupOf.get(term);
      if (!group) return true;
      if (above.has(group) || seen.has(group)) return false;
      seen.add(group);
      return true;
    });
  }

  /** The term, its equivalents and all above, in no particular order. */
  *upFrom(term: string): Generator<string> {
    const group = this.groupOf.get(term);
    if (!group) yield term;
    else for (const reached of reach([group], ({ uppers }) => uppers)) yield* reached.members;
  }

  /** The term, its equivalents and all below but those that are in a set; what is below those is not looked for. */
  *downFrom(term: string, but: ReadonlySet<string>): Generator<string> {
    const group = this.groupOf.get(term);
    if (!group) {
      if (!but.has(term)) yield term;
      return;
    }
    const seen = new Set([group]);
    for (const { members, lowers } of seen) {
      if (but.has(members[0]!)) continue;
      yield* members;
      for (const lower of lowers) seen.add(lower);
    }
  }

  /** Adds to a set the terms, their equivalents and all below; what is in it already is taken to be there with all below. */
  addBelow(terms: Iterable<string>, into: Set<string>): void {
    const queue = this.groupsOf(terms).filter(({ members }) => !into.has(members[0]!));
    const queued = new Set(queue);
    for (const { members, lowers } of queued) {
      for (const member of members) into.add(member);
      for (const lower of lowers) if (!into.has(lower.members[0]!)) queued.add(lower);
    }
  }

  /** At most so many terms below a term that are not equivalent to it: the nearest. */
  nearestBelow(term: string, most: number): string[] {
    const found: string[] = [];
    const group = this.groupOf.get(term);
    const seen = new Set(group?.lowers);
    for (const { members, lowers } of seen) {
      found.push(...members.slice(0, most - found.length));
      if (found.length >= most) break;
      for (const lower of lowers) seen.add(lower);
    }
    return found;
  }

  /** The terms of which something is so, and all below them. */
  inheriting(is: (term: string) => boolean): ReadonlySet<string> {
    const found = new Set<string>();
    this.addBelow([...this.groupOf.keys()].filter(is), found);
    return found;
  }

  /**
   * What each term has of its own, of its equivalents and of everything above: in one pass from the top down, with sets
   * shared where a term adds nothing.
   */
  inherit<T>(own: (term: string) => Iterable<T>): ReadonlyMap<string, ReadonlySet<T>> {
    const ofGroup = new Map<Group, ReadonlySet<T>>();
    const ofTerm = new Map<string, ReadonlySet<T>>();
    for (const group of this.groups) {
      const [first, ...others] = [...group.uppers].map((upper) => ofGroup.get(upper)!);
      let inherited: ReadonlySet<T> = first ?? new Set<T>();
      let copy: Set<T> | undefined;
      const add = (item: T) => {
        if (inherited.has(item)) return;
        copy ??= new Set(inherited);
        inherited = copy.add(item);
      };
      for (const other of others) if (other !== first) for (const item of other) add(item);
      for (const member of group.members) for (const item of own(member)) add(item);
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

/** Terms that are equivalent to each other: one, mostly. */
interface Group {
  readonly members: readonly string[];
  readonly uppers: Set<Group>;
  readonly lowers: Set<Group>;
  direct?: ReadonlySet<Group>;
}

/** The groups above that are not above another group above. */
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

/** The start and everything that can be reached from it. */
function reach(start: readonly Group[], next: (group: Group) => ReadonlySet<Group>): Set<Group> {
  const reached = new Set(start);
  // A set hands out what is added to it while it is being walked.
  for (const group of reached) for (const other of next(group)) reached.add(other);
  return reached;
}

function names(groups: Iterable<Group>, except: string): string[] {
  const found: string[] = [];
  for (const group of groups) for (const member of group.members) if (member !== except) found.push(member);
  return found.sort();
}

/**
 * Tarjan's algorithm with a stack of its own, since hierarchies may be deeper than the call stack. A component comes
 * after those that it leads to.
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
