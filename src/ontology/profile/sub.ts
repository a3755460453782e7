/** Reduction of class expressions in subclass position (subClassExpression, OWL 2 Profiles 4.2.3). */
import type { ClassExpression, DataRange, Iri, ObjectPropertyExpression } from '../model';
import type { RlProperty, RlSub } from '../rl';
import { owl } from '../vocabulary';
import type { AxiomReport, Finding } from './problem';
import { classFinding } from './problem';
import type { RangeReducer } from './ranges';
import { isTop, restrictionOfBuiltIn, TOP_PROPERTY } from './reduction';

/**
 * Reduced expression; 'top' is owl:Thing, 'bottom' owl:Nothing, undefined an expression that rules cannot recognize.
 */
export type ReducedSub = RlSub | 'top' | 'bottom' | undefined;

/** Context of a subclass expression. */
interface SubContext {
  readonly report: AxiomReport;
  readonly ranges: RangeReducer;
  /** Text of the axiom's consequence for reports, such as `is a :Person`. */
  readonly consequence: () => string;
}

const COMPLEMENT = classFinding(
  'subclass-complement',
  'a subclass expression has no complement: rules do not infer from missing facts',
  'name the complementary class, and assert it',
);
const UNIVERSAL = classFinding(
  'subclass-universal',
  'a subclass expression has no universal restriction: rules do not know all values',
  'use owl:someValuesFrom, or assert the class',
);
const CARDINALITY = classFinding(
  'subclass-cardinality',
  'a subclass expression has no cardinality but "at least one"',
  'use owl:someValuesFrom, or assert the class',
);
export const SELF = classFinding(
  'self',
  'OWL 2 RL has no owl:hasSelf; rules carry it nevertheless',
  'no change, or an assertion of the class to stay within the profile',
);
const AT_LEAST_ONE = classFinding(
  'other-words',
  'a minimum cardinality of 1 in a subclass expression is not in the profile; read as owl:someValuesFrom',
  'use owl:someValuesFrom',
);
const THING = classFinding(
  'other-words',
  'a subclass expression has owl:Thing only as the filler of owl:someValuesFrom',
  'remove owl:Thing',
);
const ENUMERATED_VALUES = classFinding(
  'other-words',
  'an enumeration or union as a data range is not in the profile; read as a union of restrictions',
  'write one axiom for each value or datatype',
);

/**
 * Returns an expression that rules recognize and that is equivalent to the given one or narrower. Omits and reports
 * operands of a union that rules cannot recognize.
 */
