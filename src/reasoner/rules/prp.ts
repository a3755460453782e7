/** OWL 2 RL/RDF, table 5: property axioms. */
import type { RlAxiom, RlProperty } from '../../ontology';
import { named, withAtom, NO_BODY } from './builder';
import type { RuleBuilder } from './builder';
import { assertMember } from './cls';

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
export function subPropertyOf(rule: RuleBuilder, sub: RlProperty, sup: RlProperty): void {
  const [x, y] = [rule.fresh(), rule.fresh()];
  rule.add('prp-spo1', withAtom([NO_BODY], rule.edge(sub, x, y)), rule.edge(sup, x, y));
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
