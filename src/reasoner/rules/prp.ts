/** OWL 2 RL/RDF, table 5: property axioms. */
import { vocabulary } from '../../ontology';
import type { Iri, RlAxiom, RlProperty } from '../../ontology';
import type { Ref } from '../rule';
import { conjunction, named, NO_BODY, withAtom, withFilter } from './builder';
import type { Body, RuleBuilder } from './builder';
import { assertMember, recognize } from './cls';

/** prp-dom, of object and data properties. */
export function domain(
  rule: RuleBuilder,
  { property, domain: expression }: RlAxiom & { kind: 'ObjectPropertyDomain' | 'DataPropertyDomain' },
): void {
  const [x, y] = [rule.fresh(), rule.fresh()];
  assertMember(rule, 'prp-dom', withAtom([NO_BODY], rule.edge(named(property), x, y)), x, expression);
}

/** prp-rng. */
export function range(
  rule: RuleBuilder,
  { property, range: expression }: RlAxiom & { kind: 'ObjectPropertyRange' },
): void {
  const [x, y] = [rule.fresh(), rule.fresh()];
  assertMember(rule, 'prp-rng', withAtom([NO_BODY], rule.edge(named(property), x, y)), y, expression);
}

/** prp-spo1, of object and data properties (prp-eqp1 and -2 arrive as two inclusions). */
export function subPropertyOf(rule: RuleBuilder, sub: RlProperty, sup: RlProperty, name = 'prp-spo1'): void {
  const [x, y] = [rule.fresh(), rule.fresh()];
  rule.add(name, withAtom([NO_BODY], rule.edge(sub, x, y)), rule.edge(sup, x, y));
}

/** prp-spo1, only for values that the store can hold under the super-property. */
export function subDataPropertyOf(rule: RuleBuilder, sub: Iri, sup: Iri): void {
  const fit = rule.vocabulary.fits?.(sub, sup);
  if (!fit) return subPropertyOf(rule, named(sub), named(sup));
  if (fit.remark !== undefined) rule.remarks.push(fit.remark);
  const [x, y] = [rule.fresh(), rule.fresh()];
  const body = withAtom([NO_BODY], rule.edge(named(sub), x, y));
  rule.add('prp-spo1', withFilter(body, { ref: y, test: fit, negated: false }), rule.edge(named(sup), x, y));
}

/** prp-spo2. */
export function chain(rule: RuleBuilder, axiom: RlAxiom & { kind: 'PropertyChain' }): void {
  const nodes = [rule.fresh(), ...axiom.chain.map(() => rule.fresh())];
  const atoms = axiom.chain.map((property, i) => rule.edge(property, nodes[i]!, nodes[i + 1]!));
  rule.add('prp-spo2', withAtom([NO_BODY], ...atoms), rule.edge(axiom.super, nodes[0]!, nodes.at(-1)!));
}

/** prp-inv1, prp-inv2. */
export function inverse(rule: RuleBuilder, { first, second }: RlAxiom & { kind: 'InverseObjectProperties' }): void {
  const [x, y] = [rule.fresh(), rule.fresh()];
  const [p, q] = [named(first), named(second)];
  rule.add('prp-inv1', withAtom([NO_BODY], rule.edge(p, x, y)), rule.edge(q, y, x));
  if (first !== second) rule.add('prp-inv2', withAtom([NO_BODY], rule.edge(q, x, y)), rule.edge(p, y, x));
}

/** prp-symp. */
export function symmetric(rule: RuleBuilder, property: string): void {
  const [x, y] = [rule.fresh(), rule.fresh()];
  rule.add('prp-symp', withAtom([NO_BODY], rule.edge(named(property), x, y)), rule.edge(named(property), y, x));
}

/** prp-trp. */
export function transitive(rule: RuleBuilder, property: string): void {
  const [x, y, z] = [rule.fresh(), rule.fresh(), rule.fresh()];
  const p = named(property);
  rule.add('prp-trp', withAtom([NO_BODY], rule.edge(p, x, y), rule.edge(p, y, z)), rule.edge(p, x, z));
}

/** prp-irp. */
export function irreflexive(rule: RuleBuilder, property: string): void {
  const x = rule.fresh();
  rule.add('prp-irp', withAtom([NO_BODY], rule.edge(named(property), x, x)));
}

/** prp-asyp. */
export function asymmetric(rule: RuleBuilder, property: string): void {
  const [x, y] = [rule.fresh(), rule.fresh()];
  const p = named(property);
  rule.add('prp-asyp', withAtom([NO_BODY], rule.edge(p, x, y), rule.edge(p, y, x)));
}

