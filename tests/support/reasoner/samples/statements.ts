/** Statements of random ontologies: axioms, each with equivalent Turtle. */
import * as fc from 'fast-check';
import type { RlAxiomBody, RlProperty, RlSub, RlSuper } from '../../../../src/ontology';
import { condition, conclusion, expressionText, list, propertyText, rangeText, short, valueText } from './expressions';
import { axiom, dataIri, individual, named, objectIri, property, range, value } from './names';
import type { Statement } from './names';

export const plain = <T>(values: fc.Arbitrary<T>, body: (value: T) => RlAxiomBody, turtle: (value: T) => string) =>
  values.map((value): Statement => ({ axioms: [axiom(body(value))], turtle: `${turtle(value)} .` }));

const two = <T>(entry: fc.Arbitrary<T>) => fc.tuple(entry, entry);
const several = <T>(entry: fc.Arbitrary<T>) => fc.array(entry, { minLength: 2, maxLength: 3 });
export const characteristic = (
  name: 'Symmetric' | 'Transitive' | 'Asymmetric' | 'Irreflexive' | 'Reflexive' | 'Functional' | 'InverseFunctional',
) =>
  plain(
    objectIri,
    (iri) => ({ kind: `${name}ObjectProperty`, property: iri }),
    (iri) => `${short(iri)} a owl:${name}Property`,
  );

const inclusion = (sub: RlSub, sup: RlSuper) => axiom({ kind: 'SubClassOf', sub, super: sup });

const subClassOf = plain(
  fc.tuple(condition, conclusion),
  ([sub, sup]) => ({ kind: 'SubClassOf', sub, super: sup }),
  ([sub, sup]) => `${expressionText(sub)} rdfs:subClassOf ${expressionText(sup)}`,
);

const equivalentClasses = fc.oneof(
  two(named).map(([a, b]): Statement => ({
    axioms: [inclusion(a, b), inclusion(b, a)],
    turtle: `${short(a.iri)} owl:equivalentClass ${short(b.iri)} .`,
  })),
  fc.tuple(named, several(named)).map(([a, operands]): Statement => {
    const intersection: RlSub = { kind: 'IntersectionOf', operands };
    return {
      axioms: [inclusion(intersection, a), ...operands.map((b) => inclusion(a, b))],
      turtle: `${short(a.iri)} owl:equivalentClass ${expressionText(intersection)} .`,
    };
  }),
);

const disjointClasses = plain(
  several(condition),
  (classes) => ({ kind: 'DisjointClasses', classes }),
  (classes) =>
    classes.length === 2
      ? `${expressionText(classes[0]!)} owl:disjointWith ${expressionText(classes[1]!)}`
      : `[] a owl:AllDisjointClasses ; owl:members ${list(classes.map(expressionText))}`,
);

const disjointUnion = fc
  .uniqueArray(named, { minLength: 3, maxLength: 4, selector: ({ iri }) => iri })
  .map(([union, ...parts]): Statement => ({
    axioms: [...parts.map((part) => inclusion(part, union!)), axiom({ kind: 'DisjointClasses', classes: parts })],
    turtle: `${short(union!.iri)} owl:disjointUnionOf ${list(parts.map(expressionText))} .`,
  }));

export const subPropertyOf = plain(
  fc.tuple(objectIri, property),
  ([sub, sup]) => ({ kind: 'SubObjectPropertyOf', sub, super: sup }),
  ([sub, sup]) => `${short(sub)} rdfs:subPropertyOf ${propertyText(sup)}`,
);

const turned = ({ iri, inverse }: RlProperty): RlProperty => ({ iri, inverse: !inverse });

const propertyChain = plain(
  fc.tuple(several(property), property),
  ([chain, sup]) => ({ kind: 'PropertyChain', chain, super: sup }),
  ([chain, sup]) => {
    // Turtle has no chain for an inverse: the reversed chain is that of the property itself.
    const links = sup.inverse ? [...chain].reverse().map(turned) : chain;
    return `${short(sup.iri)} owl:propertyChainAxiom ${list(links.map(propertyText))}`;
  },
);

const disjointProperties = plain(
  several(property),
  (properties) => ({ kind: 'DisjointObjectProperties', properties }),
  (properties) =>
    properties.length === 2
      ? `${propertyText(properties[0]!)} owl:propertyDisjointWith ${propertyText(properties[1]!)}`
      : `[] a owl:AllDisjointProperties ; owl:members ${list(properties.map(propertyText))}`,
);

const equivalentProperties = two(objectIri).map(([a, b]): Statement => ({
  axioms: [
    axiom({ kind: 'SubObjectPropertyOf', sub: a, super: { iri: b, inverse: false } }),
    axiom({ kind: 'SubObjectPropertyOf', sub: b, super: { iri: a, inverse: false } }),
  ],
  turtle: `${short(a)} owl:equivalentProperty ${short(b)} .`,
}));

export const inverseProperties = plain(
  two(objectIri),
  ([first, second]) => ({ kind: 'InverseObjectProperties', first, second }),
  ([first, second]) => `${short(first)} owl:inverseOf ${short(second)}`,
);

