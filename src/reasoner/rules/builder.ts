/** Makes rules from axioms: names become terms, inverses turn round, bodies that are unions become several rules. */
import type { Iri, RlAxiom, RlProperty } from '../../ontology';
import { variable } from '../rule';
import type { Atom, Ref, Rule } from '../rule';
import type { TermId } from '../terms';

/** How the ontology's terms are written in facts. */
export interface Vocabulary {
  /** The predicate of type facts. */
  readonly type: string;
  class(iri: Iri): string;
  property(iri: Iri): string;
}

/** One way in which a class expression can be recognized: atoms that must all match, and the W3C rules that say so. */
export interface Body {
  readonly atoms: readonly Atom[];
  readonly names: readonly string[];
}

export const NO_BODY: Body = { atoms: [], names: [] };

export class RuleBuilder {
  readonly rules: Rule[] = [];
  private variables = 0;

  constructor(
    readonly axiom: RlAxiom,
    private readonly vocabulary: Vocabulary,
    private readonly id: (text: string) => TermId,
  ) {}

  /** A variable that no other atom of the axiom's rules has yet. */
  fresh(): Ref {
    return variable(this.variables++);
  }

  /** `x rdf:type C`. */
  type(x: Ref, iri: Iri): Atom {
    return { s: x, p: this.id(this.vocabulary.type), o: this.id(this.vocabulary.class(iri)) };
  }

  /** `x P y`, or `y P x` for an inverse. */
  edge({ iri, inverse }: RlProperty, x: Ref, y: Ref): Atom {
    const p = this.id(this.vocabulary.property(iri));
    return inverse ? { s: y, p, o: x } : { s: x, p, o: y };
  }

  /** Adds one rule for each alternative body. */
  add(name: string, bodies: readonly Body[], head?: Atom, distinct?: Rule['distinct']): void {
    const { kind, position, text } = this.axiom;
    for (const { atoms, names } of bodies) {
      const number = numbering();
      this.rules.push({
        name: [...new Set([...names, name])].join('+'),
        axiom: { kind, position, text },
        body: atoms.map(number.atom),
        ...(head && { head: number.atom(head) }),
        ...(distinct && { distinct: distinct.map(([a, b]) => [number.ref(a), number.ref(b)] as const) }),
        variables: number.count(),
      });
    }
  }
}

/** Variables in order of appearance: a rule has no gaps, and two that say the same are the same. */
function numbering() {
  const numbers = new Map<Ref, Ref>();
  const ref = (term: Ref): Ref => {
    if (term > 0) return term;
    const known = numbers.get(term) ?? variable(numbers.size);
    numbers.set(term, known);
    return known;
  };
  const atom = ({ s, p, o }: Atom): Atom => ({ s: ref(s), p, o: ref(o) });
  return { ref, atom, count: () => numbers.size };
}

export const named = (iri: Iri): RlProperty => ({ iri, inverse: false });

/** Each of one together with each of the other. */
export function conjunction(left: readonly Body[], right: readonly Body[]): Body[] {
  return left.flatMap((a) => right.map((b) => ({ atoms: [...a.atoms, ...b.atoms], names: [...a.names, ...b.names] })));
}

export const withAtom = (bodies: readonly Body[], ...atoms: Atom[]): Body[] =>
  conjunction(bodies, [{ atoms, names: [] }]);

export const withName = (bodies: readonly Body[], name: string): Body[] =>
  bodies.map((body) => ({ ...body, names: [...body.names, name] }));

/** What an axiom says cannot be put into rules (yet): the axiom is left out, and the load says so. */
export class NotInRules extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}
