/** Facts of what belongs to a thing, by a noun or the name of a kind; none by a verb. */
import { testAnswers, type Expectations } from '../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/reserve#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const edge = (name: string, label: string, domain: string, range: string): string =>
  `:${name} a owl:ObjectProperty ; rdfs:label "${label}" ; rdfs:domain :${domain} ; rdfs:range :${range} .`;
const ONTOLOGY = `${PREFIXES}
${['Person', 'Animal', 'Species', 'House', 'Form', 'Bus', 'Route', 'Team', 'Product']
  .map((name) => `:${name} a owl:Class ; rdfs:label "${name.toLowerCase()}" .`)
  .join('\n')}
:Pupil a owl:Class ; rdfs:label "pupil" ; rdfs:subClassOf :Person .
:Teacher a owl:Class ; rdfs:label "teacher" ; rdfs:subClassOf :Person ; owl:disjointWith :Pupil .
[] a owl:AllDisjointClasses ; owl:members ( :Person :Animal :Species :House :Form :Bus :Route :Team :Product ) .
${edge('of', 'of species', 'Animal', 'Species')}
${edge('livesIn', 'lives in', 'Animal', 'House')}
${edge('caredForBy', 'cared for by', 'Animal', 'Teacher')}
${edge('inForm', 'in form', 'Pupil', 'Form')}
${edge('formTeacher', 'form teacher', 'Form', 'Teacher')}
${edge('drives', 'drives', 'Teacher', 'Bus')}
${edge('serves', 'serves', 'Bus', 'Route')}
${edge('leads', 'leads', 'Teacher', 'Team')}
${edge('makes', 'makes', 'Team', 'Product')}
:height a owl:DatatypeProperty ; rdfs:label "height" ; rdfs:domain :House ; rdfs:range xsd:integer .
:Delivery a owl:Class ; rdfs:label "delivery" ; owl:disjointWith :Product , :Person .
${edge('contains', 'contains', 'Delivery', 'Product')}
${edge('carriedBy', 'carried by', 'Delivery', 'Person')}
:date a owl:DatatypeProperty ; rdfs:label "date" ; rdfs:domain :Delivery ; rdfs:range xsd:date .
:cost a owl:DatatypeProperty ; rdfs:label "cost" ; rdfs:comment "In euros." ; rdfs:domain :Delivery ;
  rdfs:range xsd:integer .
`;
const FACTS = `${PREFIXES}
:lion a :Species ; rdfs:label "Lion" .
:leo a :Animal ; rdfs:label "Leo" ; :of :lion ; :livesIn :den ; :caredForBy :tess .
:den a :House ; rdfs:label "Old Den" ; :height 4 .
:tess a :Teacher ; rdfs:label "Tess Aldous" ; :drives :bus ; :leads :team .
:dev a :Pupil ; rdfs:label "Dev Rathod" ; :inForm :form .
:form a :Form ; rdfs:label "Form 3A" ; :formTeacher :tess .
:bus a :Bus ; rdfs:label "Bus 1" ; :serves :red .
:red a :Route ; rdfs:label "Red Route" .
:team a :Team ; rdfs:label "Blue Team" ; :makes :soap .
:soap a :Product ; rdfs:label "Soap Seven" .
:d a :Delivery ; rdfs:label "Delivery 9" ; :contains :soap ; :carriedBy :tess ; :cost 40 ;
  :date "2024-05-06"^^xsd:date .
`;
const expected: Expectations = {
  'a noun of the one thing that lies between': {
    "Who is Dev Rathod's form teacher?": 'Tess Aldous',
    'Who is the form teacher of Dev Rathod?': 'Tess Aldous',
  },
  'the name of a kind, as a common noun': {
    'Who cares for the lions?': 'Tess Aldous',
    'Which house are the lions in?': 'Old Den',
    'How many lions are there?': '1: Leo',
    'Which lions do we have?': 'Leo',
  },
  'what is done to one thing is not done to another': {
    'Who drives the Red Route?': null,
    'Who leads Soap Seven?': null,
    'Did Tess Aldous lead Soap Seven?': null,
  },
  'no cost of an event that something took part in': {
    'What did Delivery 9 cost?': '40 euros',
    'Which deliveries cost less than 50 euros?': 'Delivery 9',
    'What does Soap Seven cost?': null,
    'How much does Soap Seven cost?': null,
    'What is the cost of Soap Seven?': null,
    'Which products cost less than 50 euros?': null,
    'Which products cost more than 30 euros?': null,
    'How many products cost less than 50 euros?': null,
    'Does Soap Seven cost less than 50 euros?': null,
    'Which product costs the most?': null,
  },
  'no figure of something else': { 'How high is Leo?': null, 'What is the height of Leo?': null },
};
testAnswers(ONTOLOGY, FACTS, expected);
