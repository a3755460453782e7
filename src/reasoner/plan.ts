/** An ontology's rules, laid out for evaluation: by what sets a rule off, and by what it yields. */
import { FROM_OBJECT, FROM_SUBJECT } from './rule';
import type { Atom, FixedHead, Ref, Rule, Trigger } from './rule';
import type { TermId, Terms } from './terms';

/** What is listed for the atoms of one predicate. */
interface Entries<T> {
  /** Of atoms with a variable for the object. */
  readonly any: T[];
  /** Of atoms with a constant for it, by the constant; what is listed for any object is among it as well. */
  readonly objects: Map<TermId, T[]>;
}

/** Rules by the predicate of an atom, and by its object where that is a constant: the class of a type atom. */
export class AtomIndex<T> {
  /** By predicate; constants are the first terms there are. */
  private readonly predicates: (Entries<T> | undefined)[] = [];

  constructor(private readonly type: TermId) {}

  add(atom: Atom, entry: T): void {
    while (this.predicates.length <= atom.p) this.predicates.push(undefined);
    const entries: Entries<T> = this.predicates[atom.p] ?? { any: [], objects: new Map<TermId, T[]>() };
    this.predicates[atom.p] = entries;
    const { any, objects } = entries;
    if (atom.o < 0) {
      for (const list of [...objects.values(), any]) list.push(entry);
      return;
    }
    const list = objects.get(atom.o);
    if (list) list.push(entry);
    else objects.set(atom.o, [...any, entry]);
  }

  /** What is listed for a fact with this predicate and object. */
  of(p: TermId, o: TermId): readonly T[] {
    const entries = p < this.predicates.length ? this.predicates[p] : undefined;
    if (entries === undefined) return NONE;
    return entries.objects.size === 0 ? entries.any : (entries.objects.get(o) ?? entries.any);
  }

  get isEmpty(): boolean {
    return this.predicates.length === 0;
  }

  hasClass(c: TermId): boolean {
    return this.predicates[this.type]?.objects.has(c) ?? false;
  }

  hasProperty(p: TermId): boolean {
    return p !== this.type && this.predicates[p] !== undefined;
  }

  classIds(): Iterable<TermId> {
    return this.predicates[this.type]?.objects.keys() ?? NONE;
  }

  propertyIds(): Iterable<TermId> {
    return [...this.predicates.keys()].filter((p) => this.hasProperty(p));
  }
}

const NONE: readonly never[] = [];

export interface Plan {
  /** The constants of the rules. */
  readonly terms: Terms;
  /** The predicate of type facts. */
  readonly type: TermId;
  readonly rules: readonly Rule[];
  /** By the position of a rule and that of an atom in its body. */
  readonly byRule: readonly (readonly Trigger[])[];
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
  const byRule: Trigger[][] = [];
  rules.forEach((rule, number) => {
    const index = rule.head ? triggers : constraints;
    const bound = (atom: number): Trigger => {
      const fixed = fixedHead(rule, atom);
      const rest = joinOrder(rule, atom, type);
      return { rule, number, atom, rest, isDirect: isDirect(rule, atom), ...(fixed && { fixed }) };
    };
    const byAtom = rule.body.map((_, i) => bound(i));
    byRule.push(byAtom);
    rule.body.forEach((atom, i) => index.add(atom, byAtom[i]!));
    if (rule.head) heads.add(rule.head, bound(HEAD));
  });
  const seeds = rules.filter(({ body }) => body.length === 0);
  return { terms, type, rules, byRule, triggers, constraints, heads, seeds };
}

const HEAD = -1;

/** A fact that is listed for the atom has its object, where that is a constant; nothing else is left to be compared. */
function isDirect({ head, body, distinct, filters }: Rule, index: number): boolean {
  const atom = body[index];
  if (!head || !atom || body.length > 1 || distinct?.length || filters?.length) return false;
  return atom.s < 0 && atom.s !== atom.o;
}

function fixedHead({ head, body }: Rule, index: number): FixedHead | undefined {
  const atom = body[index] ?? head;
  const isFixed = (ref: Ref) => ref > 0 || ref === atom?.s || ref === atom?.o;
  if (!head || !isFixed(head.s) || !isFixed(head.o)) return undefined;
  const from = (ref: Ref) => (ref > 0 ? ref : ref === atom?.s ? FROM_SUBJECT : FROM_OBJECT);
  return { s: from(head.s), p: head.p, o: from(head.o) };
}

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
