import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import fc from 'fast-check';
import { abbreviated, canonicalStatements, mentions, Renderer } from '../../../../src/ontology';
import { mapToOntology } from '../../../../src/ontology/mapping';
import { parseTurtle, readRdf, WRITTEN_SYNTAXES, writeRdf, type QuadDocument, type Term } from '../../../../src/rdf';
import { PREFIXES, sharedData } from '../../../support/ontology/documents';

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

describe('a graph in other words', () => {
  /** Statements of all kinds: axioms, rules, statements that are not recognized, annotations, anonymous individuals. */
  const POOL = [
    ':A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom [ owl:unionOf ( :B :C ) ] ] .',
    ':A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ] .',
    ':A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom "x" , :B ; rdfs:label "y" , "z" ] .',
    ':B owl:equivalentClass [ a owl:Class ; owl:intersectionOf ( :A [ owl:onProperty :p ] "literal" ) ] .',
    ':p a owl:DatatypeProperty . :p a owl:ObjectProperty .',
    ':A owl:unknownTerm [ :p [ :p :B ] , [ :p :C ] ] .',
    '[] a owl:AllDisjointClasses ; owl:members :A .',
    '[] a owl:AllDifferent ; owl:members ( :a [ a :A ; :p :b ] ) .',
    '_:x :p _:y . _:y a :B . _:x a :A . _:z a :A .',
    '[] a owl:Axiom ; owl:annotatedSource :A ; owl:annotatedProperty rdfs:subClassOf ; owl:annotatedTarget :B ; rdfs:comment "x"@EN .',
    ':x a swrl:Variable . :y a swrl:Variable .',
    `[] a swrl:Imp ; swrl:body ( [ a swrl:ClassAtom ; swrl:classPredicate :A ; swrl:argument1 :x ] ) ;
       swrl:head ( [ a swrl:ClassAtom ; swrl:classPredicate :B ; swrl:argument1 :x ] ) .`,
    `:rule a swrl:Imp ; swrl:body ( [ a swrl:IndividualPropertyAtom ; swrl:propertyPredicate :p ; swrl:argument1 _:v ;
       swrl:argument2 _:w ] [ a swrl:ClassAtom ; swrl:classPredicate [ owl:complementOf :A ] ; swrl:argument1 _:w ] ) ;
       swrl:head ( [ a swrl:ClassAtom ; swrl:classPredicate :B ; swrl:argument1 _:v ] ) .
       _:v a swrl:Variable . _:w a swrl:Variable .`,
  ];
  const SWRL = '@prefix swrl: <http://www.w3.org/2003/11/swrl#> .\n';
  const texts = (document: QuadDocument): string[] =>
    canonicalStatements(mapToOntology(document), document.quads)
      .map(({ text }) => text)
      .sort();
  const documents = fc.subarray(POOL, { minLength: 1 }).map((list) => PREFIXES + SWRL + DECLARED + list.join('\n'));

  it('has the same statements in another order, with other labels of blank nodes', () => {
    fc.assert(
      fc.property(documents, fc.infiniteStream(fc.nat(1_000_000)), (text, numbers) => {
        const document = parseTurtle(text);
        const labels = new Map<string, string>();
        const relabelled = (term: Term): Term => {
          if (typeof term !== 'string' || !term.startsWith('_:')) return term;
          const label = labels.get(term) ?? `_:n${numbers.next().value}x${labels.size}`;
          labels.set(term, label);
          return label;
        };
        const shuffled = document.quads
          .map((quad) => ({ quad, key: numbers.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ quad }) => ({
            ...quad,
            subject: relabelled(quad.subject) as string,
            object: relabelled(quad.object),
          }));
        expect(texts({ ...document, quads: shuffled })).toEqual(texts(document));
      }),
    );
  });

  it('has the same statements with other prefixes', () => {
    fc.assert(
      fc.property(documents, (text) => {
        const document = parseTurtle(text);
        const prefixes = new Map([['e', 'http://e/#']]);
        expect(texts({ ...document, prefixes })).toEqual(texts(document));
      }),
      { numRuns: 30 },
    );
  });

  const FILES = ['animals.ttl', 'institute.ttl', 'museum.ttl'].map((name) => path.join('ontologies', name));
  const published = sharedData('ontologies');
  const all = [
    ...FILES,
    ...['pizza.owl', 'skos.ttl', 'time.ttl'].flatMap((name) => (published ? [path.join(published, name)] : [])),
  ];

  it.each(
    [['rules and other statements', PREFIXES + SWRL + DECLARED + POOL.join('\n')] as [string, string]].concat(
      all.map((file) => [path.basename(file), readFileSync(file, 'utf8')] as [string, string]),
    ),
  )('%s: has the same statements in each syntax in which it is written', async (name, source) => {
    const document = await readRdf(source, { base: 'http://e/', name: name.includes('.') ? name : 'x.ttl' });
    const before = texts(document);
    for (const syntax of WRITTEN_SYNTAXES) {
      const again = await readRdf(writeRdf(document, syntax));
      expect([syntax, ...texts(again)]).toEqual([syntax, ...before]);
    }
  });
});
