/** Random ontologies: axioms in the shape that rules are made from, each with a way to write it in Turtle. */
import * as fc from 'fast-check';
import type { RlAxiom, RlAxiomBody, RlProperty, RlSub, RlSuper } from '../../../src/ontology';
import { vocabulary } from '../../../src/ontology';
import type { PartialVocabulary } from '../../../src/reasoner';

const NS = 'http://ex.org/';
export const CLASSES = ['A', 'B', 'C', 'D', 'E'] as const;
export const OBJECT_PROPERTIES = ['p', 'q', 'r', 's'] as const;
export const DATA_PROPERTIES = ['d', 'e'] as const;

/** Facts name classes and properties by their local name. */
export const NAMES: PartialVocabulary = {
  type: 'type',
  class: (iri) => iri.slice(NS.length),
  property: (iri) => iri.slice(NS.length),
};

/** What an ontology says in one place: axioms, and Turtle that means the same. */
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
  '',
].join('\n');

const axiom = (body: RlAxiomBody): RlAxiom => ({ ...body, position: { line: 1, column: 1 }, text: body.kind });

const iriOf = (names: readonly string[]) => fc.constantFrom(...names).map((name) => NS + name);
const classIri = iriOf(CLASSES);
const objectIri = iriOf(OBJECT_PROPERTIES);
const dataIri = iriOf(DATA_PROPERTIES);
const property: fc.Arbitrary<RlProperty> = fc.record({
  iri: objectIri,
  inverse: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});
const named: fc.Arbitrary<RlSub & { kind: 'Class' }> = classIri.map((iri) => ({ kind: 'Class', iri }));

/** Class expressions as conditions. */
const condition: fc.Arbitrary<RlSub> = fc.letrec<{ any: RlSub }>((tie) => ({
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
  ),
})).any;

/** Class expressions as conclusions. Those that can only contradict are rare: else no history gets far. */
const conclusion: fc.Arbitrary<RlSuper> = fc.letrec<{ any: RlSuper }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'conclusion' },
    { weight: 12, arbitrary: named },
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constant('ObjectAllValuesFrom' as const), property, filler: tie('any') }),
    },
    { weight: 1, arbitrary: fc.constant<RlSuper>({ kind: 'Class', iri: vocabulary.owl.Nothing }) },
    { weight: 1, arbitrary: condition.map<RlSuper>((operand) => ({ kind: 'ComplementOf', operand })) },
    {
      weight: 1,
      arbitrary: fc.record(
        {
          kind: fc.constant('ObjectMaxCardinality' as const),
          cardinality: fc.constant(0 as const),
          property,
          filler: condition,
        },
        { requiredKeys: ['kind', 'cardinality', 'property'] },
      ),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('DataMaxCardinality' as const),
        cardinality: fc.constant(0 as const),
        property: dataIri,
      }),
    },
  ),
})).any;

const short = (iri: string): string => (iri.startsWith(NS) ? `:${iri.slice(NS.length)}` : 'owl:Nothing');
const propertyText = ({ iri, inverse }: RlProperty) => (inverse ? `[ owl:inverseOf ${short(iri)} ]` : short(iri));
const restriction = (on: string, rest: string) => `[ a owl:Restriction ; owl:onProperty ${on} ; ${rest} ]`;
const list = (entries: readonly string[]) => `( ${entries.join(' ')} )`;

function expressionText(expression: RlSub | RlSuper): string {
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
      return restriction(short(expression.property), 'owl:someValuesFrom rdfs:Literal');
    case 'ObjectAllValuesFrom':
      return restriction(propertyText(expression.property), `owl:allValuesFrom ${expressionText(expression.filler)}`);
    case 'ObjectMaxCardinality':
      return restriction(
        propertyText(expression.property),
        expression.filler
          ? `owl:maxQualifiedCardinality ${NONE} ; owl:onClass ${expressionText(expression.filler)}`
          : `owl:maxCardinality ${NONE}`,
      );
    case 'DataMaxCardinality':
      return restriction(short(expression.property), `owl:maxCardinality ${NONE}`);
    default:
      throw new Error(`no sample is made with ${expression.kind}`);
  }
}

