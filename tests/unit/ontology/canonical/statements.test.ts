import { abbreviated, canonicalStatements, mentions, Renderer } from '../../../../src/ontology';
import { mapToOntology } from '../../../../src/ontology/mapping';
import { parseTurtle } from '../../../../src/rdf';
import { PREFIXES } from '../../../support/ontology/documents';

function statementsOf(body: string): { readonly text: string; readonly line: number }[] {
  const document = parseTurtle(PREFIXES + body);
  const lines = PREFIXES.split('\n').length - 1;
  return canonicalStatements(mapToOntology(document), document.quads).map(({ text, position }) => ({
    text,
    line: position.line - lines,
  }));
}
const textsOf = (body: string): string[] =>
  statementsOf(body)
    .map(({ text }) => text)
    .filter((text) => !text.startsWith('Declaration'))
    .sort();

const DECLARED = ':A a owl:Class . :B a owl:Class . :C a owl:Class . :p a owl:ObjectProperty .\n';

it.each([
  ['prefixes', ':A rdfs:subClassOf :B .', '@prefix x: <http://e/#> . x:A rdfs:subClassOf x:B .'],
  [
    'order of operands',
    ':A owl:equivalentClass [ owl:unionOf (:B :C) ] .',
    ':A owl:equivalentClass [ owl:unionOf (:C :B) ] .',
  ],
  [
    'blank nodes of expressions',
    ':A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :B ] .',
    ':A rdfs:subClassOf _:r . _:r owl:someValuesFrom :B ; owl:onProperty :p ; a owl:Restriction .',
  ],
  ['anonymous individuals', '[] a :A ; :p [ a :B ] .', '_:z a :B . _:y :p _:z ; a :A .'],
  ['repetition', ':A rdfs:subClassOf :B .', ':A rdfs:subClassOf :B . :A rdfs:subClassOf :B .'],
])('%s make no difference', (_, one, other) => {
  expect(textsOf(DECLARED + other)).toEqual(textsOf(DECLARED + one));
});

it.each([
  ['a characteristic', ':p a owl:FunctionalProperty .', ':p a owl:InverseFunctionalProperty .'],
  ['the order of a chain', ':p owl:propertyChainAxiom (:p :q) .', ':p owl:propertyChainAxiom (:q :p) .'],
  [
    'a cardinality',
    ...([1, 2].map(
      (n) => `:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:maxCardinality ${n} ] .`,
    ) as [string, string]),
  ],
  ['the end of a long label', `:A rdfs:label "${'x'.repeat(800)}1" .`, `:A rdfs:label "${'x'.repeat(800)}2" .`],
  [
    'an import',
    '<http://ex.org/> a owl:Ontology .',
    '<http://ex.org/> a owl:Ontology ; owl:imports <http://ex.org/z> .',
  ],
  [
    'an annotation of an axiom',
    '[] a owl:Axiom ; owl:annotatedSource :A ; owl:annotatedProperty rdfs:subClassOf ; owl:annotatedTarget :B ; rdfs:comment "x" .',
    '[] a owl:Axiom ; owl:annotatedSource :A ; owl:annotatedProperty rdfs:subClassOf ; owl:annotatedTarget :B ; rdfs:comment "y" .',
  ],
  ['the link of anonymous individuals', '_:a :p _:b . _:a a :A . _:b a :B .', '_:b :p _:a . _:a a :A . _:b a :B .'],
])('%s makes a difference', (_, one, other) => {
  const declared = `${DECLARED}:q a owl:ObjectProperty .\n:A rdfs:subClassOf :B .\n`;
  expect(textsOf(declared + other)).not.toEqual(textsOf(declared + one));
});

it('tells equal anonymous individuals apart', () => {
  expect(textsOf(`${DECLARED}[] a :A . [] a :A .`)).toHaveLength(2);
});

it('has the place of each statement', () => {
  const statements = statementsOf(':A a owl:Class .\n:B a owl:Class ;\n  rdfs:subClassOf :A .\n');
  expect(statements.map(({ line }) => line)).toEqual([1, 2, 3]);
});

it('is abbreviated outside of literals only', () => {
  const renderer = new Renderer(new Map([['ex', 'http://ex.org/']]));
  const text = 'AnnotationAssertion(<http://ex.org/p> <http://ex.org/A> "see <http://ex.org/B> \\" <http://ex.org/C>")';
  expect(abbreviated(text, renderer)).toBe(
    'AnnotationAssertion(ex:p ex:A "see <http://ex.org/B> \\" <http://ex.org/C>")',
  );
  expect(['A', 'B', 'C', 'p'].filter((name) => mentions(text, `http://ex.org/${name}`))).toEqual(['A', 'p']);
});
