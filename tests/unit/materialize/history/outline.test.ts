import {
  mentioning,
  NO_OUTLINE,
  outlineOf,
  placedAxiom,
  rendererOf,
  termOf,
} from '../../../../src/materialize/history/outline';
import { compileOntology } from '../../../../src/materialize/documents/compile';
import { mergeDocuments, parseTurtle } from '../../../../src/rdf';

const HEAD = `@prefix : <http://e/#> . @prefix z: <http://z/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
`;
const main = parseTurtle(`${HEAD}:Dog a owl:Class ; rdfs:subClassOf z:Animal ; rdfs:comment "see <http://e/#barks>" .
:barks a owl:DatatypeProperty .`);
const zoo = parseTurtle(`${HEAD}z:Animal a owl:Class .`);
const document = mergeDocuments(main, [{ name: 'zoo.ttl', document: zoo }]);
const outline = outlineOf(compileOntology(document, { profile: 'lenient' }), document);

it('has terms, schema and places, also of imports', () => {
  expect(outline).toMatchObject({
    documents: ['', 'zoo.ttl'],
    classes: { 'http://e/#Dog': 'Dog', 'http://z/Animal': 'Animal' },
    properties: { 'http://e/#barks': 'barks' },
    hasIndividuals: false,
    schema: expect.stringContaining('barks: ') as string,
  });
  const renderer = rendererOf(outline);
  const axioms = outline.axioms.map((_, number) => placedAxiom(outline, number, renderer));
  expect(axioms).toContainEqual({ axiom: 'SubClassOf(:Dog z:Animal)', line: 3, column: 36 });
  expect(axioms).toContainEqual({ axiom: 'Declaration(Class(z:Animal))', line: 3, column: 12, document: 'zoo.ttl' });
});

it('survives its text', () => {
  expect(JSON.parse(JSON.stringify(outline))).toEqual(outline);
});

it.each([
  ['Dog', 'http://e/#Dog'],
  [':Dog', 'http://e/#Dog'],
  ['z:Animal', 'http://z/Animal'],
  ['http://z/Animal', 'http://z/Animal'],
  ['<http://z/Animal>', 'http://z/Animal'],
  ['barks', 'http://e/#barks'],
  ['Cat', undefined],
  ['q:Dog', undefined],
  ['', undefined],
])('finds the term %s', (term, iri) => {
  expect(termOf(outline, term)).toBe(iri);
});

it('lists the statements about a term, not those whose literals name it', () => {
  expect(mentioning(outline, 'http://e/#barks').map((number) => outline.axioms[number])).toEqual([
    'Declaration(DataProperty(<http://e/#barks>))',
  ]);
  expect(mentioning(NO_OUTLINE, 'http://e/#barks')).toEqual([]);
});

it('a literal may have any length', () => {
  const long = 'see <http://e/#Dog> '.repeat(800_000);
  const text = `AnnotationAssertion(<http://e/#p> <http://e/#Dog> "${long}")`;
  const renderer = rendererOf(outline);
  const ofLong = { ...outline, axioms: [text], places: [1, 1, 0] };
  expect(placedAxiom(ofLong, 0, renderer).axiom).toContain(`AnnotationAssertion(:p :Dog "${long.slice(0, 40)}`);
  expect(mentioning(ofLong, 'http://e/#Dog')).toEqual([0]);
});
