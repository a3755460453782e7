/** OWL 2 RL/RDF, table 7: class axioms (cax-sco, cax-dw, cax-adc; equivalences arrive as two inclusions). */
import type { RlAxiom, RlSub } from '../../ontology';
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
  const isNamed = ({ kind }: RlSub) => kind === 'Class';
  const together = classes.length > MAX_PAIRED ? classes.filter(isNamed) : [];
  if (together.length > 0) anyTwo(rule, name, together as readonly (RlSub & { kind: 'Class' })[]);
  classes.forEach((a, index) => {
    for (const b of classes.slice(index + 1)) {
      if (together.length > 0 && isNamed(a) && isNamed(b)) continue;
      rule.add(name, conjunction(recognize(rule, a, x), recognize(rule, b, x)));
    }
  });
}

/** Maximum named classes for pairwise rules. Beyond it, one rule covers any two of the classes. */
const MAX_PAIRED = 16;

function anyTwo(rule: RuleBuilder, name: string, classes: readonly (RlSub & { kind: 'Class' })[]): void {
  const [x, c1, c2] = [rule.fresh(), rule.fresh(), rule.fresh()];
  const member = (c: Ref) =>
    rule.typeAmong(
      x,
      c,
      classes.map(({ iri }) => iri),
    );
  rule.add(name, withAtom([NO_BODY], member(c1), member(c2)), undefined, [[c1, c2]]);
}

/**
 * cax-adc for a list too long for pairwise rules. The classes of its atoms are variables.
 *
 * @param member returns the atom: a class is in the list
 * @param typed returns the atom: a node is of a class
 */
export function disjointMembers(rule: RuleBuilder, member: (c: Ref) => Atom, typed: (x: Ref, c: Ref) => Atom): void {
  const [x, c, d] = [rule.fresh(), rule.fresh(), rule.fresh()];
  rule.add('cax-adc', withAtom([NO_BODY], typed(x, c), member(c), typed(x, d), member(d)), undefined, [[c, d]]);
}
