/** OWL 2 RL/RDF, table 6: class expressions, recognized in the bodies of rules and asserted by their heads. */
import type { DataRange, Iri, RlSub, RlSuper } from '../../ontology';
import { vocabulary } from '../../ontology';
import type { Ref } from '../rule';
import { conjunction, named, NO_BODY, NotInRules, withAtom, withFilter, withName } from './builder';
import type { Body, RuleBuilder } from './builder';

/** Maximum ways to recognize one expression; a conjunction of large unions has many. */
const MAX_ALTERNATIVES = 1000;

/**
 * Returns the ways to recognize `x` as a member of an expression (cls-int1, cls-uni, cls-svf1, cls-svf2, cls-hv2,
 * cls-oo).
 */
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
    case 'OneOf':
      return expression.individuals.map((individual) => ({
        atoms: [],
        names: ['cls-oo'],
        fixed: [[x, rule.individual(individual)]],
      }));
    case 'ObjectSomeValuesFrom': {
      const { property, filler } = expression;
      const y = rule.fresh();
      const edge = [{ atoms: [rule.edge(property, x, y)], names: [] }];
      if (!filler) return withName(edge, 'cls-svf2');
      return withName(conjunction(edge, recognize(rule, filler, y)), 'cls-svf1');
    }
    case 'ObjectHasValue': {
      const { property, individual } = expression;
      return [{ atoms: [rule.edge(property, x, rule.individual(individual))], names: ['cls-hv2'] }];
    }
    case 'ObjectHasSelf':
      return [{ atoms: [rule.edge(expression.property, x, x)], names: ['cls-hs2'] }];
    case 'DataSomeValuesFrom': {
      const { property, range } = expression;
      const [values] = valuesIn(rule, [NO_BODY], property, range, x);
      return withName(values, range ? 'cls-svf1' : 'cls-svf2');
    }
    case 'DataHasValue': {
      const { property, value } = expression;
      return [{ atoms: [rule.edge(named(property), x, rule.literal(property, value))], names: ['cls-hv2'] }];
    }
  }
}

/**
 * Extends the bodies by a value of `x`, in a range if one is given. Returns the bodies and the variable of the value.
 */
function valuesIn(
  rule: RuleBuilder,
  bodies: readonly Body[],
  property: Iri,
  range: DataRange | undefined,
  x: Ref,
): readonly [Body[], Ref] {
  const y = rule.fresh();
  const withValue = withAtom(bodies, rule.edge(named(property), x, y));
  const test = range && rule.range(property, range);
  return [test ? withFilter(withValue, { ref: y, test, negated: false }) : withValue, y];
}

/**
 * Adds rules that make `x` a member of an expression if one of the bodies matches (cls-nothing2, cls-avf, cls-hv1,
 * cls-com, cls-maxc1, -2, cls-maxqc1 to -4). For data ranges they include the rules of table 8 on values.
 */
export function assertMember(
  rule: RuleBuilder,
  name: string,
  bodies: readonly Body[],
  x: Ref,
  expression: RlSuper,
): void {
  const namedBodies = withName(bodies, name);
  switch (expression.kind) {
    case 'Class':
      if (expression.iri === vocabulary.owl.Nothing) rule.add('cls-nothing2', namedBodies);
      else rule.add(name, bodies, rule.type(x, expression.iri));
      return;
    case 'ObjectAllValuesFrom': {
      const y = rule.fresh();
      const further = withAtom(namedBodies, rule.edge(expression.property, x, y));
      assertMember(rule, 'cls-avf', further, y, expression.filler);
      return;
    }
    case 'ObjectHasValue':
      rule.add('cls-hv1', namedBodies, rule.edge(expression.property, x, rule.individual(expression.individual)));
      return;
    case 'ObjectHasSelf':
      rule.add('cls-hs1', namedBodies, rule.edge(expression.property, x, x));
      return;
    case 'ComplementOf':
      rule.add('cls-com', conjunction(namedBodies, recognize(rule, expression.operand, x)));
      return;
    case 'ObjectMaxCardinality': {
      const { property, filler, cardinality } = expression;
      const values = (prior: readonly Body[]): readonly [Body[], Ref] => {
        const y = rule.fresh();
        const withValue = withAtom(prior, rule.edge(property, x, y));
        return [filler ? conjunction(withValue, recognize(rule, filler, y)) : withValue, y];
      };
      maximum(
        rule,
        namedBodies,
        cardinality,
        values,
        filler ? ['cls-maxqc1', 'cls-maxqc3'] : ['cls-maxc1', 'cls-maxc2'],
      );
      return;
    }
    case 'DataAllValuesFrom': {
      const { property, range } = expression;
      const y = rule.fresh();
      const withValue = withAtom(namedBodies, rule.edge(named(property), x, y));
      const test = rule.range(property, range);
      if (test) rule.add('cls-avf', withFilter(withValue, { ref: y, test, negated: true }));
      return;
    }
    case 'DataHasValue': {
      const { property, value } = expression;
      rule.add('cls-hv1', namedBodies, rule.edge(named(property), x, rule.literal(property, value)));
      return;
    }
    case 'DataMaxCardinality': {
      const { property, range, cardinality } = expression;
      const values = (prior: readonly Body[]) => valuesIn(rule, prior, property, range, x);
      // Two values are distinct: no equality between values is inferred.
      const [none, one] = range ? (['cls-maxqc1', 'cls-maxqc3'] as const) : (['cls-maxc1', 'cls-maxc2'] as const);
      const [first, a] = values(namedBodies);
      if (cardinality === 0) {
        rule.add(none, first);
        return;
      }
      const [second, b] = values(first);
      rule.add(one, second, undefined, [[a, b]]);
    }
  }
}

/** Adds the rule for maximum cardinality 0 or 1. `values` extends bodies by one value. */
function maximum(
  rule: RuleBuilder,
  bodies: readonly Body[],
  cardinality: 0 | 1,
  values: (bodies: readonly Body[]) => readonly [Body[], Ref],
  [none, one]: readonly [string, string],
): void {
  const [first, a] = values(bodies);
  if (cardinality === 0) {
    rule.add(none, first);
    return;
  }
  const [second, b] = values(first);
  rule.equate(one, second, a, b);
}
