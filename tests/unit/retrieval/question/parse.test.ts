/** Words that only some names make something of: truth values, pieces, heads of names, and who carries something out. */
import { testAnswers, type Expectations } from '../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/mill#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const ONTOLOGY = `${PREFIXES}
:Employee a owl:Class ; owl:disjointWith :Place , :Machine , :Check , :Course , :Report .
:Place a owl:Class . :Town a owl:Class ; rdfs:subClassOf :Place . :Room a owl:Class ; rdfs:subClassOf :Place ;
  rdfs:label "room"@en , "Raum"@de .
:Machine a owl:Class ; owl:disjointWith :Check , :Course , :Report .
:GrindingMachine a owl:Class ; rdfs:subClassOf :Machine .
:SlowMachine a owl:Class ; rdfs:subClassOf :Machine .
:PowerLine a owl:Class . :OverheadLine a owl:Class ; rdfs:subClassOf :PowerLine .
:PowerPlant a owl:Class . :OldPlant a owl:Class ; rdfs:subClassOf :PowerPlant .
:Check a owl:Class ; owl:disjointWith :Course , :Report .
:Course a owl:Class ; rdfs:label "course"@en , "Kurs"@de . :Report a owl:Class .
:isOnCall a owl:DatatypeProperty ; rdfs:domain :Employee ; rdfs:range xsd:boolean .
:livesIn a owl:ObjectProperty ; rdfs:domain :Employee ; rdfs:range :Town .
:coaches a owl:ObjectProperty ; rdfs:domain :Employee ; rdfs:range :Course .
:teaches a owl:ObjectProperty ; rdfs:domain :Employee ; rdfs:range :Course .
:takesPlaceIn a owl:ObjectProperty ; rdfs:label "takes place in"@en , "findet statt in"@de ; rdfs:domain :Course ;
  rdfs:range :Room .
:locatedIn a owl:ObjectProperty , owl:TransitiveProperty ; rdfs:domain :Place ; rdfs:range :Place .
:keptIn a owl:ObjectProperty ; rdfs:domain :Machine ; rdfs:range :Room .
:boughtOn a owl:DatatypeProperty ; rdfs:domain :Machine ; rdfs:range xsd:date .
:price a owl:DatatypeProperty ; rdfs:domain :Machine ; rdfs:range xsd:integer .
:lengthKm a owl:DatatypeProperty ; rdfs:domain :PowerLine ; rdfs:range xsd:decimal .
:credits a owl:DatatypeProperty ; rdfs:domain :Course ; rdfs:range xsd:integer .
:population a owl:DatatypeProperty ; rdfs:domain :Town ; rdfs:range xsd:integer .
:grade a owl:DatatypeProperty ; rdfs:comment "From 1, which is the best, to 5." ; rdfs:domain :Report ; rdfs:range xsd:integer .
:competesWith a owl:ObjectProperty , owl:SymmetricProperty ; rdfs:domain :PowerPlant ; rdfs:range :PowerPlant .
:Memo a owl:Class . :basedOnReport a owl:ObjectProperty ; rdfs:domain :Memo ; rdfs:range :Report .
:Trial a owl:Class . :testedMachine a owl:ObjectProperty ; rdfs:domain :Trial ; rdfs:range :Machine .
:checkedMachine a owl:ObjectProperty ; rdfs:domain :Check ; rdfs:range :Machine .
:checkedBy a owl:ObjectProperty ; rdfs:domain :Check ; rdfs:range :Employee .
:checkDate a owl:DatatypeProperty ; rdfs:domain :Check ; rdfs:range xsd:date .
:passed a owl:DatatypeProperty ; rdfs:domain :Check ; rdfs:range xsd:boolean .
`;
const FACTS = `${PREFIXES}
:vale a :Town ; rdfs:label "Vale" ; :population 900 . :dale a :Town ; rdfs:label "Dale" .
:hall a :Room ; rdfs:label "Red Hall" ; :locatedIn :vale . :shed a :Room ; rdfs:label "Shed" ; :locatedIn :vale .
:ada a :Employee ; rdfs:label "Ada Fern" ; :isOnCall true ; :livesIn :vale ; :teaches :milling .
:bo a :Employee ; rdfs:label "Bo Lind" ; :isOnCall false ; :livesIn :dale ; :coaches :milling .
:milling a :Course ; rdfs:label "Milling I" ; :takesPlaceIn :hall ; :credits 6 .
:baking a :Course ; rdfs:label "Baking" ; :takesPlaceIn :shed ; :credits 3 .
:gale a :GrindingMachine ; rdfs:label "Gale" ; :keptIn :shed ; :price 50 ; :boughtOn "2020-01-01"^^xsd:date .
:snail a :SlowMachine ; rdfs:label "Snail" ; :keptIn :hall ; :price 70 ; :boughtOn "2021-01-01"^^xsd:date .
:coast a :OverheadLine ; rdfs:label "Coast" ; :lengthKm 12.5 . :moor a :PowerLine ; rdfs:label "Moor" ; :lengthKm 30 .
:p1 a :OldPlant ; rdfs:label "Weir" ; :competesWith :p2 . :p2 a :PowerPlant ; rdfs:label "Ridge" .
:r1 a :Report ; rdfs:label "Report 1" ; :grade 1 . :m1 a :Memo ; rdfs:label "Memo 1" ; :basedOnReport :r1 . :r2 a :Report ; rdfs:label "Report 2" ; :grade 3 .
:t1 a :Trial ; rdfs:label "Trial 1" ; :testedMachine :snail .
:k1 a :Check ; rdfs:label "Check 1" ; :checkedMachine :gale ; :checkedBy :ada ; :passed true ;
  :checkDate "2022-01-01"^^xsd:date .
