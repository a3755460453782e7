/** Terms that an import does not know: classes, properties, and datatypes and digits that values lose. */
import { UnknownCounter } from '../../../src/import/unknown-terms';
import { readOntology } from '../../../src/ontology';
import { parseTurtle } from '../../../src/rdf';

const PREFIXES =
  '@prefix : <urn:o:> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .' +
  '@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix geo: <http://www.opengis.net/ont/geosparql#> .';
const ONTOLOGY = `${PREFIXES} <urn:o> a owl:Ontology . :Dog a owl:Class .
  :year a owl:DatatypeProperty ; rdfs:range xsd:gYear . :age a owl:DatatypeProperty ; rdfs:range xsd:integer .
  :name a owl:DatatypeProperty ; rdfs:range xsd:string . :mass a owl:DatatypeProperty ; rdfs:range xsd:decimal .`;
const DATA = `${PREFIXES} :rex a :Dog, :Bird ; :name "Rex", "Rex"@en ; :age 7 ; :year "2020"^^xsd:gYear ; :owner :ada .
  :tom :year "2020"^^xsd:gYear, "P1Y"^^xsd:duration ; :name "x"^^xsd:gYear ; :odd "1"^^:unit, "2"^^:unit, 1.5, true ;
  :place "POINT(1 2)"^^geo:wktLiteral ; :mass 1.5, 3.14159265358979323846, 9007199254740993, 1e-320 ;
  :age 9007199254740993 ; :name "3.14159265358979323846" ; :odd 2.71828182845904523536 .`;
const XSD = 'http://www.w3.org/2001/XMLSchema#';

const counted = (ontology: string | undefined, before = {}) => {
  const loaded = ontology === undefined ? undefined : readOntology(ontology, { profile: 'lenient' });
  const counter = new UnknownCounter(loaded, { classes: {}, properties: {}, ...before });
  for (const { subject, predicate, object } of parseTurtle(DATA).quads) {
    counter.note({ subject, predicate, object, graph: '', line: 1 });
  }
  return counter.terms;
};

it('counts terms outside the ontology, and datatypes outside the ranges', () => {
  expect(counted(ONTOLOGY, { datatypes: { 'urn:o:unit': 1 } })).toEqual({
    classes: { 'urn:o:Bird': 1 },
    properties: { 'urn:o:odd': 5, 'urn:o:owner': 1, 'urn:o:place': 1 },
    datatypes: { 'urn:o:unit': 3, [`${XSD}duration`]: 1, [`${XSD}gYear`]: 1 },
    rounded: { 'urn:o:mass': 2, 'urn:o:odd': 1 },
  });
});

it('counts datatypes and digits alone without an ontology', () => {
  const datatypes = { [`${XSD}gYear`]: 3, 'urn:o:unit': 2, [`${XSD}duration`]: 1 };
  expect(counted(undefined)).toEqual({
    classes: {},
    properties: {},
    datatypes,
    rounded: { 'urn:o:mass': 1, 'urn:o:odd': 1 },
  });
});
