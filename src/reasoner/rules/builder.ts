/** Makes rules from axioms: names become terms, inverses turn round, bodies that are unions become several rules. */
import type { DataRange, Individual, Iri, OwlLiteral, RlAxiom, RlProperty } from '../../ontology';
import { vocabulary } from '../../ontology';
import { variable } from '../rule';
import type { Atom, Filter, RangeTest, Ref, Rule } from '../rule';
import type { TermId } from '../terms';

/** How the ontology's terms are written in facts. */
export interface Vocabulary {
  /** The predicate of type facts. */
  readonly type: string;
  class(iri: Iri): string;
  property(iri: Iri): string;
  individual(individual: Individual): string;
  /** A value as it stands under a data property. */
  literal(property: Iri, literal: OwlLiteral): string;
  /** Whether what stands under a data property is in a range; undefined where whatever may stand there is. */
  range(property: Iri, range: DataRange): RangeTest | undefined;
  /**
   * Whether a value under one data property may stand under another above it, where the store keeps them in different ways,
   * with a word on those that may not, where they are to be told of; undefined, as by default, where all may.
   */
  fits?(below: Iri, above: Iri): (RangeTest & { readonly remark?: string }) | undefined;
  /** Whether equality is inferred, and facts are rewritten by it. `property` then has names for owl:sameAs and owl:differentFrom. */
  readonly equality: boolean;
  /** The classes and properties there are, for rules about everything: reflexive properties, equality. */
  readonly signature: {
    readonly classes: Iterable<Iri>;
    readonly objectProperties: Iterable<Iri>;
    readonly dataProperties: Iterable<Iri>;
    readonly individuals: Iterable<Individual>;
  };
}

/**
 * One way in which a class expression can be recognized: atoms that must all match, conditions besides, and the W3C rules
 * that say so.
 */
export interface Body {
  readonly atoms: readonly Atom[];
  readonly names: readonly string[];
  readonly filters?: readonly Filter[];
  /** Variables that stand for one individual. */
  readonly fixed?: readonly (readonly [variable: Ref, constant: Ref])[];
}

/** Rules of one axiom. */
const MOST_RULES = 100_000;
/** Conditions of one rule, each of which may be the one that sets it off. */
const MOST_ATOMS = 500;

export const NO_BODY: Body = { atoms: [], names: [] };

export class RuleBuilder {
  readonly rules: Rule[] = [];
  /** What of the axiom is in none of the rules. */
  readonly remarks: string[] = [];
  private variables = 0;

