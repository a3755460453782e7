/** An ontology's rules, laid out for evaluation: by what sets a rule off, and by what it yields. */
import type { Atom, Rule, Trigger } from './rule';
import type { TermId, Terms } from './terms';

/** Rules by class (of a type atom) and by property (of every other atom). */
export class AtomIndex<T> {
  private readonly classes = new Map<TermId, T[]>();
  private readonly properties = new Map<TermId, T[]>();
  /** What is listed for type atoms with a variable for the class; among the entries of every class as well. */
  private readonly anyClass: T[] = [];

  constructor(private readonly type: TermId) {}

  add(atom: Atom, entry: T): void {
    if (atom.p === this.type && atom.o < 0) {
      for (const list of [...this.classes.values(), this.anyClass]) list.push(entry);
      return;
    }
    const map = atom.p === this.type ? this.classes : this.properties;
    const key = atom.p === this.type ? atom.o : atom.p;
    const list = map.get(key);
    if (list) list.push(entry);
    else map.set(key, atom.p === this.type ? [...this.anyClass, entry] : [entry]);
  }

  /** What is listed for a fact with this predicate and object. */
  of(p: TermId, o: TermId): readonly T[] {
    return p === this.type ? (this.classes.get(o) ?? this.anyClass) : (this.properties.get(p) ?? NONE);
  }

  hasClass(c: TermId): boolean {
    return this.classes.has(c);
  }

  hasProperty(p: TermId): boolean {
    return this.properties.has(p);
  }

  classIds(): Iterable<TermId> {
    return this.classes.keys();
  }

  propertyIds(): Iterable<TermId> {
    return this.properties.keys();
  }
}

const NONE: readonly never[] = [];

export interface Plan {
  /** The constants of the rules. */
  readonly terms: Terms;
  /** The predicate of type facts. */
  readonly type: TermId;
  readonly rules: readonly Rule[];
  /** Rules with a head, by each atom of their body. */
  readonly triggers: AtomIndex<Trigger>;
  /** Rules without a head, by each atom of their body. */
  readonly constraints: AtomIndex<Trigger>;
  /** Rules by their head. */
  readonly heads: AtomIndex<Trigger>;
  /** Rules without a body: what holds, or contradicts, by an axiom alone. */
  readonly seeds: readonly Rule[];
}

/** @param type the predicate of type facts */
export function makePlan(terms: Terms, type: TermId, rules: readonly Rule[]): Plan {
  const triggers = new AtomIndex<Trigger>(type);
  const constraints = new AtomIndex<Trigger>(type);
  const heads = new AtomIndex<Trigger>(type);
  rules.forEach((rule, number) => {
    const index = rule.head ? triggers : constraints;
    const bound = (atom: number): Trigger => ({ rule, number, atom, rest: joinOrder(rule, atom, type) });
    rule.body.forEach((atom, i) => index.add(atom, bound(i)));
    if (rule.head) heads.add(rule.head, bound(HEAD));
  });
  const seeds = rules.filter(({ body }) => body.length === 0);
  return { terms, type, rules, triggers, constraints, heads, seeds };
}

const HEAD = -1;

/** The atoms other than `first`, each next one with as many bound ends as can be had; type atoms early, they only filter. */
function joinOrder(rule: Rule, first: number, type: TermId): number[] {
  const bound = new Set<number>();
  const bind = (atom: Atom) => {
    for (const ref of [atom.s, atom.o]) if (ref < 0) bound.add(ref);
  };
  const binding = first === HEAD ? rule.head : rule.body[first];
  if (binding) bind(binding);
  const rest = rule.body.map((_, index) => index).filter((index) => index !== first);
  const order: number[] = [];
  while (rest.length > 0) {
    const score = (index: number) => {
      const { s, p, o } = rule.body[index]!;
      const ends = (s > 0 || bound.has(s) ? 2 : 0) + (o > 0 || bound.has(o) ? 2 : 0);
      // A type atom's object is always bound: with a free subject it would list a whole class.
      return p === type && ends < 4 ? 0 : ends;
    };
    const best = rest.reduce((a, b) => (score(b) > score(a) ? b : a));
    rest.splice(rest.indexOf(best), 1);
    order.push(best);
    bind(rule.body[best]!);
  }
  return order;
}
