/** An ontology's rules, indexed for evaluation: by the facts that trigger them and by the facts that they derive. */
import { onceFor } from '../util/memo';
import type { Atom, Rule, Trigger } from './rule';
import type { TermId, Terms } from './terms';
import { HEAD, RuleTrigger } from './trigger';

export interface Plan {
  /** The constants of the rules. */
  readonly terms: Terms;
  /** The predicate of type facts. */
  readonly type: TermId;
  readonly rules: readonly Rule[];
}

/** Returns the rules without a body: the head holds, or the contradiction exists, by an axiom alone. */
export const seedsOf = onceFor(({ rules }: Plan): readonly Rule[] => rules.filter(({ body }) => body.length === 0));

/** Index entries for the atoms of one predicate. */
interface Entries<T> {
  /** Entries of atoms whose object is a variable. */
  readonly any: T[];
  /** Entries by constant object; each list includes the entries for any object. */
  readonly objects: Map<TermId, T[]>;
}

/** Index by the predicate of an atom, and by its object if that is a constant: the class of a type atom. */
class AtomIndex<T> {
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

export interface PlanIndex {
  /** Triggers by the number of their rule and the index of their atom in its body; for rules with several atoms. */
  readonly byRule: ReadonlyMap<number, readonly Trigger[]>;
  /** Rules with a head, by each atom of their body. */
  readonly triggers: AtomIndex<Trigger>;
  /** Rules without a head, by each atom of their body. */
  readonly constraints: AtomIndex<Trigger>;
  /** Rules by their head. */
  readonly heads: AtomIndex<Trigger>;
}

/** Returns the index of a plan, which is made at the first call. */
export const indexOf = onceFor(({ type, rules }: Plan): PlanIndex => {
  const triggers = new AtomIndex<Trigger>(type);
  const constraints = new AtomIndex<Trigger>(type);
  const heads = new AtomIndex<Trigger>(type);
  const byRule = new Map<number, readonly Trigger[]>();
  rules.forEach((rule, number) => {
    const atomIndex = rule.head ? triggers : constraints;
    const byAtom = rule.body.map((_, i) => new RuleTrigger(rule, number, i, type));
    if (byAtom.length > 1) byRule.set(number, byAtom);
    rule.body.forEach((atom, i) => atomIndex.add(atom, byAtom[i]!));
    if (rule.head) heads.add(rule.head, new RuleTrigger(rule, number, HEAD, type));
  });
  return { byRule, triggers, constraints, heads };
});
