/**
 * OWL 2 RL/RDF, table 9: schema rules (scm-*) over the triples that state the schema, and rules of other tables on the
 * vocabulary alone (cls-thing, cls-nothing1, prp-ap, dt-type1). They are for graphs in which the ontology is data; for
 * an ontology in force, the gateway asks its taxonomy.
 */
import type { Iri } from '../../ontology';
import { vocabulary } from '../../ontology';
import type { Atom, Ref } from '../rule';
import { named, NO_BODY, withAtom } from './builder';
import type { RuleBuilder } from './builder';

const { owl, rdf, rdfs } = vocabulary;

const edge = (rule: RuleBuilder, iri: Iri, x: Ref, y: Ref): Atom => rule.edge(named(iri), x, y);

/** Adds a rule of this table; its atoms are edges and types of variables. */
function add(rule: RuleBuilder, name: string, body: readonly Atom[], ...heads: readonly Atom[]): void {
  for (const head of heads) rule.add(name, withAtom([NO_BODY], ...body), head);
}

/** Adds the rules of the table whose premises have a fixed shape. `intersection` and `union` add those over lists. */
export function schemaRules(rule: RuleBuilder): void {
  classes(rule);
  properties(rule);
  order(rule, ['scm-sco', 'scm-eqc1', 'scm-eqc2'], rdfs.subClassOf, owl.equivalentClass);
  order(rule, ['scm-spo', 'scm-eqp1', 'scm-eqp2'], rdfs.subPropertyOf, owl.equivalentProperty);
  domainsAndRanges(rule);
  hasValue(rule);
  quantifier(rule, ['scm-svf1', 'scm-svf2'], owl.someValuesFrom, false);
  quantifier(rule, ['scm-avf1', 'scm-avf2'], owl.allValuesFrom, true);
}

/** scm-cls. */
export function classes(rule: RuleBuilder): void {
  const c = rule.fresh();
  const [thing, nothing] = [rule.individual(owl.Thing), rule.individual(owl.Nothing)];
  add(
    rule,
    'scm-cls',
    [rule.type(c, owl.Class)],
    edge(rule, rdfs.subClassOf, c, c),
    edge(rule, owl.equivalentClass, c, c),
    edge(rule, rdfs.subClassOf, c, thing),
    edge(rule, rdfs.subClassOf, nothing, c),
  );
}

/** scm-op, scm-dp. */
export function properties(rule: RuleBuilder): void {
  const p = rule.fresh();
  const heads = [edge(rule, rdfs.subPropertyOf, p, p), edge(rule, owl.equivalentProperty, p, p)];
  add(rule, 'scm-op', [rule.type(p, owl.ObjectProperty)], ...heads);
  add(rule, 'scm-dp', [rule.type(p, owl.DatatypeProperty)], ...heads);
}

/** scm-sco, scm-eqc1, scm-eqc2; scm-spo, scm-eqp1, scm-eqp2. */
export function order(
  rule: RuleBuilder,
  [transitive, fromEquivalence, toEquivalence]: readonly [string, string, string],
  sub: Iri,
  equivalent: Iri,
): void {
  const [x, y, z] = [rule.fresh(), rule.fresh(), rule.fresh()];
  add(rule, transitive, [edge(rule, sub, x, y), edge(rule, sub, y, z)], edge(rule, sub, x, z));
  add(rule, fromEquivalence, [edge(rule, equivalent, x, y)], edge(rule, sub, x, y), edge(rule, sub, y, x));
  add(rule, toEquivalence, [edge(rule, sub, x, y), edge(rule, sub, y, x)], edge(rule, equivalent, x, y));
}

/** scm-dom1, scm-dom2, scm-rng1, scm-rng2. */
export function domainsAndRanges(rule: RuleBuilder): void {
  for (const [name, iri] of [
    ['scm-dom', rdfs.domain],
    ['scm-rng', rdfs.range],
  ] as const) {
    const [p, q, c, d] = [rule.fresh(), rule.fresh(), rule.fresh(), rule.fresh()];
    add(rule, `${name}1`, [edge(rule, iri, p, c), edge(rule, rdfs.subClassOf, c, d)], edge(rule, iri, p, d));
    add(rule, `${name}2`, [edge(rule, iri, q, c), edge(rule, rdfs.subPropertyOf, p, q)], edge(rule, iri, p, c));
  }
}

