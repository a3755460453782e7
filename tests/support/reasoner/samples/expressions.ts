/** Class expressions and data ranges of random ontologies, as axioms and in Turtle. */
import * as fc from 'fast-check';
import type { DataRange, OwlLiteral, RlProperty, RlSub, RlSuper } from '../../../../src/ontology';
import { vocabulary } from '../../../../src/ontology';
import { dataIri, individual, named, NS, property, range, value } from './names';

/** Class expressions as conditions. */
export const condition: fc.Arbitrary<RlSub> = fc.letrec<{ any: RlSub }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'condition' },
    { weight: 4, arbitrary: named },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constantFrom('IntersectionOf' as const, 'UnionOf' as const),
        operands: fc.array(tie('any'), { minLength: 2, maxLength: 3 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record(
        { kind: fc.constant('ObjectSomeValuesFrom' as const), property, filler: tie('any') },
        { requiredKeys: ['kind', 'property'] },
      ),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('DataSomeValuesFrom' as const), property: dataIri }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('DataSomeValuesFrom' as const), property: dataIri, range }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('OneOf' as const),
        individuals: fc.uniqueArray(individual, { minLength: 1, maxLength: 3 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('ObjectHasValue' as const), property, individual }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('ObjectHasSelf' as const), property }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('DataHasValue' as const), property: dataIri, value }) },
  ),
})).any;

const cardinality = fc.constantFrom(0 as const, 1 as const);

/** Class expressions as conclusions. Those that can only contradict are rare, since histories would end early. */
export const conclusion: fc.Arbitrary<RlSuper> = fc.letrec<{ any: RlSuper }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'conclusion' },
    { weight: 12, arbitrary: named },
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constant('ObjectAllValuesFrom' as const), property, filler: tie('any') }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('ObjectHasValue' as const), property, individual }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('ObjectHasSelf' as const), property }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('DataHasValue' as const), property: dataIri, value }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('DataAllValuesFrom' as const), property: dataIri, range }),
    },
    { weight: 1, arbitrary: fc.constant<RlSuper>({ kind: 'Class', iri: vocabulary.owl.Nothing }) },
    { weight: 1, arbitrary: condition.map<RlSuper>((operand) => ({ kind: 'ComplementOf', operand })) },
    {
      weight: 1,
      arbitrary: fc.record(
        {
          kind: fc.constant('ObjectMaxCardinality' as const),
          cardinality,
          property,
          filler: condition,
        },
        { requiredKeys: ['kind', 'cardinality', 'property'] },
      ),
    },
    {
      weight: 1,
      arbitrary: fc.record(
        {
          kind: fc.constant('DataMaxCardinality' as const),
          cardinality,
          property: dataIri,
          range,
        },
        { requiredKeys: ['kind', 'cardinality', 'property'] },
      ),
    },
  ),
})).any;

export const short = (iri: string): string => (iri.startsWith(NS) ? `:${iri.slice(NS.length)}` : 'owl:Nothing');
export const propertyText = ({ iri, inverse }: RlProperty) =>
  inverse ? `[ owl:inverseOf ${short(iri)} ]` : short(iri);
const restriction = (on: string, rest: string) => `[ a owl:Restriction ; owl:onProperty ${on} ; ${rest} ]`;
export const list = (entries: readonly string[]) => `( ${entries.join(' ')} )`;

export function expressionText(expression: RlSub | RlSuper): string {
  switch (expression.kind) {
    case 'Class':
      return short(expression.iri);
    case 'IntersectionOf':
      return `[ a owl:Class ; owl:intersectionOf ${list(expression.operands.map(expressionText))} ]`;
    case 'UnionOf':
      return `[ a owl:Class ; owl:unionOf ${list(expression.operands.map(expressionText))} ]`;
    case 'ComplementOf':
      return `[ a owl:Class ; owl:complementOf ${expressionText(expression.operand)} ]`;
    case 'ObjectSomeValuesFrom': {
      const filler = expression.filler ? expressionText(expression.filler) : 'owl:Thing';
      return restriction(propertyText(expression.property), `owl:someValuesFrom ${filler}`);
    }
    case 'DataSomeValuesFrom':
      return restriction(
        short(expression.property),
        `owl:someValuesFrom ${expression.range ? rangeText(expression.range) : 'rdfs:Literal'}`,
      );
    case 'DataAllValuesFrom':
      return restriction(short(expression.property), `owl:allValuesFrom ${rangeText(expression.range)}`);
    case 'OneOf':
      return `[ a owl:Class ; owl:oneOf ${list(expression.individuals.map(short))} ]`;
    case 'ObjectHasValue':
      return restriction(propertyText(expression.property), `owl:hasValue ${short(expression.individual)}`);
    case 'ObjectHasSelf':
      return restriction(propertyText(expression.property), 'owl:hasSelf true');
    case 'DataHasValue':
      return restriction(short(expression.property), `owl:hasValue ${valueText(expression.value)}`);
    case 'ObjectAllValuesFrom':
      return restriction(propertyText(expression.property), `owl:allValuesFrom ${expressionText(expression.filler)}`);
    case 'ObjectMaxCardinality':
      return restriction(
        propertyText(expression.property),
        expression.filler
          ? `owl:maxQualifiedCardinality ${number(expression.cardinality)} ; owl:onClass ` +
              expressionText(expression.filler)
          : `owl:maxCardinality ${number(expression.cardinality)}`,
      );
    case 'DataMaxCardinality':
      return restriction(
        short(expression.property),
        expression.range
          ? `owl:maxQualifiedCardinality ${number(expression.cardinality)} ; owl:onDataRange ` +
              rangeText(expression.range)
          : `owl:maxCardinality ${number(expression.cardinality)}`,
      );
  }
}

const number = (cardinality: number) => `"${cardinality}"^^xsd:nonNegativeInteger`;

export const valueText = ({ value: text }: OwlLiteral): string => JSON.stringify(text);

export function rangeText(of: DataRange): string {
  switch (of.kind) {
    case 'Datatype':
      return `<${of.iri}>`;
    case 'DataOneOf':
      return `[ a rdfs:Datatype ; owl:oneOf ${list(of.values.map(valueText))} ]`;
    case 'DataComplementOf':
      return `[ a rdfs:Datatype ; owl:datatypeComplementOf ${rangeText(of.operand)} ]`;
    case 'DataIntersectionOf':
    case 'DataUnionOf': {
      const relation = of.kind === 'DataUnionOf' ? 'unionOf' : 'intersectionOf';
      return `[ a rdfs:Datatype ; owl:${relation} ${list(of.operands.map(rangeText))} ]`;
    }
    case 'DatatypeRestriction': {
      const facets = of.facets.map(({ facet, value: { value: bound } }) => `[ <${facet}> ${bound} ]`);
      return `[ a rdfs:Datatype ; owl:onDatatype <${of.datatype}> ; owl:withRestrictions ${list(facets)} ]`;
    }
  }
}