export function reduceSub(expression: ClassExpression, context: SubContext): ReducedSub {
  const { report, ranges } = context;
  const lose = (finding: Finding): undefined => {
    report.lose(finding, `that each ${report.renderer.class(expression)} ${context.consequence()}`);
  };
  const evaluated = restrictionOfBuiltIn(expression);
  if (evaluated) return evaluated;
  if ('onProperty' in expression && isTop(expression.onProperty)) return lose(TOP_PROPERTY);
  switch (expression.kind) {
    case 'Class':
      if (expression.iri === owl.Thing) return 'top';
      return expression.iri === owl.Nothing ? 'bottom' : { kind: 'Class', iri: expression.iri };
    case 'IntersectionOf':
      return intersection(
        expression.operands.map((operand) => reduceSub(operand, context)),
        () => report.deviate(THING),
      );
    case 'UnionOf':
      return union(expression.operands.map((operand) => reduceSub(operand, context)));
    case 'ComplementOf':
      if (expression.operand.kind === 'Class' && expression.operand.iri === owl.Thing) return 'bottom';
      if (expression.operand.kind === 'Class' && expression.operand.iri === owl.Nothing) return 'top';
      return lose(COMPLEMENT);
    case 'Unreadable':
      // The mapping reported it.
      return undefined;
    case 'OneOf':
      return { kind: 'OneOf', individuals: expression.individuals };
    case 'ObjectSomeValuesFrom':
      return some(expression.onProperty, reduceSub(expression.filler, context));
    case 'ObjectHasValue':
      return {
        kind: 'ObjectHasValue',
        property: rlProperty(expression.onProperty),
        individual: expression.individual,
      };
    case 'ObjectHasSelf':
      report.deviate(SELF);
      return { kind: 'ObjectHasSelf', property: rlProperty(expression.onProperty) };
    case 'ObjectAllValuesFrom':
    case 'DataAllValuesFrom':
      return lose(UNIVERSAL);
    case 'ObjectMinCardinality':
      if (expression.cardinality === 0) return 'top';
      if (expression.cardinality > 1) return lose(CARDINALITY);
      report.deviate(AT_LEAST_ONE);
      return some(expression.onProperty, expression.filler ? reduceSub(expression.filler, context) : 'top');
    case 'DataMinCardinality':
      if (expression.cardinality === 0) return 'top';
      if (expression.cardinality > 1) return lose(CARDINALITY);
      report.deviate(AT_LEAST_ONE);
      return someData(expression.onProperty, expression.filler, context);
    case 'ObjectMaxCardinality':
    case 'ObjectExactCardinality':
    case 'DataMaxCardinality':
    case 'DataExactCardinality':
      return lose(CARDINALITY);
    case 'DataSomeValuesFrom':
      return someData(expression.onProperty, expression.filler, context);
    case 'DataHasValue':
      return { kind: 'DataHasValue', property: expression.onProperty, value: expression.value };
  }

  function someData(property: Iri, filler: DataRange | undefined, within: SubContext): ReducedSub {
    if (filler?.kind === 'DataOneOf') {
      report.deviate(ENUMERATED_VALUES);
      return union(filler.values.map((value) => ({ kind: 'DataHasValue', property, value })));
    }
    if (filler?.kind === 'DataUnionOf') {
      report.deviate(ENUMERATED_VALUES);
      return union(filler.operands.map((operand) => someData(property, operand, within)));
    }
    if (!filler) return { kind: 'DataSomeValuesFrom', property };
    const range = ranges.reduce(filler, report);
    return range ? { kind: 'DataSomeValuesFrom', property, range } : { kind: 'DataSomeValuesFrom', property };
  }
}

function some(onProperty: ObjectPropertyExpression, filler: ReducedSub): ReducedSub {
  if (filler === undefined || filler === 'bottom') return filler;
  const property = rlProperty(onProperty);
  return filler === 'top'
    ? { kind: 'ObjectSomeValuesFrom', property }
    : { kind: 'ObjectSomeValuesFrom', property, filler };
}

function intersection(operands: readonly ReducedSub[], onTop: () => void): ReducedSub {
  if (operands.includes(undefined)) return undefined;
  if (operands.includes('bottom')) return 'bottom';
  if (operands.includes('top')) onTop();
  return combine('IntersectionOf', operands) ?? 'top';
}

function union(operands: readonly ReducedSub[]): ReducedSub {
  if (operands.includes('top')) return 'top';
  return combine('UnionOf', operands) ?? (operands.includes(undefined) ? undefined : 'bottom');
}

/** Combines the remaining operands: flattened and distinct; undefined without any. */
function combine(kind: 'IntersectionOf' | 'UnionOf', operands: readonly ReducedSub[]): RlSub | undefined {
  const parts = new Map<string, RlSub>();
  for (const operand of operands) {
    if (operand === undefined || operand === 'top' || operand === 'bottom') continue;
    for (const part of operand.kind === kind ? operand.operands : [operand]) parts.set(subKey(part), part);
  }
  const [first, second] = parts.values();
  return second ? { kind, operands: [...parts.values()] } : first;
}

/** Returns a key that is equal for equal expressions. */
export function subKey(sub: RlSub): string {
  return sub.kind === 'Class' ? sub.iri : JSON.stringify(sub);
}

export function rlProperty(property: ObjectPropertyExpression): RlProperty {
  return property.kind === 'ObjectProperty'
    ? { iri: property.iri, inverse: false }
    : { iri: property.property, inverse: true };
}
