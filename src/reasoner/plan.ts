/** An ontology's rules, indexed for evaluation: by the facts that trigger them and by the facts that they derive. */
import { FROM_OBJECT, FROM_SUBJECT } from './rule';
import type { Atom, FixedHead, Ref, Rule, Trigger } from './rule';
import { Heap } from '../util/heap';
import type { TermId, Terms } from './terms';

/** Index entries for the atoms of one predicate. */
interface Entries<T> {
  /** Entries of atoms whose object is a variable. */
  readonly any: T[];
  /** Entries by constant object; each list includes the entries for any object. */
  readonly objects: Map<TermId, T[]>;
}

/** Index by the predicate of an atom, and by its object if that is a constant: the class of a type atom. */
export class AtomIndex<T> {
  /** Entries by predicate; an array suffices, since constants have the smallest ids. */
  private readonly predicates: (Entries<T> | undefined)[] = [];

  constructor(private readonly type: TermId) {}

  add(atom: Atom, entry: T): void {
    while (this.predicates.length <= atom.p) this.predicates.push(undefined);
    const entries: Entries<T> = this.predicates[atom.p] ?? { any: [], objects: new Map<TermId, T[]>() };
    this.predicates[atom.p] = entries;
    const { any, objects } = entries;
    if (atom.oneOf) {
      for (const object of atom.oneOf) this.addTo(objects, object, any, entry);
      return;
    }
    if (atom.o < 0) {
      for (const list of [...objects.values(), any]) list.push(entry);
      return;
    }
    this.addTo(objects, atom.o, any, entry);
  }

  private addTo(objects: Map<TermId, T[]>, object: TermId, any: readonly T[], entry: T): void {
    const list = objects.get(object);
    if (list) list.push(entry);
    else objects.set(object, [...any, entry]);
  }

  /** Returns the entries that a fact with this predicate and object matches. */
  list(p: TermId, o: TermId): readonly T[] {
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
  /** Triggers by the number of their rule and the index of their atom in its body. */
  readonly byRule: readonly (readonly Trigger[])[];
  /** Rules with a head, by each atom of their body. */
  readonly triggers: AtomIndex<Trigger>;
  /** Rules without a head, by each atom of their body. */
  readonly constraints: AtomIndex<Trigger>;
  /** Rules by their head. */
  readonly heads: AtomIndex<Trigger>;
  /** Rules without a body: the head holds, or the contradiction exists, by an axiom alone. */
  readonly seeds: readonly Rule[];
}

/** @param type the predicate of type facts */
export function makePlan(terms: Terms, type: TermId, rules: readonly Rule[]): Plan {
  const triggers = new AtomIndex<Trigger>(type);
  const constraints = new AtomIndex<Trigger>(type);
  const heads = new AtomIndex<Trigger>(type);
  const byRule: Trigger[][] = [];
  rules.forEach((rule, number) => {
    const atomIndex = rule.head ? triggers : constraints;
    const triggerFor = (atom: number): Trigger => {
      const fixed = fixedHead(rule, atom);
      const rest = joinOrder(rule, atom, type);
      return { rule, number, atom, rest, isDirect: isDirect(rule, atom), ...(fixed && { fixed }) };
    };
    const byAtom = rule.body.map((_, i) => triggerFor(i));
    byRule.push(byAtom);
    rule.body.forEach((atom, i) => atomIndex.add(atom, byAtom[i]!));
    if (rule.head) heads.add(rule.head, triggerFor(HEAD));
  });
  const seeds = rules.filter(({ body }) => body.length === 0);
  return { terms, type, rules, byRule, triggers, constraints, heads, seeds };
}

const HEAD = -1;

/**
 * True if every fact that the index lists for the atom derives the head. The index compares predicate and constant
 * object, so nothing else may need comparison.
 */
function isDirect({ head, body, distinct, filters }: Rule, index: number): boolean {
  const atom = body[index];
  if (!head || !atom || body.length > 1 || distinct?.length || filters?.length || atom.oneOf) return false;
  return atom.s < 0 && atom.s !== atom.o;
}

function fixedHead({ head, body }: Rule, index: number): FixedHead | undefined {
  const atom = body[index] ?? head;
  const isFixed = (ref: Ref) => ref > 0 || ref === atom?.s || ref === atom?.o;
  if (!head || !isFixed(head.s) || !isFixed(head.o)) return undefined;
  const from = (ref: Ref) => (ref > 0 ? ref : ref === atom?.s ? FROM_SUBJECT : FROM_OBJECT);
  return { s: from(head.s), p: head.p, o: from(head.o) };
}

/**
 * Orders the atoms other than `first`: the atom with the most bound ends comes next. A type atom comes early only with
 * both ends bound.
 */
function joinOrder({ body, head }: Rule, first: number, type: TermId): number[] {
  const bound = new Set<Ref>();
  const users = new Map<Ref, number[]>();
  body.forEach(({ s, o }, index) => {
    for (const ref of s === o ? [s] : [s, o]) {
      if (ref >= 0) continue;
      const atoms = users.get(ref);
      if (atoms) atoms.push(index);
      else users.set(ref, [index]);
    }
  });
  const score = (index: number) => {
    const { s, p, o } = body[index]!;
    const ends = (s > 0 || bound.has(s) ? 2 : 0) + (o > 0 || bound.has(o) ? 2 : 0);
    // With a free subject, a type atom would list a whole class.
    return p === type && ends < 4 ? 0 : ends;
  };
  /** Heaps of atoms by score, each ordered by index. An atom whose score has grown is in several heaps. */
  const ready = [0, 2, 4].map(() => new Heap<number>((a, b) => a - b));
  const enter = (index: number) => ready[score(index) / 2]!.push(index);
  const visited = new Set([first]);
  const bind = ({ s, o }: Atom) => {
    for (const ref of [s, o]) {
      if (ref >= 0 || bound.has(ref)) continue;
      bound.add(ref);
      for (const index of users.get(ref) ?? []) if (!visited.has(index)) enter(index);
    }
  };
  body.forEach((_, index) => index !== first && enter(index));
  const binding = first === HEAD ? head : body[first];
  if (binding) bind(binding);
  const order: number[] = [];
  for (;;) {
    const index = ready[2]!.pop() ?? ready[1]!.pop() ?? ready[0]!.pop();
    if (index === undefined) return order;
    if (visited.has(index)) continue;
    visited.add(index);
    order.push(index);
    bind(body[index]!);
  }
}
