/** Counts that are compared, repeated and received events, and counts of a whole class. */
import { startReader, testAnswers, type Expectations } from '../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/received#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const ONTOLOGY = `${PREFIXES}
:Person a owl:Class ; rdfs:label "person" ; owl:disjointWith :Order , :Delivery , :Complaint , :Guitar .
:Guitar a owl:Class ; rdfs:label "guitar" ; owl:disjointWith :Order , :Delivery , :Complaint .
:Order a owl:Class ; rdfs:label "order" ; owl:disjointWith :Delivery , :Complaint .
:Shipment a owl:Class ; rdfs:label "shipment" .
:Complaint a owl:Class ; rdfs:label "complaint" .
:Claim a owl:Class ; rdfs:label "claim" .
:Lease a owl:Class ; rdfs:label "lease" .
:placedBy a owl:ObjectProperty ; rdfs:label "placed by" ; rdfs:domain :Order ; rdfs:range :Person .
:contains a owl:ObjectProperty ; rdfs:label "contains" ; rdfs:domain :Order ; rdfs:range :Guitar .
:orderDate a owl:DatatypeProperty ; rdfs:label "order date" ; rdfs:domain :Order ; rdfs:range xsd:date .
:deliveryDate a owl:DatatypeProperty ; rdfs:label "delivery date" ; rdfs:domain :Order ; rdfs:range xsd:date .
:packed a owl:DatatypeProperty ; rdfs:label "packed on" ; rdfs:domain :Shipment ; rdfs:range xsd:date .
:holds a owl:ObjectProperty ; rdfs:label "holds" ; rdfs:domain :Shipment ; rdfs:range :Guitar .
:filedOn a owl:DatatypeProperty ; rdfs:label "filed on" ; rdfs:domain :Complaint ; rdfs:range xsd:date .
:closedOn a owl:DatatypeProperty ; rdfs:label "settled on" ; rdfs:domain :Complaint ; rdfs:range xsd:date .
:reportedOn a owl:DatatypeProperty ; rdfs:label "reported on" ; rdfs:domain :Claim ; rdfs:range xsd:date .
:submittedOn a owl:DatatypeProperty ; rdfs:label "submitted on" ; rdfs:domain :Claim ; rdfs:range xsd:date .
:leased a owl:ObjectProperty ; rdfs:label "leases" ; rdfs:domain :Lease ; rdfs:range :Guitar .
`;
const FACTS = `${PREFIXES}
:ada a :Person ; rdfs:label "Ada Fern" .
:bo a :Person ; rdfs:label "Bo Lind" .
:g a :Guitar ; rdfs:label "Grey Guitar" .
:h a :Guitar ; rdfs:label "Red Guitar" .
:o1 a :Order ; rdfs:label "Order 1" ; :placedBy :ada ; :contains :g ;
  :orderDate "2025-04-29"^^xsd:date ; :deliveryDate "2025-05-02"^^xsd:date .
:o2 a :Order ; rdfs:label "Order 2" ; :placedBy :ada ; :contains :g ;
  :orderDate "2025-05-03"^^xsd:date ; :deliveryDate "2025-05-07"^^xsd:date .
:o3 a :Order ; rdfs:label "Order 3" ; :placedBy :bo ; :contains :g ;
  :orderDate "2025-05-04"^^xsd:date ; :deliveryDate "2025-06-07"^^xsd:date .
:s a :Shipment ; rdfs:label "Shipment 5" ; :packed "2025-05-04"^^xsd:date ; :holds :g .
:c a :Complaint ; rdfs:label "Complaint 6" ; :filedOn "2025-05-01"^^xsd:date ; :closedOn "2025-06-01"^^xsd:date .
:d a :Claim ; rdfs:label "Claim 7" ; :reportedOn "2025-05-01"^^xsd:date ; :submittedOn "2025-06-01"^^xsd:date .
:l a :Lease ; rdfs:label "Lease 8" ; :leased :g .
`;

const QUESTIONS: Expectations = {
  'more than once': {
    'Who has ordered more than once?': 'Ada Fern',
    'Who ordered at least twice?': 'Ada Fern',
    'Who ordered twice?': 'Ada Fern',
    'Who ordered more than two times?': null,
    'Who has settled more than once?': null,
  },
  'all there are': {
    'How many guitars do you sell?': '2: Grey Guitar, Red Guitar',
    'How many different guitars do we own?': '2: Grey Guitar, Red Guitar',
    'How many guitars are registered with us?': '2: Grey Guitar, Red Guitar',
    'How many guitars does Bo Lind sell?': null,
    'How many pianos do you sell?': null,
  },
};

testAnswers(ONTOLOGY, FACTS, QUESTIONS);

describe('what came in', () => {
  const NOUNS = {
    orders: '2: Order 2, Order 3',
    complaints: '1: Complaint 6',
    // Packed, and reported or submitted.
    shipments: null,
    claims: null,
    guitars: null,
  } as const;
  const VERBS = ['did we get', 'did you receive', 'came in', 'have come in'];
  const questions = Object.entries(NOUNS).flatMap(([noun, answer]) => [
    ...VERBS.map((verb) => [`How many ${noun} ${verb} in May 2025?`, answer] as const),
    [`How many ${noun} did we get from Bo Lind's May?`, null],
  ]);

  it('is of its own day alone', async () => {
    const reader = await startReader(ONTOLOGY, FACTS);
    const answers: unknown[] = [];
    for (const [question] of questions) answers.push([question, await reader.ask(question!)]);
    expect(answers).toEqual(questions);
    await reader.close();
  });
});
