/** The test ontology (zoo.ts) in OWL/XML, as written by an ontology editor. */
import { NS } from './zoo';

const CLASSES = ['Animal', 'Mammal', 'Dog', 'Cat', 'Bird', 'Person', 'Human', 'Keeper', 'Visitor', 'Cage'];
const OBJECT_PROPERTIES = ['keeps', 'keptBy', 'feeds', 'looksAfter', 'friendOf', 'livesIn'];
const DATA_PROPERTIES = ['name', 'age', 'badge', 'label', 'nickname'];

const entity = (kind: string, name: string): string => `<${kind} IRI="#${name}"/>`;
const declare = (kind: string) => (name: string) => `<Declaration>${entity(kind, name)}</Declaration>`;
const classes = (axiom: string, ...names: string[]): string =>
  `<${axiom}>${names.map((name) => entity('Class', name)).join('')}</${axiom}>`;
const object = (axiom: string, ...names: string[]): string =>
  `<${axiom}>${names.map((name) => entity('ObjectProperty', name)).join('')}</${axiom}>`;
const ranged = (axiom: string, property: string, type: string): string =>
  `<${axiom}>${entity(axiom.startsWith('Data') ? 'DataProperty' : 'ObjectProperty', property)}${type}</${axiom}>`;
const datatype = (name: string): string => `<Datatype abbreviatedIRI="xsd:${name}"/>`;

export const ZOO_OWL_XML = `<?xml version="1.0"?>
<!DOCTYPE Ontology [ <!ENTITY owlgate "https://owlgate.dev/ns#"> ]>
<Ontology xmlns="http://www.w3.org/2002/07/owl#" xml:base="${NS.slice(0, -1)}" ontologyIRI="${NS.slice(0, -1)}">
<Prefix name="" IRI="${NS}"/>
<Prefix name="xsd" IRI="http://www.w3.org/2001/XMLSchema#"/>
${[
  ...CLASSES.map(declare('Class')),
  ...OBJECT_PROPERTIES.map(declare('ObjectProperty')),
  ...DATA_PROPERTIES.map(declare('DataProperty')),
  ...[
    ['Mammal', 'Animal'],
    ['Dog', 'Mammal'],
    ['Cat', 'Mammal'],
    ['Bird', 'Animal'],
    ['Person', 'Mammal'],
    ['Keeper', 'Person'],
    ['Visitor', 'Person'],
  ].map((names) => classes('SubClassOf', ...names)),
  classes('EquivalentClasses', 'Human', 'Person'),
  classes('DisjointClasses', 'Dog', 'Cat'),
  classes('DisjointClasses', 'Mammal', 'Bird', 'Cage'),
  ranged('ObjectPropertyDomain', 'keeps', entity('Class', 'Keeper')),
  ranged('ObjectPropertyRange', 'keeps', entity('Class', 'Animal')),
  object('InverseObjectProperties', 'keptBy', 'keeps'),
  object('SubObjectPropertyOf', 'feeds', 'keeps'),
  object('EquivalentObjectProperties', 'looksAfter', 'keeps'),
  object('SymmetricObjectProperty', 'friendOf'),
  object('FunctionalObjectProperty', 'livesIn'),
  ranged('ObjectPropertyRange', 'livesIn', entity('Class', 'Cage')),
  ...['name', 'badge', 'label', 'nickname'].map((name) => ranged('DataPropertyRange', name, datatype('string'))),
  ranged('DataPropertyRange', 'age', datatype('integer')),
  ranged('DataPropertyDomain', 'badge', entity('Class', 'Keeper')),
  `<SubDataPropertyOf>${entity('DataProperty', 'nickname')}${entity('DataProperty', 'label')}</SubDataPropertyOf>`,
  `<AnnotationAssertion><AnnotationProperty IRI="&owlgate;list"/><IRI>#label</IRI>
    <Literal datatypeIRI="http://www.w3.org/2001/XMLSchema#boolean">true</Literal></AnnotationAssertion>`,
].join('\n')}
</Ontology>
`;
