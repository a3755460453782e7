/** Property paths to the kind of a thing, and values listed in definitions. */
import { testAnswers, type Expectations } from '../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/cars#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const ONTOLOGY = `${PREFIXES}
:Person a owl:Class ; rdfs:label "person" .
:Garage a owl:Class ; owl:disjointWith :Person , :Car , :Model , :Make .
:Car a owl:Class ; owl:disjointWith :Person , :Model , :Make .
:Model a owl:Class ; rdfs:label "model" ; owl:disjointWith :Person , :Make .
:Make a owl:Class ; rdfs:label "make" ; owl:disjointWith :Person .
:hasModel a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:label "model" ; rdfs:domain :Car ; rdfs:range :Model .
:ofMake a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:label "of make" ; rdfs:domain :Model ; rdfs:range :Make .
:keptIn a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:label "kept in" ; rdfs:domain :Car ; rdfs:range :Garage .
:owner a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:label "owner" ; rdfs:domain :Car ; rdfs:range :Person .
:drove a owl:ObjectProperty ; rdfs:label "has driven" ; rdfs:domain :Person ; rdfs:range :Car .
:seats a owl:DatatypeProperty ; rdfs:label "number of seats" ; rdfs:domain :Model ; rdfs:range xsd:integer .
:fuel a owl:DatatypeProperty ; rdfs:label "fuel" ; rdfs:comment "Petrol, diesel or electric." ; rdfs:domain :Model ; rdfs:range xsd:string .
:founded a owl:DatatypeProperty ; rdfs:label "founded in" ; rdfs:domain :Make ; rdfs:range xsd:integer .
:bornOn a owl:DatatypeProperty ; rdfs:label "born on" ; rdfs:domain :Person ; rdfs:range xsd:date .
:area a owl:DatatypeProperty ; rdfs:label "floor area" ; rdfs:domain :Garage ; rdfs:range xsd:integer .
:condition a owl:DatatypeProperty ; rdfs:label "condition" ; rdfs:comment "One of: good, fair or poor." ; rdfs:domain :Car ; rdfs:range xsd:string .
`;
const FACTS = `${PREFIXES}
:kestrel a :Make ; rdfs:label "Kestrel" ; :founded 1950 .
:dart a :Model ; rdfs:label "Dart" ; :ofMake :kestrel ; :seats 4 ; :fuel "electric" .
:mole a :Model ; rdfs:label "Mole" ; :ofMake :kestrel ; :seats 7 ; :fuel "diesel" .
:north a :Garage ; rdfs:label "North Garage" ; :area 300 .
:ada a :Person ; rdfs:label "Ada Fern" ; :bornOn "1980-01-02"^^xsd:date ; :drove :a1 .
:bo a :Person ; rdfs:label "Bo Lind" ; :bornOn "1990-01-02"^^xsd:date ; :drove :b2 .
:a1 a :Car ; rdfs:label "AX 1" ; :hasModel :dart ; :keptIn :north ; :owner :ada ; :condition "good" .
:b2 a :Car ; rdfs:label "BX 2" ; :hasModel :mole ; :keptIn :north ; :owner :bo ; :condition "poor" .
`;

const QUESTIONS: Expectations = {
  'a thing has what is told of its one model': {
    'How many seats does AX 1 have?': '4',
    'Has Ada Fern driven a Dart?': 'Yes.',
  },
  'makers, people and places keep what is their own': {
    'When was BX 2 founded?': null,
    'When was the Dart founded?': null,
    'When was AX 1 born?': null,
    'What is the floor area of AX 1?': null,
  },
  'values are those that a definition lists': {
    'Which cars are good?': 'AX 1',
    'Which poor cars are there?': 'BX 2',
    'How many good cars are there?': '1: AX 1',
    'Which models are electric?': 'Dart',
    'Which cars are electric?': 'AX 1',
    'Is AX 1 poor?': 'No: good.',
  },
};

testAnswers(ONTOLOGY, FACTS, QUESTIONS);
