/**
 * OWL 2 RL/RDF, table 4: equality (eq-*).
 *
 * Facts are rewritten along owl:sameAs. `x owl:sameAs x` (eq-ref) is derived only if another rule needs it: it would
 * double a graph, and the rules here include its consequences. Writers of a closure add these triples.
 */
import type { Iri } from '../../ontology';
import { vocabulary } from '../../ontology';
import type { Atom, Ref } from '../rule';
import { named, NO_BODY, withAtom } from './builder';
import type { RuleBuilder } from './builder';

const { owl } = vocabulary;

/** Facts to rewrite. */
export interface Rewritten {
  /** Predicates other than owl:sameAs; may include rdf:type if facts write types as edges. */
  readonly properties: Iterable<Iri>;
  /** Properties whose values are literals, which are never rewritten; disjoint from `properties`. */
  readonly values?: Iterable<Iri>;
  /** Classes whose members are rewritten; empty if rdf:type is among the properties. */
  readonly classes: Iterable<Iri>;
}

/** Adds every rule for owl:sameAs and owl:differentFrom that needs no further axiom. */
export function sameAsRules(rule: RuleBuilder, { properties, values = [], classes }: Rewritten): void {
  symmetric(rule);
  transitive(rule);
  for (const property of properties) replaceEnds(rule, property);
  for (const property of values) replaceSubject(rule, property);
  for (const iri of classes) replaceMember(rule, iri);
  different(rule);
}

/** Returns the atom `x owl:sameAs y`. */
export const sameAs = (rule: RuleBuilder, x: Ref, y: Ref): Atom => rule.edge(named(owl.sameAs), x, y);

/** Returns the atom `x owl:differentFrom y`. */
export const differs = (rule: RuleBuilder, x: Ref, y: Ref): Atom => rule.edge(named(owl.differentFrom), x, y);

/** eq-ref, for the ends of one property and the property itself; for rules with owl:sameAs in their body. */
export function reflexive(rule: RuleBuilder, iri: Iri): void {
  const [x, y] = [rule.fresh(), rule.fresh()];
  const p = rule.individual(iri);
  rule.add('eq-ref', withAtom([NO_BODY], rule.edge(named(iri), x, y)), sameAs(rule, x, x));
  rule.add('eq-ref', withAtom([NO_BODY], rule.edge(named(iri), x, y)), sameAs(rule, y, y));
  rule.add('eq-ref', withAtom([NO_BODY], rule.edge(named(iri), x, y)), sameAs(rule, p, p));
}

/** eq-sym. */
export function symmetric(rule: RuleBuilder): void {
  const [x, y] = [rule.fresh(), rule.fresh()];
  rule.add('eq-sym', withAtom([NO_BODY], sameAs(rule, x, y)), sameAs(rule, y, x));
}

/** eq-trans without `x owl:sameAs x`, which is eq-ref. */
export function transitive(rule: RuleBuilder): void {
  const [x, y, z] = [rule.fresh(), rule.fresh(), rule.fresh()];
  rule.add('eq-trans', withAtom([NO_BODY], sameAs(rule, x, y), sameAs(rule, y, z)), sameAs(rule, x, z), [[x, z]]);
}

/** eq-rep-s and eq-rep-o, for the edges of one property. */
export function replaceEnds(rule: RuleBuilder, iri: Iri): void {
  replaceSubject(rule, iri);
  const [x, y, z] = [rule.fresh(), rule.fresh(), rule.fresh()];
  const p = named(iri);
  rule.add('eq-rep-o', withAtom([NO_BODY], sameAs(rule, x, y), rule.edge(p, z, x)), rule.edge(p, z, y));
}

/** eq-rep-s, for one property. */
export function replaceSubject(rule: RuleBuilder, iri: Iri): void {
  const [x, y, z] = [rule.fresh(), rule.fresh(), rule.fresh()];
  const p = named(iri);
  rule.add('eq-rep-s', withAtom([NO_BODY], sameAs(rule, x, y), rule.edge(p, x, z)), rule.edge(p, y, z));
}

/** eq-rep-s, for the members of one class. */
export function replaceMember(rule: RuleBuilder, iri: Iri): void {
  const [x, y] = [rule.fresh(), rule.fresh()];
  rule.add('eq-rep-s', withAtom([NO_BODY], sameAs(rule, x, y), rule.type(x, iri)), rule.type(y, iri));
}

/** eq-rep-p, for one property that is the same as another. */
export function replaceProperty(rule: RuleBuilder, equality: Atom, from: Iri, to: Iri): void {
  const [x, y] = [rule.fresh(), rule.fresh()];
  rule.add('eq-rep-p', withAtom([NO_BODY], equality, rule.edge(named(from), x, y)), rule.edge(named(to), x, y));
}

/** eq-diff1; a node that differs from itself contradicts eq-ref. */
export function different(rule: RuleBuilder): void {
  const [x, y] = [rule.fresh(), rule.fresh()];
  rule.add('eq-diff1', withAtom([NO_BODY], sameAs(rule, x, y), differs(rule, x, y)));
  rule.add('eq-diff1', withAtom([NO_BODY], differs(rule, x, x)));
}

/**
 * eq-diff2, eq-diff3: no two members of a list are the same. A member listed twice is not detected here.
 *
 * @param member returns the atom: its argument is in the list. It makes one rule of a list of n members instead of n²
 * @param grounds further premises, for example that the list exists
 */
export function allDifferent(
  rule: RuleBuilder,
  name: 'eq-diff2' | 'eq-diff3',
  member: (x: Ref) => Atom,
  grounds: readonly Atom[] = [],
): void {
  const [x, y] = [rule.fresh(), rule.fresh()];
  rule.add(name, withAtom([NO_BODY], ...grounds, sameAs(rule, x, y), member(x), member(y)), undefined, [[x, y]]);
}
