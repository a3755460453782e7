/** OWL 2 RL/RDF, table 7: class axioms (cax-sco, cax-dw, cax-adc; equivalences arrive as two inclusions). */
import type { RlAxiom } from '../../ontology';
import { conjunction } from './builder';
import type { RuleBuilder } from './builder';
import { assertMember, recognize } from './cls';

export function subClassOf(rule: RuleBuilder, axiom: RlAxiom & { kind: 'SubClassOf' }): void {
  const x = rule.fresh();
  assertMember(rule, 'cax-sco', recognize(rule, axiom.sub, x), x, axiom.super);
}

export function disjointClasses(rule: RuleBuilder, { classes }: RlAxiom & { kind: 'DisjointClasses' }): void {
  const name = classes.length > 2 ? 'cax-adc' : 'cax-dw';
  const x = rule.fresh();
  classes.forEach((a, index) => {
    for (const b of classes.slice(index + 1)) rule.add(name, conjunction(recognize(rule, a, x), recognize(rule, b, x)));
  });
}