  constructor(
    readonly axiom: RlAxiom,
    readonly vocabulary: Vocabulary,
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

  /** `x rdf:type c`, where c is one of several classes. */
  typeAmong(x: Ref, c: Ref, classes: readonly Iri[]): Atom {
    const oneOf = new Set(classes.map((iri) => this.id(this.vocabulary.class(iri))));
    return { s: x, p: this.id(this.vocabulary.type), o: c, oneOf };
  }

  /** `x P y`, or `y P x` for an inverse. */
  edge({ iri, inverse }: RlProperty, x: Ref, y: Ref): Atom {
    const p = this.id(this.vocabulary.property(iri));
    return inverse ? { s: y, p, o: x } : { s: x, p, o: y };
  }

  individual(individual: Individual): Ref {
    return this.id(this.vocabulary.individual(individual));
  }

  literal(property: Iri, literal: OwlLiteral): Ref {
    return this.id(this.vocabulary.literal(property, literal));
  }

  range(property: Iri, range: DataRange): RangeTest | undefined {
    return this.vocabulary.range(property, range);
  }

  /** Adds one rule for each alternative body. */
  add(name: string, bodies: readonly Body[], head?: Atom, distinct?: Rule['distinct']): void {
    const { kind, position, text } = this.axiom;
    if (this.rules.length + bodies.length > MOST_RULES)
      throw new NotInRules(`it comes to more than ${MOST_RULES} rules`);
    for (const body of bodies) {
      if (body.atoms.length > MOST_ATOMS) throw new NotInRules(`it joins more than ${MOST_ATOMS} conditions`);
      const { constants, same } = constantsOf(body);
      if (same.length > 0 && !this.vocabulary.equality) continue;
      const number = numbering(constants);
      const equal = same.map(([a, b]) => this.edge(named(vocabulary.owl.sameAs), a, b));
      const atoms = [...body.atoms, ...equal].map(number.atom);
      const filters = body.filters?.map((filter) => ({ ...filter, ref: number.ref(filter.ref) }));
      this.rules.push({
        name: [...new Set([...body.names, name])].join('+'),
        axiom: { kind, position, text },
        body: atoms,
        ...(head && { head: number.atom(head) }),
        ...(distinct && { distinct: distinct.map(([a, b]) => [number.ref(a), number.ref(b)] as const) }),
        ...(filters && { filters }),
        variables: number.count(),
      });
    }
  }

  /**
   * Two things that are the same: where equality is inferred, that they are; otherwise two names are two things, and the
   * body is a contradiction.
   */
  equate(name: string, bodies: readonly Body[], x: Ref, y: Ref): void {
    const head = this.vocabulary.equality ? this.edge(named(vocabulary.owl.sameAs), x, y) : undefined;
    this.add(name, bodies, head, [[x, y]]);
  }
}

/** What variables stand for, and which constants have to be of one thing because one variable stands for both. */
function constantsOf({ fixed = [] }: Body): {
  readonly constants: ReadonlyMap<Ref, Ref>;
  readonly same: readonly (readonly [Ref, Ref])[];
} {
  const constants = new Map<Ref, Ref>();
  const same: (readonly [Ref, Ref])[] = [];
  for (const [from, to] of fixed) {
    const known = constants.get(from) ?? to;
    if (known === to) constants.set(from, to);
    else same.push([known, to]);
  }
  return { constants, same };
}

/** Variables in order of appearance: a rule has no gaps, and two that say the same are the same. */
function numbering(constants: ReadonlyMap<Ref, Ref>) {
  const numbers = new Map<Ref, Ref>();
  const ref = (term: Ref): Ref => {
    if (term > 0) return term;
    const constant = constants.get(term);
    if (constant !== undefined) return constant;
    const known = numbers.get(term) ?? variable(numbers.size);
    numbers.set(term, known);
    return known;
  };
  const atom = ({ s, p, o, oneOf }: Atom): Atom => ({ s: ref(s), p, o: ref(o), ...(oneOf && { oneOf }) });
  return { ref, atom, count: () => numbers.size };
}

export const named = (iri: Iri): RlProperty => ({ iri, inverse: false });

/** Each of one together with each of the other. @throws NotInRules where they are too many */
export function conjunction(left: readonly Body[], right: readonly Body[]): Body[] {
  if (left.length * right.length > MOST_RULES) throw new NotInRules('too many combinations of unions');
  if (left.some(({ atoms }) => atoms.length > MOST_ATOMS))
    throw new NotInRules(`it joins more than ${MOST_ATOMS} conditions`);
  return left.flatMap((a) => right.map((b) => both(a, b)));
}

function both(a: Body, b: Body): Body {
  return {
    atoms: [...a.atoms, ...b.atoms],
    names: [...a.names, ...b.names],
    ...((a.filters ?? b.filters) && { filters: [...(a.filters ?? []), ...(b.filters ?? [])] }),
    ...((a.fixed ?? b.fixed) && { fixed: [...(a.fixed ?? []), ...(b.fixed ?? [])] }),
  };
}

export const withAtom = (bodies: readonly Body[], ...atoms: Atom[]): Body[] =>
  conjunction(bodies, [{ atoms, names: [] }]);

export const withName = (bodies: readonly Body[], name: string): Body[] =>
  bodies.map((body) => ({ ...body, names: [...body.names, name] }));

export const withFilter = (bodies: readonly Body[], filter: Filter): Body[] =>
  conjunction(bodies, [{ atoms: [], names: [], filters: [filter] }]);

/** What an axiom says cannot be put into rules: the axiom is left out, and the load says so. */
export class NotInRules extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}