/** prp-pdw, prp-adp. */
export function disjointProperties(rule: RuleBuilder, properties: readonly RlProperty[]): void {
  const [x, y] = [rule.fresh(), rule.fresh()];
  properties.forEach((p, index) => {
    for (const q of properties.slice(index + 1)) {
      rule.add(
        properties.length > 2 ? 'prp-adp' : 'prp-pdw',
        withAtom([NO_BODY], rule.edge(p, x, y), rule.edge(q, x, y)),
      );
    }
  });
}

/** prp-fp, for object properties. Where equality is not inferred, the write itself keeps one value. */
export function functional(rule: RuleBuilder, property: string): void {
  if (!rule.vocabulary.equality) return;
  const [x, y, z] = [rule.fresh(), rule.fresh(), rule.fresh()];
  const p = named(property);
  rule.equate('prp-fp', withAtom([NO_BODY], rule.edge(p, x, y), rule.edge(p, x, z)), y, z);
}

/** prp-ifp, of object and data properties. */
export function inverseFunctional(rule: RuleBuilder, property: string): void {
  const [x, y, z] = [rule.fresh(), rule.fresh(), rule.fresh()];
  const p = named(property);
  rule.equate('prp-ifp', withAtom([NO_BODY], rule.edge(p, x, z), rule.edge(p, y, z)), x, y);
}

/** prp-key. */
export function key(rule: RuleBuilder, axiom: RlAxiom & { kind: 'HasKey' }, name = 'prp-key'): void {
  const [x, y] = [rule.fresh(), rule.fresh()];
  const member = (node: Ref): Body[] => (axiom.class ? recognize(rule, axiom.class, node) : [NO_BODY]);
  let bodies: Body[] = [NO_BODY];
  for (const property of [...axiom.objectProperties, ...axiom.dataProperties.map(named)]) {
    const z = rule.fresh();
    bodies = withAtom(bodies, rule.edge(property, x, z), rule.edge(property, y, z));
  }
  rule.equate(name, conjunction(conjunction(bodies, member(x)), member(y)), x, y);
}

/**
 * Reflexive property, which OWL 2 RL does not have. Rules cannot range over all nodes, so these cover the individuals
 * that the ontology names and every node with a type or property of the ontology.
 */
export function reflexive(rule: RuleBuilder, property: string): void {
  const p = named(property);
  const { classes, objectProperties, dataProperties, individuals } = rule.vocabulary.signature;
  for (const individual of individuals) {
    const x = rule.individual(individual);
    rule.add('prp-rflp', [NO_BODY], rule.edge(p, x, x));
  }
  for (const iri of classes) {
    const x = rule.fresh();
    rule.add('prp-rflp', withAtom([NO_BODY], rule.type(x, iri)), rule.edge(p, x, x));
  }
  for (const iri of [...objectProperties, ...dataProperties]) {
    const [x, y] = [rule.fresh(), rule.fresh()];
    rule.add('prp-rflp', withAtom([NO_BODY], rule.edge(named(iri), x, y)), rule.edge(p, x, x));
  }
  for (const iri of objectProperties) {
    const [x, y] = [rule.fresh(), rule.fresh()];
    rule.add('prp-rflp', withAtom([NO_BODY], rule.edge(named(iri), x, y)), rule.edge(p, y, y));
  }
}

/** Contradictions with a data range: prp-rng and dt-not-type. */
export function dataRange(
  rule: RuleBuilder,
  { property, range: valueRange }: RlAxiom & { kind: 'DataPropertyRange' },
): void {
  const [x, y] = [rule.fresh(), rule.fresh()];
  const test = rule.range(property, valueRange);
  if (!test) return;
  const withValue = withAtom([NO_BODY], rule.edge(named(property), x, y));
  rule.add('prp-rng', withFilter(withValue, { ref: y, test, negated: true }));
}

/** Class assertion: the conditions of the class, for one individual. */
export function classAssertion(
  rule: RuleBuilder,
  { class: expression, individual }: RlAxiom & { kind: 'ClassAssertion' },
): void {
  // A named class is asserted as any other fact.
  if (expression.kind === 'Class' && expression.iri !== vocabulary.owl.Nothing) return;
  const x = rule.fresh();
  assertMember(rule, 'assertion', [{ ...NO_BODY, fixed: [[x, rule.individual(individual)]] }], x, expression);
}

/** prp-npa1. */
export function negativeObject(
  rule: RuleBuilder,
  { property, source, target }: RlAxiom & { kind: 'NegativeObjectPropertyAssertion' },
): void {
  const edge = rule.edge(named(property), rule.individual(source), rule.individual(target));
  rule.add('prp-npa1', withAtom([NO_BODY], edge));
}

/** prp-npa2. */
export function negativeData(
  rule: RuleBuilder,
  { property, source, value }: RlAxiom & { kind: 'NegativeDataPropertyAssertion' },
): void {
  const edge = rule.edge(named(property), rule.individual(source), rule.literal(property, value));
  rule.add('prp-npa2', withAtom([NO_BODY], edge));
}
