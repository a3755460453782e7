/**
 * Rules as data: a conjunction of atoms entails an atom, or a contradiction.
 *
 * Rules are those of OWL 2 RL/RDF (https://www.w3.org/TR/owl2-profiles/#Reasoning_in_OWL_2_RL_and_RDF_Graphs_using_Rules),
 * specialized to one axiom each: what the axiom fixes are constants, so that an atom's predicate, and the class of a type
 * atom, are always known.
 */
import type { RlAxiom, RlAxiomKind } from '../ontology';
import type { TermId } from './terms';

/** A constant (a TermId) where positive; the variable number `-1 - ref` where negative. */
export type Ref = number;

export const variable = (index: number): Ref => -1 - index;

/** Whether a value is in a data range. */
export interface RangeTest {
  /** The range in words: the same for the same range. */
  readonly key: string;
  /** For people; `key` where there is none. */
  readonly text?: string;
  /** Not worth a word to people: all but a few values are in it. */
  readonly isTacit?: boolean;
  /**
   * Whether a value may be in the range: what is not contradicts it.
   *
   * @param term a value as facts have it; a term that is no value is in no range
   */
  holds(term: string): boolean;
  /** Whether it is known to be, which is more where the datatype of a value has been forgotten; default `holds`. */
  isKnown?(term: string): boolean;
}

/** A condition on what a variable stands for: in the range, or, where `negated`, not in it. */
export interface Filter {
  readonly ref: Ref;
  readonly test: RangeTest;
  readonly negated: boolean;
}

/** A triple pattern. `p` is a constant; in a type atom so is `o`, or it is one of several. */
export interface Atom {
  readonly s: Ref;
  readonly p: TermId;
  readonly o: Ref;
  /** The constants that `o`, a variable, may stand for; any by default. */
  readonly oneOf?: ReadonlySet<TermId>;
}

/** Why a rule holds: the axiom that it was made from. */
export interface RuleAxiom {
  /** `Triples`: read off a graph as it is. `Semantics`: of OWL itself, without a place in a document. */
  readonly kind: RlAxiomKind | 'Triples' | 'Semantics';
  readonly position: RlAxiom['position'];
  readonly text: string;
}

export interface Rule {
  /** W3C name, as `cax-sco`; several joined with `+` where one axiom was flattened into a single step. */
  readonly name: string;
  readonly axiom: RuleAxiom;
  /** How many variables there are. */
  readonly variables: number;
  /** Every variable of the head occurs here. Empty: the head holds by the axiom alone, and has no variables. */
  readonly body: readonly Atom[];
  /** Absent: the body is a contradiction. */
  readonly head?: Atom;
  /** Pairs of variables or constants that must differ for the rule to apply. */
  readonly distinct?: readonly (readonly [Ref, Ref])[];
  readonly filters?: readonly Filter[];
}

/** A head in terms of one fact: FROM_SUBJECT, FROM_OBJECT, or a constant. */
export interface FixedHead {
  readonly s: number;
  readonly p: TermId;
  readonly o: number;
}

export const FROM_SUBJECT = -1;
export const FROM_OBJECT = -2;

/** A rule with some of its variables bound, by one atom or by its head, and the order in which to match the rest. */
export interface Trigger {
  readonly rule: Rule;
  /** Position of the rule in the plan. */
  readonly number: number;
  /** The atom that binds; -1 for the head. */
  readonly atom: number;
  /** Indexes of the other atoms. */
  readonly rest: readonly number[];
  /** Where what binds says what the head is, the head in terms of that: one match is then as good as all. */
  readonly fixed?: FixedHead;
  /** Whether a fact that is listed for the atom yields the fixed head without further ado. */
  readonly isDirect: boolean;
}

/** The rule of one match: with what its facts have in place of variables that stand for one of several constants. */
export function specialize(rule: Rule, objects: (index: number) => TermId): Rule {
  if (!rule.body.some(({ oneOf }) => oneOf)) return rule;
  const constants = new Map<Ref, TermId>();
  rule.body.forEach(({ o, oneOf }, i) => oneOf && constants.set(o, objects(i)));
  const body = rule.body.map(({ s, p, o }): Atom => ({ s, p, o: constants.get(o) ?? o }));
  const distinct = rule.distinct?.filter((pair) => !pair.every((ref) => ref > 0 || constants.has(ref)));
  const { distinct: _, ...rest } = rule;
  return { ...rest, body, ...(distinct && distinct.length > 0 && { distinct }) };
}

/** What a rule says, whatever its name and axiom: the same for rules that do the same. */
export function ruleText({ body, head, distinct, filters }: Rule, term: (id: TermId) => string): string {
  const ref = (of: Ref) => (of > 0 ? term(of) : of);
  const atom = ({ s, p, o, oneOf }: Atom) => [ref(s), term(p), ref(o), ...(oneOf ? [[...oneOf].map(term).sort()] : [])];
  return JSON.stringify([
    body.map(atom),
    head && atom(head),
    distinct?.map((pair) => pair.map(ref)),
    filters?.map(({ ref: of, test, negated }) => [ref(of), test.key, negated]),
  ]);
}
