/** Vocabulary of random ontologies: a few classes, properties, individuals and values, and their form in facts. */
import * as fc from 'fast-check';
import type { DataRange, OwlLiteral, RlAxiom, RlAxiomBody, RlProperty, RlSub } from '../../../../src/ontology';
import type { PartialVocabulary } from '../../../../src/reasoner/compile';
import { isIn } from '../oracle';

export const NS = 'http://ex.org/';
export const CLASSES = ['A', 'B', 'C', 'D', 'E'] as const;
export const OBJECT_PROPERTIES = ['p', 'q', 'r', 's'] as const;
export const DATA_PROPERTIES = ['d', 'e'] as const;
export const INDIVIDUALS = ['n1', 'n2', 'n3', 'n4'] as const;
export const VALUES = ['1', '2', '10'] as const;

const iris = (names: readonly string[]) => names.map((name) => NS + name);

/** Facts name classes and properties by local name. */
export const NAMES: PartialVocabulary = {
  type: 'type',
  class: (iri) => iri.slice(NS.length),
  property: (iri) => iri.slice(NS.length),
  individual: (iri) => iri.slice(NS.length),
  range: (_, range) => ({ key: JSON.stringify(range), holds: (term) => isIn(term, range) }),
  signature: {
    classes: iris(CLASSES),
    objectProperties: iris(OBJECT_PROPERTIES),
    dataProperties: iris(DATA_PROPERTIES),
    individuals: iris(INDIVIDUALS),
  },
};

/** Names of individuals are not unique: facts may state that two are the same, or differ. */
export const NAMES_WITH_EQUALITY: PartialVocabulary = {
  ...NAMES,
  equality: true,
  property: (iri) => iri.slice(Math.max(iri.lastIndexOf('/'), iri.lastIndexOf('#')) + 1),
};

/** Statement of an ontology: axioms, and equivalent Turtle. */
export interface Statement {
  readonly axioms: readonly RlAxiom[];
  readonly turtle: string;
}

export const PROLOGUE = [
  `@prefix : <${NS}> .`,
  '@prefix owl: <http://www.w3.org/2002/07/owl#> .',
  '@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .',
  '@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .',
  ...CLASSES.map((c) => `:${c} a owl:Class .`),
  ...OBJECT_PROPERTIES.map((p) => `:${p} a owl:ObjectProperty .`),
  ...DATA_PROPERTIES.map((p) => `:${p} a owl:DatatypeProperty .`),
  ...INDIVIDUALS.map((n) => `:${n} a owl:NamedIndividual .`),
  '',
].join('\n');

export const axiom = (body: RlAxiomBody): RlAxiom => ({ ...body, position: { line: 1, column: 1 }, text: body.kind });

const iriOf = (names: readonly string[]) => fc.constantFrom(...names).map((name) => NS + name);
export const classIri = iriOf(CLASSES);
export const objectIri = iriOf(OBJECT_PROPERTIES);
export const dataIri = iriOf(DATA_PROPERTIES);
export const property: fc.Arbitrary<RlProperty> = fc.record({
  iri: objectIri,
  inverse: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});
export const named: fc.Arbitrary<RlSub & { kind: 'Class' }> = classIri.map((iri) => ({ kind: 'Class', iri }));
export const individual = iriOf(INDIVIDUALS);
const at = { position: { line: 1, column: 1 } };
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const literalOf = (text: string, type: string): OwlLiteral => ({ kind: 'Literal', value: text, datatype: XSD + type });
export const value: fc.Arbitrary<OwlLiteral> = fc.constantFrom(...VALUES).map((text) => literalOf(text, 'string'));

const valueList = fc.uniqueArray(value, { minLength: 1, maxLength: 2, selector: (entry) => entry.value });

/** Data ranges that contain some of the values. */
export const range: fc.Arbitrary<DataRange> = fc.letrec<{ any: DataRange }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'range' },
    { weight: 4, arbitrary: valueList.map((values): DataRange => ({ kind: 'DataOneOf', values, ...at })) },
    {
      weight: 2,
      arbitrary: fc.constantFrom('1', '2').map((text): DataRange => {
        const facets = [{ facet: `${XSD}maxLength`, value: literalOf(text, 'integer') }];
        return { kind: 'DatatypeRestriction', datatype: `${XSD}string`, facets, ...at };
      }),
    },
    { weight: 1, arbitrary: tie('any').map((operand): DataRange => ({ kind: 'DataComplementOf', operand, ...at })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('DataIntersectionOf' as const, 'DataUnionOf' as const), tie('any'), tie('any'))
        .map(([kind, a, b]): DataRange => ({ kind, operands: [a, b], ...at })),
    },
  ),
})).any;
