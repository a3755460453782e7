/** OWL 2 RL/RDF, table 7: class axioms (cax-sco, cax-dw, cax-adc; equivalences arrive as two inclusions). */
import type { RlAxiom } from '../../ontology';
import type { Atom, Ref } from '../rule';
import { conjunction, NO_BODY, withAtom } from './builder';
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

/**
 * cax-adc, for a list too long to be spelled out pair by pair, where classes are terms as any other.
 *
 * @param member that a class is in the list
 * @param typed that a node is of a class
 */
export function disjointMembers(rule: RuleBuilder, member: (c: Ref) => Atom, typed: (x: Ref, c: Ref) => Atom): void {
  const [x, c, d] = [rule.fresh(), rule.fresh(), rule.fresh()];
  rule.add('cax-adc', withAtom([NO_BODY], typed(x, c), member(c), typed(x, d), member(d)), undefined, [[c, d]]);
}
