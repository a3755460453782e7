/** OWL 2 RL/RDF, table 6: class expressions. Recognized in the bodies of rules, asserted by their heads. */
import type { RlSub, RlSuper } from '../../ontology';
import { vocabulary } from '../../ontology';
import type { Ref } from '../rule';
import { conjunction, named, NO_BODY, NotInRules, withAtom, withName } from './builder';
import type { Body, RuleBuilder } from './builder';

/** More alternatives than this (a conjunction of large unions) are not spelled out. */
const MAX_ALTERNATIVES = 1000;

/** The ways to recognize `x` as a member of an expression (cls-int1, cls-uni, cls-svf1, cls-svf2). */
export function recognize(rule: RuleBuilder, expression: RlSub, x: Ref): Body[] {
  switch (expression.kind) {
    case 'Class':
      return [{ atoms: [rule.type(x, expression.iri)], names: [] }];
    case 'IntersectionOf': {
      let bodies: Body[] = [NO_BODY];
      for (const operand of expression.operands) {
        bodies = conjunction(bodies, recognize(rule, operand, x));
        if (bodies.length > MAX_ALTERNATIVES) throw new NotInRules('too many combinations of unions');
      }
      return withName(bodies, 'cls-int1');
    }
    case 'UnionOf':
      return withName(
        expression.operands.flatMap((operand) => recognize(rule, operand, x)),
        'cls-uni',
      );
    case 'ObjectSomeValuesFrom': {
      const { property, filler } = expression;
      const y = rule.fresh();
      const edge = [{ atoms: [rule.edge(property, x, y)], names: [] }];
      if (!filler) return withName(edge, 'cls-svf2');
      return withName(conjunction(edge, recognize(rule, filler, y)), 'cls-svf1');
    }
    case 'DataSomeValuesFrom':
      if (expression.range) throw new NotInRules('a data range in a condition');
      return withName([{ atoms: [rule.edge(named(expression.property), x, rule.fresh())], names: [] }], 'cls-svf2');
    case 'OneOf':
      throw new NotInRules('an enumeration of individuals');
    case 'ObjectHasValue':
    case 'DataHasValue':
      throw new NotInRules('a condition on one value');
  }
}

/** Rules by which `x`, where one of the bodies matches, is a member of an expression (cls-avf, cls-com, cls-maxc1, cls-maxqc1, -2). */
export function assertMember(
  rule: RuleBuilder,
  name: string,
  bodies: readonly Body[],
  x: Ref,
  expression: RlSuper,
): void {
  switch (expression.kind) {
    case 'Class':
      if (expression.iri === vocabulary.owl.Nothing) rule.add('cls-nothing2', withName(bodies, name));
      else rule.add(name, bodies, rule.type(x, expression.iri));
      return;
    case 'ObjectAllValuesFrom': {
      const y = rule.fresh();
      const further = withAtom(withName(bodies, name), rule.edge(expression.property, x, y));
      assertMember(rule, 'cls-avf', further, y, expression.filler);
      return;
    }
    case 'ComplementOf':
      rule.add('cls-com', conjunction(withName(bodies, name), recognize(rule, expression.operand, x)));
      return;
    case 'ObjectMaxCardinality': {
      if (expression.cardinality === 1) throw new NotInRules('at most one value');
      const y = rule.fresh();
      const further = withAtom(withName(bodies, name), rule.edge(expression.property, x, y));
      if (expression.filler) rule.add('cls-maxqc1', conjunction(further, recognize(rule, expression.filler, y)));
      else rule.add('cls-maxc1', further);
      return;
    }
    case 'DataMaxCardinality':
      if (expression.cardinality === 1) throw new NotInRules('at most one value');
      if (expression.range) throw new NotInRules('a data range in a condition');
      rule.add('cls-maxc1', withAtom(withName(bodies, name), rule.edge(named(expression.property), x, rule.fresh())));
      return;
    case 'ObjectHasValue':
    case 'DataHasValue':
      throw new NotInRules('a value that every member has');
    case 'DataAllValuesFrom':
      throw new NotInRules('a data range that values must be in');
  }
}