:k2 a :Check ; rdfs:label "Check 2" ; :checkedMachine :snail ; :checkedBy :ada ; :passed false ;
  :checkDate "2022-02-01"^^xsd:date .
`;

const QUESTIONS: Expectations = {
  'a truth value that is called with a preposition': {
    'Is Ada Fern on call?': 'Yes.',
    'Is Bo Lind on call?': 'No.',
    'How many employees are on call?': '1: Ada Fern',
    'Which employees aren’t on call?': 'Bo Lind',
    'Are none of the employees on call?': 'No: Ada Fern.',
    'Are all employees on call?': 'No: not Bo Lind.',
    'Do the employees call?': null,
  },
  'of a class of which all that is stated is false': {
    'Is there a check that was not passed?': 'Yes.',
    'Has any check not been passed?': null,
    'Was Check 2 passed?': 'No.',
  },
  'the noun with which names end, if one is above the others': {
    'Which lines are shorter than 20 kilometres?': 'Coast',
    'How many lines are there?': '2: Coast, Moor',
    'What are the old power plants?': 'Weir',
    'Which power plants are old?': 'Weir',
  },
  'a piece of something': {
    'What is the most expensive piece of machine?': 'Snail',
    'How many pieces of machine are there?': '2: Gale, Snail',
    'What is a piece of Gale?': null,
  },
  'the noun of a verb of the ontology itself': {
    'Who is the coach for Milling I?': 'Bo Lind',
    'Who coaches Milling I?': 'Bo Lind',
    'Who teaches Milling I?': 'Ada Fern',
    'Who is the competitor of Weir?': 'Ridge',
  },
  'who carries out what has a noun': {
    'Who carried out Check 2?': 'Ada Fern',
    'Which checks did Ada Fern carry out?': 'Check 1, Check 2',
    'Which checks were performed by Bo Lind?': null,
    'Who carried out Milling I?': null,
    'What did Ada Fern carry out?': null,
  },
  'a degree that no number of a property tells': {
    'Which report has the best grade?': null,
    'Which report has the worst grade?': null,
    'Which is the best report?': null,
    'Which report has the lowest grade?': 'Report 1',
  },
  'names of several words apart': {
    'In welchem Raum findet Milling I statt?': 'Red Hall',
    'Do all courses take place in the Red Hall?': 'No: not Baking.',
    'Which courses are worth at least 4 credits?': 'Milling I',
  },
  'a town has more people than those who are stated to live there': {
    'How many people live in Vale?': '900',
    'How many employees live in Vale?': '1: Ada Fern',
    'How many people live in Dale?': '1: Bo Lind',
  },
  'a verb with the noun of what it takes in its name': {
    'On which report is Memo 1 based?': 'Report 1',
    'Which memos are based on reports?': 'Memo 1',
    'When was the Gale checked?': '2022-01-01',
    'Who checked the Gale?': 'Ada Fern',
    'Who tests the Snail?': null,
    'Who tested the Snail?': null,
    'Which trial tested the Snail?': 'Trial 1',
    'Which machines did Ada Fern check?': 'Gale, Snail',
    'Which machines are based on reports?': null,
  },
  'what is kept in a room is in it, what happens there is not': {
    'What is in the Shed?': 'Gale',
    'What is in the Red Hall?': 'Snail',
  },
};

testAnswers(ONTOLOGY, FACTS, QUESTIONS);
