/** Predicates and classes that occur in rules. Facts of any other concern the engine alone. */
import { TYPE_PREDICATE } from '../../mutation';
import type { Plan, Rule } from '../../reasoner';

type Atom = Rule['body'][number];
type End = 'subject' | 'object';

export class Relevance {
  private readonly properties = new Set<string>();
  private readonly classes = new Set<string>();
  private readonly inferred = new Set<string>();
  /** Ends of facts that rules join with other facts, and that exclude those. */
  private readonly exclusive = { subject: new Set<string>(), object: new Set<string>() };
  /** Ends that yield to the others in a rule; they exclude if they do so in another. */
  private readonly yielding = { subject: new Set<string>(), object: new Set<string>() };
  private readonly joinsTypes: { subject?: boolean; object?: boolean } = {};

  constructor(plan: Plan) {
    for (const rule of plan.rules) this.addRule(plan, rule);
  }

  private addRule(plan: Plan, { head, body }: Rule): void {
    for (const atom of head ? [...body, head] : body) {
      if (atom.p === plan.type) for (const c of atom.oneOf ?? [atom.o]) this.classes.add(plan.terms.text(c));
      else this.properties.add(plan.terms.text(atom.p));
    }
    if (head && head.p !== plan.type) this.inferred.add(plan.terms.text(head.p));
    if (body.length < 2) return;
    const ends = new Map<number, number>();
    for (const { s, o } of body) for (const ref of [s, o]) if (ref < 0) ends.set(ref, (ends.get(ref) ?? 0) + 1);
    const add = (end: End, atom: Atom, ref: number): void => {
      if ((ends.get(ref) ?? 0) < 2) return;
      const yields = atom.p !== plan.type && yieldsAt(body, atom, ref, plan.type);
      for (const o of atom.oneOf ?? [atom.o]) {
        const key = joinKey(plan.terms.text(atom.p), o > 0 ? plan.terms.text(o) : '');
        if (!yields) this.exclusive[end].add(key);
        else this.yielding[end].add(key);
      }
    };
    for (const atom of body) {
      add('subject', atom, atom.s);
      if (!atom.oneOf) add('object', atom, atom.o);
    }
  }

  get isEmpty(): boolean {
    return this.properties.size === 0 && this.classes.size === 0;
  }

  hasProperty(name: string): boolean {
    return this.properties.has(name);
  }

  hasClass(name: string): boolean {
    return this.classes.has(name);
  }

  /** Returns true if a rule infers facts of a property. */
  infers(name: string): boolean {
    return this.inferred.has(name);
  }

  /** Returns true if a rule joins a fact's subject (or object) with another fact, perhaps one of a concurrent write. */
  joins(end: End, p: string, o: string): boolean {
    const key = keyOf(p, o);
    return this.exclusive[end].has(key) || this.yielding[end].has(key);
  }

  /** Returns true if a rule joins some fact of a predicate at its subject (or object) with another fact. */
  joinsSome(end: End, p: string): boolean {
    const keys = [this.exclusive[end], this.yielding[end]];
    if (p !== TYPE_PREDICATE) return keys.some((names) => names.has(p));
    return (this.joinsTypes[end] ??= keys.some((names) => [...names].some((key) => key.startsWith(joinKey(p, '')))));
  }

  /**
   * Returns true if the addition of a fact excludes additions of the facts that rules join with it there.
   *
   * Of two facts that a rule joins at a node, one excludes writes of the other. That is the type rather than an edge,
   * and an edge from the node rather than an edge to it: writes add many edges to a few nodes, and describe a node
   * once. An edge yields only if every other atom of the rule that a reader could come from meets it at that node.
   */
  excludes(end: End, p: string, o: string): boolean {
    return this.exclusive[end].has(keyOf(p, o));
  }
}

const keyOf = (p: string, o: string): string => joinKey(p, p === TYPE_PREDICATE ? o : '');
const joinKey = (p: string, c: string): string => (p === TYPE_PREDICATE ? `${p} ${c}` : p);

/** Order in which atoms exclude others at a node: types, edges from the node, edges to it. */
function rankAt({ s, p }: Atom, ref: number, type: number): number {
  if (p === type) return 0;
  return s === ref ? 1 : 2;
}

/** Returns true if every atom that is connected with a variable of an edge otherwise meets it there, at a lower rank. */
function yieldsAt(body: readonly Atom[], edge: Atom, ref: number, type: number): boolean {
  const rank = rankAt(edge, ref, type);
  const meets = (other: Atom) =>
    (other.s === ref || (other.o === ref && other.p !== type)) && rankAt(other, ref, type) < rank;
  const connected = new Set<Atom>();
  const variables = [ref];
  for (const variable of variables) {
    for (const other of body) {
      if (other === edge || connected.has(other) || (other.s !== variable && other.o !== variable)) continue;
      // Ends the search at once in most rules: a key or a chain has hundreds of atoms.
      if (!meets(other)) return false;
      connected.add(other);
      variables.push(...[other.s, other.o].filter((end) => end < 0));
    }
  }
  return true;
}
