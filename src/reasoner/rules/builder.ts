/**
 * Builder of rules from axioms: names become terms, inverses swap their ends, unions in bodies become several rules.
 */
import type { DataRange, Individual, Iri, OwlLiteral, RlAxiom, RlProperty } from '../../ontology';
import { vocabulary } from '../../ontology';
import { variable } from '../rule';
import type { Atom, Filter, RangeTest, Ref, Rule } from '../rule';
import type { TermId } from '../terms';

/** Names of the ontology's terms in facts. */
export interface Vocabulary {
  /** The predicate of type facts. */
  readonly type: string;
  class(iri: Iri): string;
  property(iri: Iri): string;
  individual(individual: Individual): string;
  /** Returns the text of a value under a data property. */
  literal(property: Iri, literal: OwlLiteral): string;
  /** Returns a test of values under a data property for a range; undefined if every value passes. */
  range(property: Iri, range: DataRange): RangeTest | undefined;
  /**
   * Returns a test for the values of `below` that the store can also hold under the property `above`, where it stores
   * the two in different ways; `remark` says which values it cannot hold. Undefined, the default: all fit.
   */
  fits?(below: Iri, above: Iri): (RangeTest & { readonly remark?: string }) | undefined;
  /**
   * True if equality is inferred and facts are rewritten by it. `property` then has names for owl:sameAs and
   * owl:differentFrom.
   */
  readonly equality: boolean;
  /** Signature of the ontology, for rules that range over it: reflexive properties, equality. */
  readonly signature: {
    readonly classes: Iterable<Iri>;
    readonly objectProperties: Iterable<Iri>;
    readonly dataProperties: Iterable<Iri>;
    readonly individuals: Iterable<Individual>;
  };
}

/**
 * One way to recognize a class expression: atoms that must all match, further conditions, and the W3C rules that say
 * so.
 */
export interface Body {
  readonly atoms: readonly Atom[];
  readonly names: readonly string[];
  readonly filters?: readonly Filter[];
  /** Variables that are bound to constants. */
  readonly fixed?: readonly (readonly [variable: Ref, constant: Ref])[];
}

/** Maximum rules of one axiom. */
const MAX_RULES = 100_000;
/** Maximum atoms of one rule; each of them may trigger it. */
const MAX_ATOMS = 500;

export const NO_BODY: Body = { atoms: [], names: [] };

export class RuleBuilder {
  readonly rules: Rule[] = [];
  /** Parts of the axiom that no rule carries. */
  readonly remarks: string[] = [];
  private variables = 0;

  constructor(
    readonly axiom: RlAxiom,
    readonly vocabulary: Vocabulary,
    private readonly id: (text: string) => TermId,
  ) {}

  /** Returns a new variable. */
  fresh(): Ref {
    return variable(this.variables++);
  }

  /** Returns the atom `x rdf:type C`. */
  type(x: Ref, iri: Iri): Atom {
    return { s: x, p: this.id(this.vocabulary.type), o: this.id(this.vocabulary.class(iri)) };
  }

  /** Returns the atom `x rdf:type c`, where `c` is one of several classes. */
  typeAmong(x: Ref, c: Ref, classes: readonly Iri[]): Atom {
    const oneOf = new Set(classes.map((iri) => this.id(this.vocabulary.class(iri))));
    return { s: x, p: this.id(this.vocabulary.type), o: c, oneOf };
  }

  /** Returns the atom `x P y`, or `y P x` for an inverse. */
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
    if (this.rules.length + bodies.length > MAX_RULES) throw new NotInRules(`it yields more than ${MAX_RULES} rules`);
    for (const body of bodies) {
      if (body.atoms.length > MAX_ATOMS) throw new NotInRules(`it joins more than ${MAX_ATOMS} conditions`);
      const { constants, equalities } = constantsOf(body);
      if (equalities.length > 0 && !this.vocabulary.equality) continue;
      const number = numbering(constants);
      const equal = equalities.map(([a, b]) => this.edge(named(vocabulary.owl.sameAs), a, b));
      const atoms = [...body.atoms, ...equal].map(number.atom);
      const [about] = head || atoms.length > 0 ? [] : constants.values();
      const filters = body.filters?.map((filter) => ({ ...filter, ref: number.ref(filter.ref) }));
      this.rules.push({
        name: [...new Set([...body.names, name])].join('+'),
        axiom: { kind, position, text },
        body: atoms,
        ...(head && { head: number.atom(head) }),
        ...(about !== undefined && { about }),
        ...(distinct && { distinct: distinct.map(([a, b]) => [number.ref(a), number.ref(b)] as const) }),
        ...(filters && { filters }),
        variables: number.count(),
      });
    }
  }

  /**
   * Adds the rule that two terms are the same. Without equality, two names are two individuals and the body is a
   * contradiction.
   */
  equate(name: string, bodies: readonly Body[], x: Ref, y: Ref): void {
    const head = this.vocabulary.equality ? this.edge(named(vocabulary.owl.sameAs), x, y) : undefined;
    this.add(name, bodies, head, [[x, y]]);
  }
}

/**
 * Returns the constants that variables stand for. `same` has pairs of constants that must be equal, because one
 * variable stands for both.
 */
function constantsOf({ fixed = [] }: Body): {
  readonly constants: ReadonlyMap<Ref, Ref>;
  readonly equalities: readonly (readonly [Ref, Ref])[];
} {
  const constants = new Map<Ref, Ref>();
  const equalities: (readonly [Ref, Ref])[] = [];
  for (const [from, to] of fixed) {
    const constant = constants.get(from) ?? to;
    if (constant === to) constants.set(from, to);
    else equalities.push([constant, to]);
  }
  return { constants, equalities };
}

/** Numbers variables in order of appearance, without gaps, so that equal rules compare as equal. */
function numbering(constants: ReadonlyMap<Ref, Ref>) {
  const numbers = new Map<Ref, Ref>();
  const ref = (term: Ref): Ref => {
    if (term > 0) return term;
    const constant = constants.get(term);
    if (constant !== undefined) return constant;
    const variableNumber = numbers.get(term) ?? variable(numbers.size);
    numbers.set(term, variableNumber);
    return variableNumber;
  };
  const atom = ({ s, p, o, oneOf }: Atom): Atom => ({ s: ref(s), p, o: ref(o), ...(oneOf && { oneOf }) });
  return { ref, atom, count: () => numbers.size };
}

export const named = (iri: Iri): RlProperty => ({ iri, inverse: false });

/** Combines each body of one list with each of the other. @throws NotInRules if there are too many */
export function conjunction(left: readonly Body[], right: readonly Body[]): Body[] {
  if (left.length * right.length > MAX_RULES) throw new NotInRules('too many combinations of unions');
  if (left.some(({ atoms }) => atoms.length > MAX_ATOMS))
    throw new NotInRules(`it joins more than ${MAX_ATOMS} conditions`);
  return left.flatMap((a) => right.map((b) => merge(a, b)));
}

function merge(a: Body, b: Body): Body {
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

/** Thrown for an axiom that rules cannot carry: the axiom is left out, and the load reports it. */
export class NotInRules extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}
