/** Properties without a domain, as ontologies have them that share `date` and `price` among several classes. */
import { usesOf } from '../../../../src/retrieval/question/uses';
import { Vocabulary } from '../../../../src/retrieval/knowledge/vocabulary';
import { graphOf } from '../../../../src/retrieval/graph';
import { CountingTestbed } from '../../../support/materialize/counting';
import { testAnswers, type Expectations } from '../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/yard#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const ONTOLOGY = `${PREFIXES}
:Person a owl:Class ; rdfs:label "person" .
:Inspector a owl:Class ; rdfs:label "inspector" ; rdfs:subClassOf :Person .
${['Site', 'Inspection', 'Order', 'Material', 'Talk', 'Hall', 'Machine', 'Crane']
  .map((name) => `:${name} a owl:Class ; rdfs:label "${name.toLowerCase()}" .`)
  .join('\n')}
:Crane rdfs:subClassOf :Machine .
[] a owl:AllDisjointClasses ; owl:members ( :Person :Site :Inspection :Order :Material :Talk :Hall :Machine ) .
:of a owl:ObjectProperty ; rdfs:label "inspection of" ; rdfs:domain :Inspection ; rdfs:range :Site .
:by a owl:ObjectProperty ; rdfs:label "carried out by" ; rdfs:domain :Inspection ; rdfs:range :Inspector .
:ofMaterial a owl:ObjectProperty ; rdfs:label "of material" ; rdfs:domain :Order ; rdfs:range :Material .
:takesPlaceIn a owl:ObjectProperty ; rdfs:label "takes place in" ; rdfs:domain :Talk ; rdfs:range :Hall .
:belongsTo a owl:ObjectProperty ; rdfs:label "belongs to" ; rdfs:range :Site .
:date a owl:DatatypeProperty ; rdfs:label "date" ; rdfs:range xsd:date .
:startTime a owl:DatatypeProperty ; rdfs:label "start time" ; rdfs:range xsd:string .
:price a owl:DatatypeProperty ; rdfs:label "price" ; rdfs:range xsd:decimal .
:deliveryDate a owl:DatatypeProperty ; rdfs:label "delivery date" ; rdfs:domain :Order ; rdfs:range xsd:date .
`;
const FACTS = `${PREFIXES}
:clinic a :Site ; rdfs:label "Orchard Clinic" .
:bakery a :Site ; rdfs:label "Riverside Bakery" .
:mabb a :Inspector ; rdfs:label "Denis Mabb" .
:i1 a :Inspection ; rdfs:label "Inspection 509" ; :of :clinic ; :by :mabb ; :date "2026-03-04"^^xsd:date .
:bricks a :Material ; rdfs:label "Bricks" .
:timber a :Material ; rdfs:label "Timber" .
:o1 a :Order ; rdfs:label "Order 1" ; :ofMaterial :bricks ; :date "2026-02-10"^^xsd:date ; :deliveryDate "2026-03-01"^^xsd:date .
:o2 a :Order ; rdfs:label "Order 2" ; :ofMaterial :timber ; :date "2026-03-12"^^xsd:date .
:hall a :Hall ; rdfs:label "Town Hall" ; :startTime "08:00" .
:talk a :Talk ; rdfs:label "Reptile Talk" ; :date "2026-06-06"^^xsd:date ; :startTime "14:30" ; :price 4.5 ; :takesPlaceIn :hall .
:crane a :Crane ; rdfs:label "Crane 1" ; :belongsTo :clinic .
`;

const expected: Expectations = {
  'who takes part in an event whose time has no domain': {
    'Who inspected the Orchard Clinic?': 'Denis Mabb',
    'Which sites have not been inspected?': 'Riverside Bakery',
  },
  'a shared date is the own one of what has another besides': {
    'Which orders are of March 2026?': 'Order 2',
  },
  'shared properties of what a question names': {
    'What time is the Reptile Talk?': '14:30',
    'When is the Reptile Talk?': '2026-06-06',
    'How much is the Reptile Talk?': '4.5',
    'Which machines does the Orchard Clinic have?': 'Crane 1',
  },
  'a place is no event, though it has opening hours': { 'Where is the Reptile Talk?': 'Town Hall' },
};
testAnswers(ONTOLOGY, FACTS, expected);

it('tells the most specific classes of nodes that have such a property', async () => {
  const testbed = await CountingTestbed.start(ONTOLOGY);
  const { engine, materializer } = testbed;
  await testbed.mutate('text/turtle', FACTS);
  const { signal } = new AbortController();
  const vocabulary = Vocabulary.of(materializer.inForce!);
  const uses = await usesOf(vocabulary, graphOf(engine, materializer), signal);
  expect(Object.fromEntries(uses)).toEqual({
    date: ['Inspection', 'Order', 'Talk'],
    startTime: ['Hall', 'Talk'],
    price: ['Talk'],
    belongsTo: ['Crane'],
  });
  await testbed.close();
});
