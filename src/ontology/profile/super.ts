/** Reduction of class expressions in superclass position (superClassExpression, OWL 2 Profiles 4.2.3). */
import type { ClassExpression, ObjectPropertyExpression } from '../model';
import type { RlSub, RlSuper } from '../rl';
import { owl } from '../vocabulary';
import type { AxiomReport, Finding } from './problem';
import { classFinding } from './problem';
import type { RangeReducer } from './ranges';
import { isTop, restrictionOfBuiltIn, TOP_PROPERTY } from './reduction';
import { reduceSub, rlProperty, SELF } from './sub';

/** Context of a superclass expression. */
interface SuperContext {
  readonly report: AxiomReport;
  readonly ranges: RangeReducer;
  /** Text of the axiom's subject for reports, such as `each :Chair`. */
  readonly subject: () => string;
}

const UNION = classFinding(
  'superclass-union',
  'a superclass expression has no union: rules do not choose between classes',
  'make the operands subclasses of one named class, and use that class',
);
const EXISTENTIAL = classFinding(
  'superclass-existential',
  'a superclass expression has no existential restriction: rules do not invent individuals',
  'remove it, or use owl:allValuesFrom to state the type of the values',
);
const ENUMERATION = classFinding(
  'superclass-enumeration',
  'a superclass expression has no enumeration',
  'remove it, or assert equal individuals with owl:sameAs',
);
const MINIMUM = classFinding(
  'min-cardinality',
  'a superclass expression has no minimum cardinality: rules do not invent individuals',
  'remove it, and check completeness in the application',
);
const EXACT = classFinding(
  'exact-cardinality',
  'a superclass expression has no exact cardinality: rules do not invent individuals',
  'use owl:maxCardinality',
);
const MAXIMUM = classFinding(
  'max-cardinality',
  'a superclass expression has no maximum cardinality except 0 and 1',
  'use a maximum cardinality of 1, or count in the application',
);
const ONE_VALUE = classFinding(
  'other-words',
  'an existential restriction to one individual is not in the profile; read as owl:hasValue',
  'use owl:hasValue',
);
const EXACTLY_ZERO = classFinding(
  'other-words',
  'an exact cardinality of 0 is not in the profile; read as a maximum cardinality',
  'use owl:maxCardinality 0',
);
const DOUBLE_COMPLEMENT = classFinding(
  'other-words',
  'the complement of a complement is not in the profile; read as the class itself',
  'write the class itself',
);
const EVERYTHING = classFinding(
  'says-nothing',
  'a restriction of owl:topObjectProperty or owl:topDataProperty that everything fulfils says nothing',
  'remove it',
);
const NO_MINIMUM = classFinding('says-nothing', 'a minimum cardinality of 0 says nothing', 'remove it');

/**
 * Returns parts that rules assert; their intersection is equivalent to the expression or wider. Reports omitted parts.
 * An expression without parts and reports is owl:Thing.
 */
