/** Numbers in stock, all who work somewhere, and times that are told in part. */
import { testAnswers, type Expectations } from '../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/shop#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const ONTOLOGY = `${PREFIXES}
:Person a owl:Class ; rdfs:label "person" .
:Employee a owl:Class ; rdfs:label "employee" ; rdfs:subClassOf :Person .
:Drum a owl:Class ; rdfs:label "drum" ; owl:disjointWith :Person , :Lesson .
:Lesson a owl:Class ; rdfs:label "lesson" ; owl:disjointWith :Person .
:stock a owl:DatatypeProperty ; rdfs:label "number in stock" ; rdfs:domain :Drum ; rdfs:range xsd:integer .
:weekday a owl:DatatypeProperty ; rdfs:label "weekday" ; rdfs:domain :Lesson ; rdfs:range xsd:string .
:start a owl:DatatypeProperty ; rdfs:label "start time" ; rdfs:domain :Lesson ; rdfs:range xsd:string .
`;
const FACTS = `${PREFIXES}
:a a :Drum ; rdfs:label "Baxter Drum" ; :stock 3 .
:b a :Drum ; rdfs:label "Tall Drum" ; :stock 0 .
:ada a :Employee ; rdfs:label "Ada Fern" .
:bo a :Person ; rdfs:label "Bo Lind" .
:l a :Lesson ; rdfs:label "Flute Circle" ; :weekday "Tuesday" ; :start "18:00" .
`;

const QUESTIONS: Expectations = {
  'more than none is in stock': {
    'Which drums are in stock?': 'Baxter Drum',
    'Is the Baxter Drum in stock?': 'Yes.',
    'Is the Tall Drum in stock?': 'No: 0.',
    'Are all drums in stock?': 'No: not Tall Drum.',
  },
  'none is out of stock': {
    'Which drums are out of stock?': 'Tall Drum',
    'Is the Tall Drum out of stock?': 'Yes.',
    'Is the Baxter Drum out of stock?': 'No: 3.',
    'Which drums are out of tune?': null,
  },
  'what is left is their number': {
    'How many Baxter Drums do we have left?': '3',
    'How many Baxter Drums are in stock?': '3',
    'Which drums have more than 2 in stock?': 'Baxter Drum',
  },
  'who works here is an employee': {
    'How many people work here?': '1: Ada Fern',
    'Which people work for us?': 'Ada Fern',
  },
  'when it is has a day': {
    'When is the Flute Circle?': null,
    'What time is the Flute Circle?': '18:00',
  },
};

testAnswers(ONTOLOGY, FACTS, QUESTIONS);
