/** Predicates and classes that occur in rules. Facts of any other concern the engine alone. */
import { TYPE_PREDICATE } from '../../mutation';
import type { Plan, Rule } from '../../reasoner';

export class Relevance {
  private readonly properties = new Set<string>();
  private readonly classes = new Set<string>();
  private readonly joined = { subject: new Set<string>(), object: new Set<string>() };

  constructor(plan: Plan) {
    for (const rule of plan.rules) this.addRule(plan, rule);
  }

  private addRule(plan: Plan, { head, body }: Rule): void {
    for (const atom of head ? [...body, head] : body) {
      if (atom.p === plan.type) for (const c of atom.oneOf ?? [atom.o]) this.classes.add(plan.terms.text(c));
      else this.properties.add(plan.terms.text(atom.p));
    }
    if (body.length < 2) return;
    const ends = new Map<number, number>();
    for (const { s, o } of body) for (const ref of [s, o]) if (ref < 0) ends.set(ref, (ends.get(ref) ?? 0) + 1);
    for (const atom of body) {
      for (const o of atom.oneOf ?? [atom.o]) {
        const key = joinKey(plan.terms.text(atom.p), o > 0 ? plan.terms.text(o) : '');
        if ((ends.get(atom.s) ?? 0) > 1) this.joined.subject.add(key);
        if (!atom.oneOf && (ends.get(atom.o) ?? 0) > 1) this.joined.object.add(key);
      }
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

  /** Returns true if a rule joins a fact's subject (or object) with another fact, perhaps one of a concurrent write. */
  joins(end: 'subject' | 'object', p: string, o: string): boolean {
    return this.joined[end].has(joinKey(p, p === TYPE_PREDICATE ? o : ''));
  }
}

const joinKey = (p: string, c: string): string => (p === TYPE_PREDICATE ? `${p} ${c}` : p);
