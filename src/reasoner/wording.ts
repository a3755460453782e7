/** Rules in words, for example `every Dog is an Animal`; derived from their atoms, whatever axiom they come from. */
import { withArticle } from '../util/text';
import type { Plan } from './plan';
import { variable } from './rule';
import type { Atom, Ref, Rule } from './rule';

/** Display name of a node, class or property. */
export type TermNaming = (term: string) => string;

/** Returns a rule as a clause, without a full stop. */
export function describeRule(rule: Rule, plan: Plan, name: TermNaming = (term) => term): string {
  return new Wording(plan, name).describe(rule);
}

const LETTERS = ['x', 'y', 'z', 'u', 'v', 'w'];

class Wording {
  constructor(
    private readonly plan: Plan,
    private readonly name: TermNaming,
  ) {}

  describe(rule: Rule): string {
    const isPlain = !rule.distinct?.length && (rule.filters ?? []).every(({ test }) => test.isTacit);
    return (isPlain ? this.describeBriefly(rule) : undefined) ?? this.describeInFull(rule);
  }

  private describeBriefly({ body, head, axiom }: Rule): string | undefined {
    if (body.length === 0) return head ? 'the ontology states it' : 'the ontology contradicts itself';
    const [first, second] = body as [Atom, Atom | undefined];
    if (!head)
      return body.length === 2
        ? this.describeDisjoint(first, second!)
        : body.length === 1
          ? this.describeEmpty(first)
          : undefined;
    if (axiom.kind === 'TransitiveObjectProperty' && body.length === 2) return `${this.text(head.p)} is transitive`;
    if (axiom.kind === 'PropertyChain') return this.describeChain(body, head);
    return body.length === 1 ? this.describeStep(first, head) : undefined;
  }

  /** Wording of a rule with one atom and a head. */
  private describeStep(body: Atom, head: Atom): string | undefined {
    const { type } = this.plan;
    if (head.s > 0 || (head.p !== type && head.o > 0)) return undefined;
    if (body.p === type)
      return head.p === type ? `every ${this.text(body.o)} is ${this.withClassArticle(head.o)}` : undefined;
    if (body.s > 0 || body.o > 0 || body.s === body.o) return undefined;
    const p = this.text(body.p);
    if (head.p === type) {
      return head.s === body.s
        ? `what has ${p} is ${this.withClassArticle(head.o)}`
        : `what ${p} leads to is ${this.withClassArticle(head.o)}`;
    }
    if (head.s === head.o) return undefined;
    if (head.s === body.s) return `${p} implies ${this.text(head.p)}`;
    return head.p === body.p ? `${p} holds both ways` : `${p} implies ${this.text(head.p)} the other way round`;
  }

  private describeChain(body: readonly Atom[], head: Atom): string | undefined {
    let at = head.s;
    const links: string[] = [];
    for (const { s, p, o } of body) {
      if (s !== at && o !== at) return undefined;
      links.push(s === at ? this.text(p) : `${this.text(p)} backwards`);
      at = s === at ? o : s;
    }
    return at === head.o ? `${links.join(', then ')} make ${this.text(head.p)}` : undefined;
  }

  private describeEmpty({ s, p, o }: Atom): string | undefined {
    if (s > 0) return undefined;
    if (p === this.plan.type) return o > 0 ? `nothing is ${this.withClassArticle(o)}` : undefined;
    return s === o ? `${this.text(p)} never leads from a thing to itself` : undefined;
  }

  /** Wording of a constraint with two atoms. */
  private describeDisjoint(a: Atom, b: Atom): string | undefined {
    const { type } = this.plan;
    if (a.s > 0 || a.s === a.o) return undefined;
    if (a.p === type && b.p === type) {
      return a.s === b.s
        ? `nothing is both ${this.withClassArticle(a.o)} and ${this.withClassArticle(b.o)}`
        : undefined;
    }
    if (a.p === type || b.p === type || a.o > 0) return undefined;
    if (a.p === b.p && a.s === b.o && a.o === b.s) return `${this.text(a.p)} never leads there and back`;
    const isSame = a.s === b.s && a.o === b.o;
    return isSame ? `${this.text(a.p)} and ${this.text(b.p)} never lead from one to the same other` : undefined;
  }

  private describeInFull({ body, head, distinct = [], filters = [] }: Rule): string {
    const conditions = [
      ...body.map((atom) => this.describeAtom(atom)),
      ...distinct.map(([a, b]) => `${this.ref(a)} and ${this.ref(b)} differ`),
      ...filters.map(
        ({ ref, test, negated }) => `${this.ref(ref)} is ${negated ? 'not ' : ''}in ${test.text ?? test.key}`,
      ),
    ];
    const listed = conditions.join(' and ');
    return head ? `if ${listed}, then ${this.describeAtom(head)}` : `it cannot be that ${listed}`;
  }

  private describeAtom({ s, p, o }: Atom): string {
    if (p === this.plan.type && o > 0) return `${this.ref(s)} is ${this.withClassArticle(o)}`;
    return `${this.ref(s)} ${this.text(p)} ${this.ref(o)}`;
  }

  private ref(ref: Ref): string {
    if (ref > 0) return this.text(ref);
    const index = variable(0) - ref;
    return LETTERS[index] ?? `x${index}`;
  }

  private withClassArticle(id: number): string {
    return withArticle(this.text(id));
  }

  private text(id: number): string {
    return this.name(this.plan.terms.text(id));
  }
}