/** A value belongs to one individual only. */
const inverseFunctionalData = plain(
  dataIri,
  (iri) => ({ kind: 'InverseFunctionalDataProperty', property: iri }),
  (iri) => `${short(iri)} a owl:InverseFunctionalProperty`,
);

const hasKey = plain(
  fc
    .record({
      class: condition,
      objectProperties: fc.uniqueArray(property, { maxLength: 2, selector: ({ iri }) => iri }),
      dataProperties: fc.uniqueArray(dataIri, { maxLength: 2 }),
    })
    .filter(({ objectProperties, dataProperties }) => objectProperties.length + dataProperties.length > 0),
  (key) => ({ kind: 'HasKey', ...key }),
  ({ class: of, objectProperties, dataProperties }) =>
    `${expressionText(of)} owl:hasKey ${list([...objectProperties.map(propertyText), ...dataProperties.map(short)])}`,
);

const dataRange = plain(
  fc.tuple(dataIri, range),
  ([iri, of]) => ({ kind: 'DataPropertyRange', property: iri, range: of }),
  ([iri, of]) => `${short(iri)} rdfs:range ${rangeText(of)}`,
);

const negativeObject = plain(
  fc.tuple(objectIri, individual, individual),
  ([iri, source, target]) => ({ kind: 'NegativeObjectPropertyAssertion', property: iri, source, target }),
  ([iri, source, target]) =>
    `[] a owl:NegativePropertyAssertion ; owl:sourceIndividual ${short(source)} ; ` +
    `owl:assertionProperty ${short(iri)} ; owl:targetIndividual ${short(target)}`,
);

const negativeData = plain(
  fc.tuple(dataIri, individual, value),
  ([iri, source, of]) => ({ kind: 'NegativeDataPropertyAssertion', property: iri, source, value: of }),
  ([iri, source, of]) =>
    `[] a owl:NegativePropertyAssertion ; owl:sourceIndividual ${short(source)} ; ` +
    `owl:assertionProperty ${short(iri)} ; owl:targetValue ${valueText(of)}`,
);

/** Assertions about an individual that are not facts themselves. */
const classAssertion = plain(
  fc.tuple(
    individual,
    conclusion.filter(({ kind }) => kind !== 'Class'),
  ),
  ([source, of]) => ({ kind: 'ClassAssertion', class: of, individual: source }),
  ([source, of]) => `${short(source)} a ${expressionText(of)}`,
);

export const statement: fc.Arbitrary<Statement> = fc.oneof(
  { weight: 8, arbitrary: subClassOf },
  { weight: 3, arbitrary: equivalentClasses },
  { weight: 1, arbitrary: disjointClasses },
  { weight: 1, arbitrary: disjointUnion },
  { weight: 3, arbitrary: subPropertyOf },
  { weight: 1, arbitrary: equivalentProperties },
  { weight: 2, arbitrary: inverseProperties },
  { weight: 3, arbitrary: propertyChain },
  { weight: 2, arbitrary: characteristic('Symmetric') },
  { weight: 3, arbitrary: characteristic('Transitive') },
  { weight: 1, arbitrary: characteristic('Asymmetric') },
  { weight: 1, arbitrary: characteristic('Irreflexive') },
  { weight: 1, arbitrary: characteristic('Reflexive') },
  { weight: 1, arbitrary: characteristic('Functional') },
  { weight: 1, arbitrary: characteristic('InverseFunctional') },
  { weight: 1, arbitrary: inverseFunctionalData },
  { weight: 1, arbitrary: hasKey },
  { weight: 1, arbitrary: dataRange },
  { weight: 1, arbitrary: negativeObject },
  { weight: 1, arbitrary: negativeData },
  { weight: 2, arbitrary: classAssertion },
  { weight: 1, arbitrary: disjointProperties },
  {
    weight: 3,
    arbitrary: plain(
      fc.tuple(objectIri, conclusion),
      ([iri, domain]) => ({ kind: 'ObjectPropertyDomain', property: iri, domain }),
      ([iri, domain]) => `${short(iri)} rdfs:domain ${expressionText(domain)}`,
    ),
  },
  {
    weight: 3,
    arbitrary: plain(
      fc.tuple(objectIri, conclusion),
      ([iri, range]) => ({ kind: 'ObjectPropertyRange', property: iri, range }),
      ([iri, range]) => `${short(iri)} rdfs:range ${expressionText(range)}`,
    ),
  },
  {
    weight: 1,
    arbitrary: plain(
      two(dataIri),
      ([sub, sup]) => ({ kind: 'SubDataPropertyOf', sub, super: sup }),
      ([sub, sup]) => `${short(sub)} rdfs:subPropertyOf ${short(sup)}`,
    ),
  },
  {
    weight: 1,
    arbitrary: plain(
      fc.tuple(dataIri, conclusion),
      ([iri, domain]) => ({ kind: 'DataPropertyDomain', property: iri, domain }),
      ([iri, domain]) => `${short(iri)} rdfs:domain ${expressionText(domain)}`,
    ),
  },
  {
    weight: 1,
    arbitrary: plain(
      two(dataIri),
      (properties) => ({ kind: 'DisjointDataProperties', properties }),
      ([a, b]) => `${short(a)} owl:propertyDisjointWith ${short(b)}`,
    ),
  },
);
