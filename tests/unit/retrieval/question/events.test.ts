/** Verbs of events, said of their participants; and what no event tells. */
import { testAnswers, type Expectations } from '../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/port#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const ONTOLOGY = `${PREFIXES}
:Person a owl:Class ; rdfs:label "person" .
:Place a owl:Class ; owl:disjointWith :Person .
:Dock a owl:Class ; rdfs:subClassOf :Place .
:Town a owl:Class ; rdfs:subClassOf :Place .
:Ship a owl:Class ; owl:disjointWith :Person , :Place .
:Firm a owl:Class ; owl:disjointWith :Person , :Place , :Ship .
:Survey a owl:Class ; owl:disjointWith :Person , :Place , :Ship , :Firm .
:Parcel a owl:Class ; owl:disjointWith :Person , :Place , :Ship , :Firm , :Survey .
:surveyedBy a owl:ObjectProperty ; rdfs:domain :Survey ; rdfs:range :Person .
:surveyOf a owl:ObjectProperty ; rdfs:label "survey of" ; rdfs:domain :Survey ; rdfs:range :Ship .
:heldAt a owl:ObjectProperty ; rdfs:label "held at" ; rdfs:domain :Survey ; rdfs:range :Dock .
:passed a owl:DatatypeProperty ; rdfs:label "passed" ; rdfs:domain :Survey ; rdfs:range xsd:boolean .
:surveyDate a owl:DatatypeProperty ; rdfs:domain :Survey ; rdfs:range xsd:date .
:surveyFee a owl:DatatypeProperty ; rdfs:label "fee" ; rdfs:comment "In crowns." ; rdfs:domain :Survey ; rdfs:range xsd:integer .
:launched a owl:DatatypeProperty ; rdfs:label "launched on" ; rdfs:domain :Ship ; rdfs:range xsd:date .
:mooredIn a owl:ObjectProperty ; rdfs:label "moored in" ; rdfs:domain :Ship ; rdfs:range :Town .
:checkedBy a owl:ObjectProperty ; rdfs:label "checked by" ; rdfs:domain :Parcel ; rdfs:range :Person .
:sentBy a owl:ObjectProperty ; rdfs:label "sent by" ; rdfs:domain :Parcel ; rdfs:range :Firm .
:storedIn a owl:ObjectProperty ; rdfs:label "stored in" ; rdfs:domain :Parcel ; rdfs:range :Dock .
:arrived a owl:DatatypeProperty ; rdfs:label "arrived on" ; rdfs:domain :Parcel ; rdfs:range xsd:date .
`;
const FACTS = `${PREFIXES}
:vale a :Town ; rdfs:label "Vale" . :east a :Dock ; rdfs:label "East Dock" . :west a :Dock ; rdfs:label "West Dock" .
:ada a :Person ; rdfs:label "Ada Fern" . :bo a :Person ; rdfs:label "Bo Lind" . :kast a :Firm ; rdfs:label "Kast" .
:gull a :Ship ; rdfs:label "Gull" ; :launched "2020-03-01"^^xsd:date ; :mooredIn :vale .
:tern a :Ship ; rdfs:label "Tern" ; :launched "2010-04-01"^^xsd:date ; :mooredIn :vale .
:skua a :Ship ; rdfs:label "Skua" ; :launched "2021-05-01"^^xsd:date .
:s1 a :Survey ; rdfs:label "Survey 1" ; :surveyedBy :ada ; :surveyOf :gull ; :heldAt :east ; :passed false ;
  :surveyDate "2021-06-01"^^xsd:date ; :surveyFee 300 .
:s2 a :Survey ; rdfs:label "Survey 2" ; :surveyedBy :bo ; :surveyOf :gull ; :heldAt :west ; :passed true ;
  :surveyDate "2022-07-01"^^xsd:date ; :surveyFee 200 .
:s3 a :Survey ; rdfs:label "Survey 3" ; :surveyedBy :ada ; :surveyOf :tern ; :heldAt :east ; :passed true ;
  :surveyDate "2022-08-01"^^xsd:date ; :surveyFee 500 .
:x1 a :Parcel ; rdfs:label "Parcel 1" ; :checkedBy :ada ; :sentBy :kast ; :storedIn :west ; :arrived "2022-01-01"^^xsd:date .
`;

const QUESTIONS: Expectations = {
  'what acts and what is acted on': {
    'Who surveyed the Tern?': 'Ada Fern',
    'Which ships has Ada Fern surveyed?': 'Gull, Tern',
    'Which ships were surveyed by Ada Fern but not by Bo Lind?': 'Tern',
    'Which ships were surveyed only by Ada Fern?': 'Tern',
    'Which ships have never been surveyed?': 'Skua',
    'How many ships did Ada Fern survey?': '2: Gull, Tern',
    'How many ships did each person survey?': 'Ada Fern: 2, Bo Lind: 1',
    'Who surveyed the ships that are moored in Vale?': 'Ada Fern, Bo Lind',
  },
  'the time and the place are those of the event, not those of its participants': {
    'When was the Tern surveyed?': '2022-08-01',
    'When did Bo Lind survey the Gull?': '2022-07-01',
    'Which ships were surveyed in 2022?': 'Gull, Tern',
    'Which ships were surveyed before 2022?': 'Gull',
    'Where was the Tern surveyed?': 'East Dock',
    'Which ships were surveyed at the West Dock?': 'Gull',
    'In which town was the Tern surveyed?': null,
  },
  'an event that is named says what it was like': {
    'Did the Gull pass Survey 1?': 'No.',
    'Did the Gull pass Survey 2?': 'Yes.',
    'Did the Tern pass Survey 1?': null,
  },
  'who acts, and where, is meant by a preposition alone': {
    'Which firms did Ada Fern check?': null,
    'Which docks did Ada Fern check?': null,
    'Which dock was surveyed by Bo Lind?': null,
  },
  'a missing event is no answer': {
    'Who surveyed the Skua?': null,
    'Did Bo Lind survey the Tern?': null,
    'When was the Skua surveyed?': null,
  },
};

testAnswers(ONTOLOGY, FACTS, QUESTIONS);
