/** Facts that no word names but that alone can be meant, and questions that say more or may mean others. */
import { testAnswers, type Expectations } from '../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/alone#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const classes = ['Van', 'Depot', 'Porter', 'Parcel', 'Crate', 'Service', 'Client', 'Guild', 'Permit', 'Town'];
const edge = (name: string, label: string, domain: string, range: string): string =>
  `:${name} a owl:ObjectProperty ; rdfs:label "${label}" ; rdfs:domain :${domain} ; rdfs:range :${range} .`;
const day = (name: string, label: string, domain: string): string =>
  `:${name} a owl:DatatypeProperty ; rdfs:label "${label}" ; rdfs:domain :${domain} ; rdfs:range xsd:date .`;
const ONTOLOGY = `${PREFIXES}
${classes.map((name) => `:${name} a owl:Class ; rdfs:label "${name.toLowerCase()}" .`).join('\n')}
:PublicService a owl:Class ; rdfs:label "public service" ; rdfs:subClassOf :Service .
:Bearer a owl:Class ; rdfs:label "bearer" ; rdfs:subClassOf :Porter .
[] a owl:AllDisjointClasses ; owl:members ( ${classes.map((name) => `:${name}`).join(' ')} ) .
${edge('keptAt', 'kept at', 'Van', 'Depot')}
${edge('houses', 'houses', 'Depot', 'Van')}
:houses owl:inverseOf :keptAt .
${edge('admires', 'admires', 'Porter', 'Van')}
${edge('washed', 'washed', 'Porter', 'Van')}
${edge('sealed', 'sealed', 'Guild', 'Crate')}
${edge('marked', 'marked', 'Guild', 'Crate')}
${edge('storedIn', 'stored in', 'Parcel', 'Crate')}
${edge('subscribes', 'subscribes to', 'Client', 'PublicService')}
${edge('boundTo', 'bound to', 'Van', 'Guild')}
${edge('bears', 'bears', 'Bearer', 'Parcel')}
${edge('laidIn', 'laid in', 'Town', 'Town')}
${edge('broughtBy', 'delivered by', 'Crate', 'Porter')}
${edge('passedBy', 'approved by', 'Town', 'Porter')}
${day('parcelDay', 'delivery date', 'Parcel')}
${day('permitDay', 'approval date', 'Permit')}
`;
const FACTS = `${PREFIXES}
:north a :Depot ; rdfs:label "North Depot" .
:south a :Depot ; rdfs:label "South Depot" .
:v1 a :Van ; rdfs:label "Van 1" ; :keptAt :north .
:v2 a :Van ; rdfs:label "Van 2" ; :keptAt :north .
:v3 a :Van ; rdfs:label "Van 3" .
:ada a :Porter ; rdfs:label "Ada Fern" ; :admires :v1 .
:bo a :Porter ; rdfs:label "Bo Lind" ; :washed :v2 .
:cy a :Bearer ; rdfs:label "Cy Holt" ; :bears :p1 .
:c1 a :Crate ; rdfs:label "Crate 1" .
:c2 a :Crate ; rdfs:label "Crate 2" .
:p1 a :Parcel ; rdfs:label "Parcel 1" ; :storedIn :c1 ; :parcelDay "2024-01-02"^^xsd:date .
:p2 a :Parcel ; rdfs:label "Parcel 2" ; :storedIn :c1 .
:s1 a :PublicService ; rdfs:label "Night Run" .
:s2 a :PublicService ; rdfs:label "Day Run" .
:s3 a :Service ; rdfs:label "Wash Bay" .
:k1 a :Client ; rdfs:label "Orla Finn" ; :subscribes :s1 .
:acme a :Guild ; rdfs:label "Acme Guild" ; :sealed :c1 , :c2 ; :marked :c2 .
:r1 a :Permit ; rdfs:label "Permit 1" ; :permitDay "2024-01-02"^^xsd:date .
:r2 a :Permit ; rdfs:label "Permit 2" ; :permitDay "2999-01-02"^^xsd:date .
:r3 a :Permit ; rdfs:label "Permit 3" .
`;

/** Ways to deny what a class has, with its noun in the plural and the other in the singular. */
const without = (one: string, other: string): readonly string[] => [
  `Which ${one} have no ${other}?`,
  `Which ${one} are without a ${other}?`,
  `Which ${one} do not have a ${other}?`,
  `Which ${one} haven't got any ${other} yet?`,
  `Which ${one} lack a ${other}?`,
  `Name the ${one} without a ${other}.`,
];
const all = (questions: readonly string[], answer: string | null): Readonly<Record<string, string | null>> =>
  Object.fromEntries(questions.map((question) => [question, answer]));

const QUESTIONS: Expectations = {
  'absence of the only relation': {
    ...all(without('vans', 'depot'), 'Van 3'),
    ...all(without('depots', 'van'), 'South Depot'),
    ...all(without('services', 'client'), 'Day Run, Wash Bay'),
    ...all(without('crates', 'parcel'), 'Crate 2'),
    'Which depots are not used by any van?': 'South Depot',
    'Which depot are we using without a van?': 'South Depot',
    'How many vans have no depot?': '1: Van 3',
    'Which vans are not in the North Depot?': 'Van 3',
  },
  'several relations, and one of some kind only': {
    ...all(without('vans', 'porter'), null),
    ...all(without('porters', 'van'), null),
    ...all(without('vans', 'client'), null),
    ...all(without('crates', 'guild'), null),
    ...all(without('porters', 'parcel'), null),
    ...all(without('parcels', 'porter'), null),
    ...all(without('towns', 'town'), null),
  },
  'words that say more': {
    'Which vans are not by a depot?': null,
    'Which vans are used near no depot?': null,
    'Which vans are made by no depot?': null,
    'Which vans have polished no depot?': null,
    'Which vans have no old depot?': null,
    'Which vans have no depot in Lunde?': null,
    'Which vans have no depot that we know of?': null,
    'Which vans have not two depots?': null,
    'Which vans have no depot and no porter?': null,
  },
  'all members': {
    'Does every van have a depot?': 'No: not Van 3.',
    'Do all the vans have a depot?': 'No: not Van 3.',
    'Does every parcel have a crate?': 'Yes.',
    'Are all parcels held in Crate 1?': 'Yes.',
    'Are all the vans in the North Depot?': 'No: not Van 3.',
    'Does every van have a porter?': null,
    'Does every van have no depot?': null,
  },
  'what is empty': {
    'Which crate is empty?': 'Crate 2',
    'How many crates are empty at the moment?': '1: Crate 2',
    'Which empty crates are in Lunde?': null,
    'Which crates are not empty?': null,
    'Which depots are empty?': null,
    'Which towns are empty?': null,
    'Which empty crates are there?': 'Crate 2',
  },
  'what has not been done': {
    "Which parcels haven't been delivered?": 'Parcel 2',
    'Which parcels have not been delivered yet?': 'Parcel 2',
    'How many parcels have not been delivered?': '1: Parcel 2',
    'Have all the parcels been delivered?': 'No: not Parcel 2.',
    'Which parcels have not been delivered to Ada Fern?': null,
    'Which parcels have not been delivered in May?': null,
    'Which parcels have not been approved?': null,
    'Which permits have not been approved?': null,
    'Have all permits been approved?': null,
    'Which vans have not been delivered?': null,
  },
};
testAnswers(ONTOLOGY, FACTS, QUESTIONS);
