/**
 * Rules as data: a conjunction of atoms entails an atom or a contradiction.
 *
 * The rules are those of OWL 2 RL/RDF
 * (https://www.w3.org/TR/owl2-profiles/#Reasoning_in_OWL_2_RL_and_RDF_Graphs_using_Rules), specialized to one axiom
 * each. Terms that the axiom fixes are constants, so the predicate of an atom, and the class of a type atom, are always
 * known.
 */
import type { RlAxiom, RlAxiomKind } from '../ontology';
import type { TermId } from './terms';

/** Positive: a constant (a TermId). Negative: the variable number `-1 - ref`. */
export type Ref = number;

export const variable = (index: number): Ref => -1 - index;

/** Membership test for a data range. */
export interface RangeTest {
  /** Identity of the range: equal ranges have equal keys. */
  readonly key: string;
  /** Description for messages; `key` by default. */
  readonly text?: string;
  /** True if messages leave the range out, because nearly all values are in it. */
  readonly isTacit?: boolean;
  /**
   * Returns true if a value may be in the range. A value that may not be in it contradicts the range.
   *
   * @param term value as facts write it; a term that is not a value is in no range
   */
  holds(term: string): boolean;
  /**
   * Returns true if a value is certainly in the range. Stricter than `holds` where the store does not keep the datatype
   * of a value. Default: `holds`.
   */
  isKnown?(term: string): boolean;
}

/** Condition on the value of a variable: inside the range or, if `negated`, outside it. */
export interface Filter {
  readonly ref: Ref;
  readonly test: RangeTest;
  readonly negated: boolean;
}

/** Triple pattern. `p` is a constant. In a type atom `o` is a constant, or a variable that `oneOf` limits. */
export interface Atom {
  readonly s: Ref;
  readonly p: TermId;
  readonly o: Ref;
  /** Constants that the variable `o` may stand for; any by default. */
  readonly oneOf?: ReadonlySet<TermId>;
}

/** Axiom that a rule was made from. */
export interface RuleAxiom {
  /** `Triples`: triples of a graph. `Semantics`: OWL itself, without a place in a document. */
  readonly kind: RlAxiomKind | 'Triples' | 'Semantics';
  readonly position: RlAxiom['position'];
  readonly text: string;
}

export interface Rule {
  /** W3C name, for example `cax-sco`. Several names are joined with `+` where one rule does the steps of several. */
  readonly name: string;
  readonly axiom: RuleAxiom;
  /** Number of variables. */
  readonly variables: number;
  /** Has every variable of the head. If it is empty, the head has no variables and holds by the axiom alone. */
  readonly body: readonly Atom[];
  /** Absent in a constraint. */
  readonly head?: Atom;
  /** Individual of a constraint without a body: the axiom alone contradicts itself about it. */
  readonly about?: TermId;
  /** Pairs of variables or constants that must differ for the rule to apply. */
  readonly distinct?: readonly (readonly [Ref, Ref])[];
  readonly filters?: readonly Filter[];
}

/** Returns true for p(x, y), p(y, z) → p(x, z), perhaps only for x ≠ z. */
export function isTransitive({ head, body, distinct = [], filters = [] }: Rule): boolean {
  const [first, second, third] = body;
  if (!head || !first || !second || third || filters.length > 0) return false;
  if (![head, first, second].every((atom) => joins(atom) && atom.p === head.p && !atom.oneOf)) return false;
  const follows = (one: Atom, other: Atom): boolean => one.o === other.s && one.s === head.s && other.o === head.o;
  const differ = distinct.every((pair) => pair.includes(head.s) && pair.includes(head.o));
  return differ && (follows(first, second) || follows(second, first));
}

/** Returns true for an atom of two different variables. */
export const joins = ({ s, o }: Atom): boolean => s < 0 && o < 0 && s !== o;

/** Head in terms of one fact: FROM_SUBJECT, FROM_OBJECT, or a constant. */
export interface FixedHead {
  readonly s: number;
  readonly p: TermId;
  readonly o: number;
}

export const FROM_SUBJECT = -1;
export const FROM_OBJECT = -2;

/** Rule with some variables bound by one atom or by its head, and the order in which to match the remaining atoms. */
export interface Trigger {
  readonly rule: Rule;
  /** Position of the rule in the plan. */
  readonly number: number;
  /** Index of the binding atom; -1 for the head. */
  readonly atom: number;
  /** Indexes of the other atoms. */
  readonly rest: readonly number[];
  /** Present if the binding atom determines the head, which then needs only one match. */
  readonly fixed?: FixedHead;
  /** True if every fact that the index lists for the atom yields the fixed head without further comparison. */
  readonly isDirect: boolean;
  /** True if the rule makes a property transitive (transitive.ts). */
  readonly isTransitive: boolean;
  /** True if the rule derives a fact of another predicate, or its inverse, from each fact of one: p(x, y) → q(y, x). */
  readonly isImage: boolean;
}

/**
 * Returns the rule of one match: variables that stand for one of several constants are replaced by the matched
 * constant.
 */
export function specialize(rule: Rule, objects: (index: number) => TermId): Rule {
  if (!rule.body.some(({ oneOf }) => oneOf)) return rule;
  const constants = new Map<Ref, TermId>();
  rule.body.forEach(({ o, oneOf }, i) => oneOf && constants.set(o, objects(i)));
  const body = rule.body.map(({ s, p, o }): Atom => ({ s, p, o: constants.get(o) ?? o }));
  const distinct = rule.distinct?.filter((pair) => !pair.every((ref) => ref > 0 || constants.has(ref)));
  const { distinct: _, ...rest } = rule;
  return { ...rest, body, ...(distinct && distinct.length > 0 && { distinct }) };
}

/** Returns the content of a rule without its name and axiom; equal for rules with the same effect. */
export function ruleText({ body, head, about, distinct, filters }: Rule, term: (id: TermId) => string): string {
  const ref = (id: Ref) => (id > 0 ? term(id) : id);
  const atom = ({ s, p, o, oneOf }: Atom) => [ref(s), term(p), ref(o), ...(oneOf ? [[...oneOf].map(term).sort()] : [])];
  return JSON.stringify([
    body.map(atom),
    head && atom(head),
    distinct?.map((pair) => pair.map(ref)),
    filters?.map((filter) => [ref(filter.ref), filter.test.key, filter.negated]),
    ...(about === undefined ? [] : [term(about)]),
  ]);
}
