/** Verbs of what is done in an event, of which the time is asked. */
import { testAnswers, type Expectations } from '../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/light#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const ONTOLOGY = `${PREFIXES}
:Person a owl:Class ; rdfs:label "person" .
:Device a owl:Class ; rdfs:label "device" ; owl:disjointWith :Person , :Check , :Report , :Parcel .
:Check a owl:Class ; rdfs:label "check" ; owl:disjointWith :Person , :Report .
:Report a owl:Class ; rdfs:label "report" ; owl:disjointWith :Person .
:Parcel a owl:Class ; rdfs:label "parcel" ; owl:disjointWith :Person .
:checkOf a owl:ObjectProperty ; rdfs:label "check of" ; rdfs:domain :Check ; rdfs:range :Device .
:carriedOutBy a owl:ObjectProperty ; rdfs:label "carried out by" ; rdfs:domain :Check ; rdfs:range :Person .
:reportOn a owl:ObjectProperty ; rdfs:label "report on" ; rdfs:domain :Report ; rdfs:range :Device .
:writtenBy a owl:ObjectProperty ; rdfs:label "written by" ; rdfs:domain :Report ; rdfs:range :Person .
:insuredBy a owl:ObjectProperty ; rdfs:label "insured by" ; rdfs:domain :Parcel ; rdfs:range :Person .
:madeBy a owl:ObjectProperty ; rdfs:label "made by" ; rdfs:domain :Device ; rdfs:range :Person .
:date a owl:DatatypeProperty ; rdfs:label "date" ; rdfs:range xsd:date .
`;
const FACTS = `${PREFIXES}
:ada a :Person ; rdfs:label "Ada Fern" .
:probe a :Device ; rdfs:label "Grey Probe" ; :madeBy :ada ; :date "2019-09-09"^^xsd:date .
:c a :Check ; rdfs:label "Check 7" ; :checkOf :probe ; :carriedOutBy :ada ; :date "2024-01-02"^^xsd:date .
:r a :Report ; rdfs:label "Report 3" ; :reportOn :probe ; :writtenBy :ada ; :date "2024-03-04"^^xsd:date .
:p a :Parcel ; rdfs:label "Parcel 5" ; :insuredBy :ada ; :date "2024-05-06"^^xsd:date .
`;

const EVENTS = [
  { event: 'Check 7', done: 'carried out', date: '2024-01-02' },
  { event: 'Report 3', done: 'written', date: '2024-03-04' },
];
const PAST = { 'carried out': 'carried out', written: 'wrote' } as Record<string, string>;
const asked = EVENTS.flatMap(({ event, done, date }) =>
  EVENTS.flatMap((other): [string, string | null][] => [
    [`When was ${event} ${other.done}?`, other.done === done ? date : null],
    [`Who ${PAST[other.done]} ${event}, and when?`, other.done === done ? `Ada Fern; ${date}` : null],
  ]),
);

const QUESTIONS: Expectations = {
  'the own date of an event is that of what its only person does': Object.fromEntries(asked),
  'a device is no event, and insuring does not bring about a parcel': {
    'When was the Grey Probe made?': null,
    'When was Parcel 5 insured?': null,
  },
};

testAnswers(ONTOLOGY, FACTS, QUESTIONS);
