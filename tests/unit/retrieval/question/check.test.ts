/** Kinds of what questions ask for: people, places, times and amounts, each in words of several things. */
import { testAnswers, type Expectations } from '../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/school#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const ONTOLOGY = `${PREFIXES}
:Person a owl:Class ; rdfs:label "person" .
:Pupil a owl:Class ; rdfs:subClassOf :Person ; rdfs:label "pupil" .
:Teacher a owl:Class ; rdfs:subClassOf :Person ; rdfs:label "teacher" .
:School a owl:Class ; rdfs:label "school" . :Form a owl:Class ; rdfs:label "form group" .
:Club a owl:Class ; rdfs:label "club" . :Firm a owl:Class ; rdfs:label "firm" .
:Subject a owl:Class ; rdfs:label "subject" . :Talk a owl:Class ; rdfs:label "talk" .
[] a owl:AllDisjointClasses ; owl:members ( :Person :School :Form :Club :Firm :Subject :Talk ) .
:w1 a owl:ObjectProperty ; rdfs:label "attends" ; rdfs:domain :Pupil ; rdfs:range :School .
:w2 a owl:ObjectProperty ; rdfs:label "school" ; rdfs:domain :Form ; rdfs:range :School .
:w3 a owl:ObjectProperty ; rdfs:label "led by" ; rdfs:domain :Club ; rdfs:range :Teacher .
:w4 a owl:ObjectProperty ; rdfs:label "member of" ; rdfs:domain :Pupil ; rdfs:range :Club .
:w5 a owl:ObjectProperty ; rdfs:label "teaches" ; rdfs:domain :Teacher ; rdfs:range :Subject .
:w6 a owl:ObjectProperty ; rdfs:label "owned by" ; rdfs:domain :School ; rdfs:range :Firm .
:w7 a owl:ObjectProperty ; rdfs:label "introduced by" ; rdfs:domain :Talk ; rdfs:range :Pupil .
:w8 a owl:ObjectProperty ; rdfs:label "given in" ; rdfs:domain :Talk ; rdfs:range :School .
:d1 a owl:DatatypeProperty ; rdfs:label "maximum number of members" ; rdfs:domain :Club ; rdfs:range xsd:integer .
:d2 a owl:DatatypeProperty ; rdfs:label "fee per month" ; rdfs:comment "In euros." ; rdfs:domain :Club ; rdfs:range xsd:decimal .
:d3 a owl:DatatypeProperty ; rdfs:label "closing day" ; rdfs:domain :Club ; rdfs:range xsd:string .
:d4 a owl:DatatypeProperty ; rdfs:label "opened on" ; rdfs:domain :School ; rdfs:range xsd:date .
:d5 a owl:DatatypeProperty ; rdfs:label "attended" ; rdfs:comment "Well, poorly or not at all." ; rdfs:domain :Talk ; rdfs:range xsd:string .
:d6 a owl:DatatypeProperty ; rdfs:label "day" ; rdfs:domain :Talk ; rdfs:range xsd:date .
:d7 a owl:DatatypeProperty ; rdfs:label "payment deadline" ; rdfs:domain :Club ; rdfs:range xsd:date .
:d8 a owl:DatatypeProperty ; rdfs:label "open on Sundays" ; rdfs:domain :School ; rdfs:range xsd:boolean .
:d9 a owl:DatatypeProperty ; rdfs:label "tide" ; rdfs:comment "High, low or none." ; rdfs:domain :School ; rdfs:range xsd:string .
`;
const FACTS = `${PREFIXES}
:hill a :School ; rdfs:label "Hill School" ; :w6 :kast ; :d4 "1999-03-04"^^xsd:date ; :d8 true ; :d9 "high" .
:f a :Form ; rdfs:label "Form 3A" ; :w2 :hill . :kast a :Firm ; rdfs:label "Kast" .
:art a :Subject ; rdfs:label "Art" .
:tom a :Teacher ; rdfs:label "Tom Berg" ; :w5 :art . :may a :Teacher ; rdfs:label "May Lie" .
:alma a :Pupil ; rdfs:label "Alma Fjeld" ; :w1 :hill ; :w4 :chess . :bo a :Pupil ; rdfs:label "Bo Strand" ; :w1 :hill .
:chess a :Club ; rdfs:label "Chess Club" ; :w3 :tom ; :d1 20 ; :d2 4 ; :d3 "Monday" ; :d7 "2025-05-06"^^xsd:date .
:t a :Talk ; rdfs:label "Talk 1" ; :w7 :bo ; :w8 :hill ; :d5 "Well" ; :d6 "2024-01-02"^^xsd:date .
`;

const QUESTIONS: Expectations = {
  'who is a person, or a body that does something': {
    'Who is in the school?': 'Alma Fjeld, Bo Strand',
    'Who is in Hill School?': 'Alma Fjeld, Bo Strand',
    'Who is in the form group?': null,
    'Who owns Hill School?': 'Kast',
    'Who attended Talk 1?': null,
    'Who visited Talk 1?': null,
  },
  'who has something is not who did something to it': {
    'Who is in the club?': 'Alma Fjeld',
    'Which clubs are for teachers?': null,
    'Which clubs have teachers?': null,
    'Which clubs are led by teachers?': 'Chess Club',
    'How many pupils did Talk 1 have?': null,
    'Who introduced Talk 1?': 'Bo Strand',
  },
  'a verb that converses with a property is not turned round': {
    'Who teaches Art?': 'Tom Berg',
    'Who learns Art?': null,
    'Who studies Art?': null,
  },
  'where is a place': {
    'Where was Talk 1 given?': 'Hill School',
    'Where is Art?': null,
    'Where is Form 3A?': null,
  },
  'what may be is not what is': {
    'How many members can the Chess Club have?': null,
    'What is the maximum number of members of the Chess Club?': '20',
    'How many members does the Chess Club have?': '1: Alma Fjeld',
  },
  'how much is an amount, and of a thing no price': {
    'How much does the Chess Club cost?': '4 euros',
    'How much does the Chess Club cost in total?': null,
    'How much does the Chess Club pay?': null,
    'How much Chess Club is there?': null,
  },
  'a state is told by a truth value, with all of its conditions': {
    'Is the Chess Club closed?': null,
    'Which clubs are closed?': null,
    'Is Hill School open?': null,
    'Is Hill School open on Sundays?': 'Yes.',
    'Is Hill School high?': null,
    'How high is Hill School?': null,
  },
  'the tense of a question counts': {
    'When was Hill School opened?': '1999-03-04',
    'When does Hill School open?': null,
  },
  'a word of grammar with a capital may be a name': {
    'What did May teach?': null,
    'Which subjects does Will teach?': null,
    'Which clubs are A?': null,
  },
};

testAnswers(ONTOLOGY, FACTS, QUESTIONS);
