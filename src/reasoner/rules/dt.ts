/**
 * OWL 2 RL/RDF, table 8: datatypes (dt-*), for literals of a graph. The table ranges over all literals and datatypes;
 * each function makes the rule for given ones.
 */
import type { Iri } from '../../ontology';
import { vocabulary } from '../../ontology';
import type { Atom, RangeTest, Ref } from '../rule';
import { named, NO_BODY, withAtom, withFilter } from './builder';
import type { RuleBuilder } from './builder';
import { differs, sameAs } from './eq';

const { owl, rdfs } = vocabulary;

/** dt-type2: values of a property that are in a datatype are of that type. */
export function typeOfValues(rule: RuleBuilder, name: string, property: Iri, datatype: Iri, isIn: RangeTest): void {
  const [x, y] = [rule.fresh(), rule.fresh()];
  const withValue = withAtom([NO_BODY], rule.edge(named(property), x, y));
  rule.add(name, withFilter(withValue, { ref: y, test: isIn, negated: false }), rule.type(y, datatype));
}

/** dt-not-type: a member of a type that is known to be outside it is a contradiction. */
export function notOfType(rule: RuleBuilder, name: string, datatype: Iri, isOutside: RangeTest): void {
  const x = rule.fresh();
  const typed = withAtom([NO_BODY], rule.type(x, datatype));
  rule.add(name, withFilter(typed, { ref: x, test: isOutside, negated: false }));
}

/** dt-not-type, for an ill-typed literal. */
export function illTyped(rule: RuleBuilder, triple: Atom): void {
  rule.add('dt-not-type', withAtom([NO_BODY], triple));
}

/** dt-eq. */
export function equalValues(rule: RuleBuilder, a: Ref, b: Ref): void {
  rule.add('dt-eq', [NO_BODY], sameAs(rule, a, b));
}

/** dt-diff, for two literals. */
export function differentValues(rule: RuleBuilder, a: Ref, b: Ref): void {
  rule.add('dt-diff', [NO_BODY], differs(rule, a, b));
}

/** dt-diff, for one literal and all others that are owl:sameAs a node. */
export function differentFromNamed(rule: RuleBuilder, a: Ref, isDifferent: RangeTest): void {
  const [x, y] = [rule.fresh(), rule.fresh()];
  const values = withAtom([NO_BODY], rule.edge(named(owl.sameAs), x, y));
  rule.add('dt-diff', withFilter(values, { ref: y, test: isDifferent, negated: false }), differs(rule, y, a));
}

/**
 * Beyond the table: the stated ranges, or domains, of a property together imply a datatype that contains their
 * intersection.
 */
export function widerDatatype(
  rule: RuleBuilder,
  property: Ref,
  predicate: Iri,
  stated: readonly Atom[],
  datatype: Iri,
): void {
  const name = predicate === rdfs.range ? 'ext-range-datatypes' : 'ext-domain-datatypes';
  const head = rule.edge(named(predicate), property, rule.individual(datatype));
  rule.add(name, withAtom([NO_BODY], ...stated), head);
}
