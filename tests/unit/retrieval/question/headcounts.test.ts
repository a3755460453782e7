/** Numbers of people that are told of something. */
import { startReader, testAnswers, type Expectations } from '../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/headcounts#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const ONTOLOGY = `${PREFIXES}
:Person a owl:Class ; rdfs:label "person" .
:Guest a owl:Class ; rdfs:label "guest" ; rdfs:subClassOf :Person .
:Hall a owl:Class ; rdfs:label "hall" ; owl:disjointWith :Person , :Trip , :Firm , :Tank , :Oven , :Tent .
:Trip a owl:Class ; rdfs:label "trip" ; owl:disjointWith :Person , :Firm , :Tank , :Oven , :Tent .
:Firm a owl:Class ; rdfs:label "firm" ; owl:disjointWith :Person , :Tank , :Oven , :Tent .
:Tank a owl:Class ; rdfs:label "tank" ; owl:disjointWith :Person , :Oven , :Tent .
:Oven a owl:Class ; rdfs:label "oven" ; owl:disjointWith :Person , :Tent .
:Tent a owl:Class ; rdfs:label "tent" ; owl:disjointWith :Person .
:seats a owl:DatatypeProperty ; rdfs:label "seats" ; rdfs:domain :Hall ; rdfs:range xsd:integer .
:size a owl:DatatypeProperty ; rdfs:label "party size" ; rdfs:comment "How many people will come." ;
  rdfs:domain :Trip ; rdfs:range xsd:integer .
:staff a owl:DatatypeProperty ; rdfs:label "number of guests" ; rdfs:domain :Firm ; rdfs:range xsd:integer .
:volume a owl:DatatypeProperty ; rdfs:label "capacity" ; rdfs:comment "In litres." ;
  rdfs:domain :Tank ; rdfs:range xsd:integer .
:trays a owl:DatatypeProperty ; rdfs:label "number of trays" ; rdfs:comment "How many trays it holds." ;
  rdfs:domain :Oven ; rdfs:range xsd:integer .
:standing a owl:DatatypeProperty ; rdfs:label "capacity" ; rdfs:domain :Tent ; rdfs:range xsd:integer .
:sitting a owl:DatatypeProperty ; rdfs:label "seats in rows" ; rdfs:domain :Tent ; rdfs:range xsd:integer .
`;
const FACTS = `${PREFIXES}
:ada a :Guest ; rdfs:label "Ada Fern" .
:blue a :Hall ; rdfs:label "Blue Hall" ; :seats 30 .
:red a :Hall ; rdfs:label "Red Hall" ; :seats 80 .
:lake a :Trip ; rdfs:label "Lake Trip" ; :size 4 .
:hill a :Trip ; rdfs:label "Hill Trip" ; :size 9 .
:acme a :Firm ; rdfs:label "Acme" ; :staff 50 .
:grey a :Tank ; rdfs:label "Grey Tank" ; :volume 900 .
:deck a :Oven ; rdfs:label "Deck Oven" ; :trays 18 .
:top a :Tent ; rdfs:label "Big Top" ; :standing 90 ; :sitting 40 .
`;

const QUESTIONS: Expectations = {
  'a comparison with what another one holds': {
    'Does the Red Hall hold more people than the Blue Hall?': 'Yes.',
    'Does the Blue Hall hold more people than the Red Hall?': 'No: Blue Hall 30.',
    'Does the Grey Tank hold more people than the Red Hall?': null,
    'Does the Red Hall hold more tanks than the Blue Hall?': null,
  },
  'the most': {
    'Which hall holds the most people?': 'Red Hall',
    'Which hall has room for the fewest people?': 'Blue Hall',
    'Which trip has room for the most people?': null,
    'Which biggest hall has room for the fewest people?': null,
  },
  'how many it is for': {
    'Which trips are for more than five people?': 'Hill Trip',
    'Which trips are for four people?': 'Lake Trip',
    'Which trips are for more than five guests?': null,
    'Which halls are for more than five people?': null,
  },
  'enough is as many or more': {
    'Which halls are big enough for 30 people?': 'Blue Hall, Red Hall',
    'Which halls are big enough for 31 people?': 'Red Hall',
    'Which halls seat 30 people?': 'Blue Hall',
    'Which halls are big enough for a tank?': null,
  },
  'a number that is told is what fits': {
    'How many trays fit in the Deck Oven?': '18',
    'How many halls fit in the Deck Oven?': null,
    'How many guests fit in Acme?': null,
  },
};

testAnswers(ONTOLOGY, FACTS, QUESTIONS);

describe('people that something holds', () => {
  // Litres, guests, and two numbers that may be meant.
  const NOUNS = ['tanks', 'firms', 'tents', 'ovens', 'trips'];
  const VERBS = ['hold', 'seat', 'accommodate', 'have room for', 'are big enough for'];
  const questions = VERBS.flatMap((verb) => [
    [`Which halls ${verb} more than 50 people?`, 'Red Hall'],
    ...NOUNS.map((noun) => [`Which ${noun} ${verb} more than 2 people?`, null] as const),
  ]);

  it('are told by its seats or its capacity without a unit', async () => {
    const reader = await startReader(ONTOLOGY, FACTS);
    const answers: unknown[] = [];
    for (const [question] of questions) answers.push([question, await reader.ask(question)]);
    expect(answers).toEqual(questions);
    await reader.close();
  });
});
