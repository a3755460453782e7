/**
 * OWL 2 RL/RDF, table 8: datatypes (dt-*), for literals as they stand in a graph. The table speaks of every literal and every
 * datatype there could be; here each function makes the rule for those that are asked about.
 */
import type { Iri } from '../../ontology';
import { vocabulary } from '../../ontology';
import type { Atom, RangeTest, Ref } from '../rule';
import { named, NO_BODY, withAtom, withFilter } from './builder';
import type { RuleBuilder } from './builder';
import { differs, same } from './eq';

const { owl, rdfs } = vocabulary;

/** dt-type2: what stands under a property, and is in a datatype, is of that type. */
export function typeOfValues(rule: RuleBuilder, name: string, property: Iri, datatype: Iri, isIn: RangeTest): void {
  const [x, y] = [rule.fresh(), rule.fresh()];
  const having = withAtom([NO_BODY], rule.edge(named(property), x, y));
  rule.add(name, withFilter(having, { ref: y, test: isIn, negated: false }), rule.type(y, datatype));
}

/** dt-not-type: nothing is of a type that it is known to be outside of. */
export function notOfType(rule: RuleBuilder, name: string, datatype: Iri, isOutside: RangeTest): void {
  const x = rule.fresh();
  const typed = withAtom([NO_BODY], rule.type(x, datatype));
  rule.add(name, withFilter(typed, { ref: x, test: isOutside, negated: false }));
}

/** dt-not-type, of a literal that is no value of its own datatype. */
export function illTyped(rule: RuleBuilder, triple: Atom): void {
  rule.add('dt-not-type', withAtom([NO_BODY], triple));
}

/** dt-eq. */
export function equalValues(rule: RuleBuilder, a: Ref, b: Ref): void {
  rule.add('dt-eq', [NO_BODY], same(rule, a, b));
}

/** dt-diff, for two literals. */
export function differentValues(rule: RuleBuilder, a: Ref, b: Ref): void {
  rule.add('dt-diff', [NO_BODY], differs(rule, a, b));
}

/** dt-diff, for one literal and all others that something is the same as. */
export function differentFromNamed(rule: RuleBuilder, a: Ref, isDifferent: RangeTest): void {
  const [x, y] = [rule.fresh(), rule.fresh()];
  const values = withAtom([NO_BODY], rule.edge(named(owl.sameAs), x, y));
  rule.add('dt-diff', withFilter(values, { ref: y, test: isDifferent, negated: false }), differs(rule, y, a));
}

/** Beyond the table: the ranges of a property leave no values but those of a further datatype. */
export function rangeWithin(rule: RuleBuilder, property: Iri, ranges: readonly Atom[], datatype: Iri): void {
  const head = rule.edge(named(rdfs.range), rule.individual(property), rule.individual(datatype));
  rule.add('ext-range-datatypes', withAtom([NO_BODY], ...ranges), head);
}