const NONE = '"0"^^xsd:nonNegativeInteger';

const plain = <T>(values: fc.Arbitrary<T>, body: (value: T) => RlAxiomBody, turtle: (value: T) => string) =>
  values.map((value): Statement => ({ axioms: [axiom(body(value))], turtle: `${turtle(value)} .` }));

const two = <T>(entry: fc.Arbitrary<T>) => fc.tuple(entry, entry);
const several = <T>(entry: fc.Arbitrary<T>) => fc.array(entry, { minLength: 2, maxLength: 3 });
const characteristic = (name: 'Symmetric' | 'Transitive' | 'Asymmetric' | 'Irreflexive') =>
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
    const whole: RlSub = { kind: 'IntersectionOf', operands };
    return {
      axioms: [inclusion(whole, a), ...operands.map((b) => inclusion(a, b))],
      turtle: `${short(a.iri)} owl:equivalentClass ${expressionText(whole)} .`,
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
  .map(([whole, ...parts]): Statement => ({
    axioms: [...parts.map((part) => inclusion(part, whole!)), axiom({ kind: 'DisjointClasses', classes: parts })],
    turtle: `${short(whole!.iri)} owl:disjointUnionOf ${list(parts.map(expressionText))} .`,
  }));

const subPropertyOf = plain(
  fc.tuple(objectIri, property),
  ([sub, sup]) => ({ kind: 'SubObjectPropertyOf', sub, super: sup }),
  ([sub, sup]) => `${short(sub)} rdfs:subPropertyOf ${propertyText(sup)}`,
);

const turned = ({ iri, inverse }: RlProperty): RlProperty => ({ iri, inverse: !inverse });

const propertyChain = plain(
  fc.tuple(several(property), property),
  ([chain, sup]) => ({ kind: 'PropertyChain', chain, super: sup }),
  ([chain, sup]) => {
    // Turtle has no chain for an inverse: the chain turned round is that of the property itself.
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

const inverseProperties = plain(
  two(objectIri),
  ([first, second]) => ({ kind: 'InverseObjectProperties', first, second }),
  ([first, second]) => `${short(first)} owl:inverseOf ${short(second)}`,
);

const statement: fc.Arbitrary<Statement> = fc.oneof(
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

/** Statements whose rules ask for one fact each: nothing has to be found out step by step. */
const local: fc.Arbitrary<Statement> = fc.oneof(
  plain(
    fc.uniqueArray(named, { minLength: 2, maxLength: 2, selector: ({ iri }) => iri }),
    ([sub, sup]) => ({ kind: 'SubClassOf', sub: sub!, super: sup! }),
    ([sub, sup]) => `${expressionText(sub!)} rdfs:subClassOf ${expressionText(sup!)}`,
  ),
  plain(
    fc.tuple(objectIri, named),
    ([iri, domain]) => ({ kind: 'ObjectPropertyDomain', property: iri, domain }),
    ([iri, domain]) => `${short(iri)} rdfs:domain ${expressionText(domain)}`,
  ),
  plain(
    fc.tuple(objectIri, named),
    ([iri, range]) => ({ kind: 'ObjectPropertyRange', property: iri, range }),
    ([iri, range]) => `${short(iri)} rdfs:range ${expressionText(range)}`,
  ),
  subPropertyOf,
  inverseProperties,
  characteristic('Symmetric'),
  plain(
    fc.tuple(named, named),
    ([a, b]) => ({ kind: 'DisjointClasses', classes: [a, b] }),
    ([a, b]) => `${short(a.iri)} owl:disjointWith ${short(b.iri)}`,
  ),
);

export const localOntologies: fc.Arbitrary<Statement> = fc.array(local, { minLength: 1, maxLength: 8 }).map(together);

/** Ontologies of up to a dozen statements over CLASSES, OBJECT_PROPERTIES and DATA_PROPERTIES. */
export const ontologies: fc.Arbitrary<Statement> = fc.array(statement, { minLength: 1, maxLength: 12 }).map(together);

function together(parts: readonly Statement[]): Statement {
  return {
    axioms: parts.flatMap(({ axioms }) => axioms),
    turtle: parts.map(({ turtle }) => turtle).join('\n'),
  };
}