/** scm-hv. */
export function hasValue(rule: RuleBuilder): void {
  const [c, d, p, q, i] = [rule.fresh(), rule.fresh(), rule.fresh(), rule.fresh(), rule.fresh()];
  add(
    rule,
    'scm-hv',
    [
      edge(rule, owl.hasValue, c, i),
      edge(rule, owl.onProperty, c, p),
      edge(rule, rdfs.subPropertyOf, p, q),
      edge(rule, owl.onProperty, d, q),
      edge(rule, owl.hasValue, d, i),
    ],
    edge(rule, rdfs.subClassOf, c, d),
  );
}

/** scm-svf1, scm-svf2, scm-avf1, scm-avf2. scm-avf2 reverses the order of properties. */
export function quantifier(
  rule: RuleBuilder,
  [byFiller, byProperty]: readonly [string, string],
  iri: Iri,
  isReversed: boolean,
): void {
  const [c, d, p, q, f, g] = Array.from({ length: 6 }, () => rule.fresh()) as [Ref, Ref, Ref, Ref, Ref, Ref];
  add(
    rule,
    byFiller,
    [
      edge(rule, iri, c, f),
      edge(rule, owl.onProperty, c, p),
      edge(rule, rdfs.subClassOf, f, g),
      edge(rule, iri, d, g),
      edge(rule, owl.onProperty, d, p),
    ],
    edge(rule, rdfs.subClassOf, c, d),
  );
  add(
    rule,
    byProperty,
    [
      edge(rule, iri, c, f),
      edge(rule, owl.onProperty, c, p),
      edge(rule, rdfs.subPropertyOf, p, q),
      edge(rule, iri, d, f),
      edge(rule, owl.onProperty, d, q),
    ],
    isReversed ? edge(rule, rdfs.subClassOf, d, c) : edge(rule, rdfs.subClassOf, c, d),
  );
}

/** scm-int. */
export function intersection(rule: RuleBuilder, grounds: readonly Atom[], iri: Iri, operands: readonly Iri[]): void {
  for (const operand of operands) {
    add(rule, 'scm-int', grounds, edge(rule, rdfs.subClassOf, rule.individual(iri), rule.individual(operand)));
  }
}

/** scm-uni. */
export function union(rule: RuleBuilder, grounds: readonly Atom[], iri: Iri, operands: readonly Iri[]): void {
  for (const operand of operands) {
    add(rule, 'scm-uni', grounds, edge(rule, rdfs.subClassOf, rule.individual(operand), rule.individual(iri)));
  }
}

/** Annotation properties of prp-ap. */
const ANNOTATION_PROPERTIES: readonly Iri[] = [
  rdfs.label,
  rdfs.comment,
  `${vocabulary.RDFS_NS}seeAlso`,
  `${vocabulary.RDFS_NS}isDefinedBy`,
  owl.deprecated,
  `${vocabulary.OWL_NS}versionInfo`,
  `${vocabulary.OWL_NS}priorVersion`,
  `${vocabulary.OWL_NS}backwardCompatibleWith`,
  `${vocabulary.OWL_NS}incompatibleWith`,
];

/** cls-thing, cls-nothing1, prp-ap, dt-type1: the triples of every graph. */
export function axiomatic(rule: RuleBuilder): void {
  const type = (name: string, node: Iri, iri: Iri) => rule.add(name, [NO_BODY], rule.type(rule.individual(node), iri));
  type('cls-thing', owl.Thing, owl.Class);
  type('cls-nothing1', owl.Nothing, owl.Class);
  for (const property of ANNOTATION_PROPERTIES) type('prp-ap', property, owl.AnnotationProperty);
  for (const datatype of vocabulary.RL_DATATYPES) type('dt-type1', datatype, rdfs.Datatype);
}

/** Returns the atom `x rdf:type y` with a variable for the class. */
export const typed = (rule: RuleBuilder, x: Ref, y: Ref): Atom => edge(rule, rdf.type, x, y);
