import { readDocument } from '../../../../src/ontology';
import { readRdf } from '../../../../src/rdf';
import type { QuadDocument } from '../../../../src/rdf';

const SWRL = 'http://www.w3.org/2003/11/swrl#';
const OWL = 'http://www.w3.org/2002/07/owl#';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

const TURTLE = `@prefix : <http://e/> . @prefix swrl: <${SWRL}> . @prefix owl: <${OWL}> .
:A a owl:Class . :p a owl:ObjectProperty . :anna a :A . :x a swrl:Variable . :y a swrl:Variable .
[] a swrl:Imp ;
  <http://www.w3.org/2000/01/rdf-schema#label> "a rule" ;
  swrl:body ( [ a swrl:IndividualPropertyAtom ; swrl:propertyPredicate :p ; swrl:argument1 :x ; swrl:argument2 :y ]
    [ a swrl:ClassAtom ; swrl:classPredicate [ a owl:Class ; owl:unionOf ( :A :B ) ] ; swrl:argument1 :y ]
    [ a swrl:BuiltinAtom ; swrl:builtin <http://b/lt> ; swrl:arguments ( :y 7 ) ] ) ;
  swrl:head [ a swrl:AtomList ; <${RDF}rest> <${RDF}nil> ; <${RDF}first>
    [ a swrl:ClassAtom ; swrl:classPredicate :A ; swrl:argument1 :anna ] ] .`;

const RDF_XML = `<rdf:RDF xmlns:rdf="${RDF}" xmlns:owl="${OWL}" xmlns:swrl="${SWRL}" xml:base="http://e/">
<owl:Class rdf:about="A"/><owl:ObjectProperty rdf:about="p"/><rdf:Description rdf:about="anna"><rdf:type rdf:resource="A"/></rdf:Description>
<swrl:Variable rdf:about="urn:swrl:var#x"/>
<rdf:Description rdf:about="http://e/rule1"><rdf:type rdf:resource="${SWRL}Imp"/><swrl:body>
 <rdf:Description><rdf:type rdf:resource="${SWRL}AtomList"/><rdf:first><rdf:Description>
  <rdf:type rdf:resource="${SWRL}ClassAtom"/><swrl:classPredicate rdf:resource="A"/><swrl:argument1 rdf:resource="urn:swrl:var#x"/>
 </rdf:Description></rdf:first><rdf:rest rdf:resource="${RDF}nil"/></rdf:Description></swrl:body>
 <swrl:head rdf:resource="${RDF}nil"/></rdf:Description></rdf:RDF>`;

const OWL_XML = `<Ontology xmlns="${OWL}" xml:base="http://e/" ontologyIRI="http://e/o">
<Declaration><Class IRI="A"/></Declaration><Declaration><ObjectProperty IRI="p"/></Declaration>
<ClassAssertion><Class IRI="A"/><NamedIndividual IRI="anna"/></ClassAssertion>
<DLSafeRule><Body><ClassAtom><Class IRI="A"/><Variable IRI="urn:swrl:var#x"/></ClassAtom></Body>
<Head><ObjectPropertyAtom><ObjectProperty IRI="p"/><Variable IRI="urn:swrl:var#x"/><NamedIndividual IRI="anna"/></ObjectPropertyAtom></Head></DLSafeRule>
</Ontology>`;

const json = (node: object): string =>
  JSON.stringify([
    { '@id': 'http://e/A', '@type': `${OWL}Class` },
    { '@id': 'http://e/p', '@type': `${OWL}ObjectProperty` },
    { '@id': 'http://e/anna', '@type': 'http://e/A' },
    node,
  ]);
const JSON_LD = json({
  '@type': `${SWRL}Imp`,
  [`${SWRL}head`]: {
    '@list': [
      {
        '@type': `${SWRL}ClassAtom`,
        [`${SWRL}classPredicate`]: { '@id': 'http://e/A' },
        [`${SWRL}argument1`]: { '@id': 'urn:x' },
      },
    ],
  },
});

const triple = (s: string, p: string, o: string): string => `${s} <${p}> ${o} .\n`;
const N_TRIPLES = [
  triple('<http://e/A>', `${RDF}type`, `<${OWL}Class>`),
  triple('<http://e/p>', `${RDF}type`, `<${OWL}ObjectProperty>`),
  triple('<http://e/anna>', `${RDF}type`, '<http://e/A>'),
  triple('_:r', `${RDF}type`, `<${SWRL}Imp>`),
  triple('_:r', `${SWRL}head`, '_:l'),
  triple('_:l', `${RDF}first`, '_:a'),
  triple('_:l', `${RDF}rest`, `<${RDF}nil>`),
  triple('_:a', `${SWRL}classPredicate`, '<http://e/A>'),
  triple('_:a', `${SWRL}argument1`, '<http://e/anna>'),
].join('');

describe('SWRL rules', () => {
  it.each([
    ['Turtle', TURTLE, 3, ':p(?x, ?y) ∧ […](?y) ∧ <http://b/lt>(?y, "7"^^xsd:integer) → :A(:anna)'],
    ['TriG', TURTLE.replace('\n:A', '\n:g { :A').concat(' }'), 3, ':p(?x, ?y)'],
    ['RDF/XML', RDF_XML, 4, '<http://e/A>(?x) → '],
    ['OWL/XML', OWL_XML, 4, '<http://e/A>(?x) → <http://e/p>(?x, <http://e/anna>)'],
    ['JSON-LD', JSON_LD, 1, ' → <http://e/A>(<urn:x>)'],
    ['N-Triples', N_TRIPLES, 4, ' → <http://e/A>(<http://e/anna>)'],
  ])(
    '%s: strict loading refuses them with their line; lenient loading leaves out all of them',
    async (_, text, line, rule) => {
      const document: QuadDocument = await readRdf(text);
      expect(() => readDocument(document)).toThrow(/not in OWL 2 RL: 1 violation/);
      const { violations, deviations, reduced } = readDocument(document, { profile: 'lenient' });
      expect(violations).toMatchObject([{ code: 'swrl-rule', line, axiom: expect.stringContaining(rule) }]);
      expect(deviations).toEqual([]);
      expect([...reduced.individuals]).toEqual(['http://e/anna']);
      expect([...reduced.classes]).toEqual(['http://e/A']);
      expect([...reduced.objectProperties]).toEqual(['http://e/p']);
      expect(reduced.axioms).toHaveLength(1);
    },
  );

  it('do not hide an individual that they mention, and a circular list ends', async () => {
    const { violations, reduced } = readDocument(
      await readRdf(
        `@prefix : <http://e/> . @prefix swrl: <${SWRL}> . @prefix rdf: <${RDF}> .
        :A a <${OWL}Class> . _:i a :A . _:r a swrl:Imp ; swrl:body _:l ; swrl:head () . _:l rdf:first _:a ; rdf:rest _:l .
        _:a swrl:classPredicate :A ; swrl:argument1 _:i .`,
      ),
      { profile: 'lenient' },
    );
    expect(violations.map(({ axiom }) => axiom)).toEqual([':A(_:i) → ']);
    expect([...reduced.individuals]).toHaveLength(1);
  });

  it('are not the definition of the vocabulary', async () => {
    const { violations, reduced } = readDocument(
      await readRdf(`<${SWRL}Imp> a <${OWL}Class> . <${SWRL}body> a <${OWL}ObjectProperty> .`),
    );
    expect(violations).toEqual([]);
    expect([...reduced.classes]).toEqual([`${SWRL}Imp`]);
  });
});