export function reduceSuper(expression: ClassExpression, context: SuperContext): RlSuper[] {
  const { report, ranges, subject } = context;
  const text = () => report.renderer.class(expression);
  const lose = (finding: Finding): RlSuper[] => {
    report.lose(finding, `that ${subject()} is ${text()}`);
    return [];
  };
  const recognize = (part: ClassExpression) =>
    reduceSub(part, { report, ranges, consequence: () => `is considered for: ${subject()} is ${text()}` });
  if ('onProperty' in expression) {
    const evaluated = restrictionOfBuiltIn(expression);
    if (evaluated === 'bottom') return [NOTHING];
    if (evaluated === 'top') {
      if (isTop(expression.onProperty)) report.deviate(EVERYTHING);
      return [];
    }
    if (isTop(expression.onProperty)) return lose(TOP_PROPERTY);
  }
  switch (expression.kind) {
    case 'Class':
      return expression.iri === owl.Thing ? [] : [{ kind: 'Class', iri: expression.iri }];
    case 'IntersectionOf':
      return expression.operands.flatMap((operand) => reduceSuper(operand, context));
    case 'UnionOf': {
      const operands = expression.operands.filter((o) => !(o.kind === 'Class' && o.iri === owl.Nothing));
      if (operands.some((o) => o.kind === 'Class' && o.iri === owl.Thing)) return [];
      if (operands.length === 0) return [NOTHING];
      return operands.length === 1 ? reduceSuper(operands[0]!, context) : lose(UNION);
    }
    case 'ComplementOf': {
      if (expression.operand.kind === 'ComplementOf') {
        report.deviate(DOUBLE_COMPLEMENT);
        return reduceSuper(expression.operand.operand, context);
      }
      const operand = recognize(expression.operand);
      if (operand === undefined || operand === 'bottom') return [];
      if (operand === 'top') return [NOTHING];
      return unionOperands(operand).map((part) => ({ kind: 'ComplementOf', operand: part }));
    }
    case 'Unreadable':
      return [];
    case 'OneOf':
      return lose(ENUMERATION);
    case 'ObjectSomeValuesFrom': {
      const { filler } = expression;
      if (filler.kind !== 'OneOf' || filler.individuals.length !== 1) return lose(EXISTENTIAL);
      report.deviate(ONE_VALUE);
      const property = rlProperty(expression.onProperty);
      return [{ kind: 'ObjectHasValue', property, individual: filler.individuals[0]! }];
    }
    case 'DataSomeValuesFrom': {
      const { filler } = expression;
      if (filler.kind !== 'DataOneOf' || filler.values.length !== 1) return lose(EXISTENTIAL);
      report.deviate(ONE_VALUE);
      return [{ kind: 'DataHasValue', property: expression.onProperty, value: filler.values[0]! }];
    }
    case 'ObjectAllValuesFrom': {
      const property = rlProperty(expression.onProperty);
      const value = () => `each ${report.renderer.property(expression.onProperty)} of ${subject()}`;
      const fillers = reduceSuper(expression.filler, { ...context, subject: value });
      return fillers.map((filler) => ({ kind: 'ObjectAllValuesFrom', property, filler }));
    }
    case 'DataAllValuesFrom': {
      const property = expression.onProperty;
      const range = ranges.reduce(expression.filler, report);
      return range ? [{ kind: 'DataAllValuesFrom', property, range }] : [];
    }
    case 'ObjectHasValue': {
      const { individual } = expression;
      return [{ kind: 'ObjectHasValue', property: rlProperty(expression.onProperty), individual }];
    }
    case 'DataHasValue':
      return [{ kind: 'DataHasValue', property: expression.onProperty, value: expression.value }];
    case 'ObjectHasSelf':
      report.deviate(SELF);
      return [{ kind: 'ObjectHasSelf', property: rlProperty(expression.onProperty) }];
    case 'ObjectMinCardinality':
    case 'DataMinCardinality':
      if (expression.cardinality > 0) return lose(MINIMUM);
      report.deviate(NO_MINIMUM);
      return [];
    case 'ObjectMaxCardinality':
      return objectMaximum(expression.cardinality, expression.onProperty, expression.filler);
    case 'DataMaxCardinality':
      return dataMaximum(expression.cardinality);
    case 'ObjectExactCardinality':
      reportExact(expression.cardinality);
      if (expression.cardinality > 1) return [];
      return objectMaximum(expression.cardinality, expression.onProperty, expression.filler);
    case 'DataExactCardinality':
      reportExact(expression.cardinality);
      return expression.cardinality > 1 ? [] : dataMaximum(expression.cardinality);
  }

  function reportExact(cardinality: number): void {
    if (cardinality === 0) report.deviate(EXACTLY_ZERO);
    else {
      const carriedPart = cardinality === 1 ? '; inferred: at most one' : '';
      report.lose(EXACT, `that ${subject()} is ${text()}${carriedPart}`);
    }
  }

  function objectMaximum(
    cardinality: number,
    onProperty: ObjectPropertyExpression,
    qualifier: ClassExpression | undefined,
  ): RlSuper[] {
    if (cardinality !== 0 && cardinality !== 1) return lose(MAXIMUM);
    const filler = qualifier ? recognize(qualifier) : 'top';
    if (filler === undefined || filler === 'bottom') return [];
    const maximum = { kind: 'ObjectMaxCardinality', cardinality, property: rlProperty(onProperty) } as const;
    return [filler === 'top' ? maximum : { ...maximum, filler }];
  }

  function dataMaximum(cardinality: number): RlSuper[] {
    const { onProperty: property, filler } = expression as ClassExpression & { kind: 'DataMaxCardinality' };
    if (cardinality !== 0 && cardinality !== 1) return lose(MAXIMUM);
    const maximum = { kind: 'DataMaxCardinality', cardinality, property } as const;
    if (!filler) return [maximum];
    const range = ranges.reduce(filler, report);
    return [range ? { ...maximum, range } : maximum];
  }
}

export const NOTHING: RlSuper = { kind: 'Class', iri: owl.Nothing };

/** Returns the operands of a union; any other expression as the only operand. */
export function unionOperands(sub: RlSub): readonly RlSub[] {
  return sub.kind === 'UnionOf' ? sub.operands : [sub];
}
