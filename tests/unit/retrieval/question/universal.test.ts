/** "All", of a class by the last word of its name, and of truth values that are stated for the exceptions. */
import { testAnswers, type Expectations } from '../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/all#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const ONTOLOGY = `${PREFIXES}
:RowingClub a owl:Class ; rdfs:label "rowing club" ; owl:disjointWith :FanClub .
:FanClub a owl:Class ; rdfs:label "fan club" .
:Patron a owl:Class ; rdfs:label "patron" ; owl:disjointWith :FanClub , :RowingClub .
:Coach a owl:Class ; rdfs:label "coach" ; owl:disjointWith :FanClub , :RowingClub , :Patron .
:Inn a owl:Class ; rdfs:label "inn" .
:Room a owl:Class ; rdfs:label "room" ; owl:disjointWith :Inn .
:backedBy a owl:ObjectProperty ; rdfs:label "has patron" ; rdfs:domain :RowingClub ; rdfs:range :Patron .
:coachedBy a owl:ObjectProperty ; rdfs:label "has coach" ; rdfs:domain :RowingClub ; rdfs:range :Coach .
:roomOf a owl:ObjectProperty ; rdfs:label "room of" ; rdfs:domain :Room ; rdfs:range :Inn .
:balcony a owl:DatatypeProperty ; rdfs:label "balcony" ; rdfs:domain :Room ; rdfs:range xsd:boolean .
`;
const FACTS = `${PREFIXES}
:west a :RowingClub ; rdfs:label "West Oars" ; :backedBy :ada ; :coachedBy :bo .
:east a :RowingClub ; rdfs:label "East Oars" ; :coachedBy :bo .
:fans a :FanClub ; rdfs:label "Oar Fans" .
:ada a :Patron ; rdfs:label "Ada Fern" .
:bo a :Coach ; rdfs:label "Bo Lind" .
:dune a :Inn ; rdfs:label "Dune Inn" .
:mill a :Inn ; rdfs:label "Mill Inn" .
:hill a :Inn ; rdfs:label "Hill Inn" .
:r1 a :Room ; rdfs:label "Room 1" ; :roomOf :dune ; :balcony true .
:r2 a :Room ; rdfs:label "Room 2" ; :roomOf :dune ; :balcony false .
:r3 a :Room ; rdfs:label "Room 3" ; :roomOf :mill ; :balcony true .
:r4 a :Room ; rdfs:label "Room 4" ; :roomOf :hill ; :balcony true .
:r5 a :Room ; rdfs:label "Room 5" ; :roomOf :hill .
`;

const QUESTIONS: Expectations = {
  'members of one of several classes with the word in their names': {
    'Do all clubs have a patron?': 'No: not East Oars.',
    'Do all the clubs have a patron?': 'No: not East Oars.',
    'Do all the rowing clubs have a patron?': 'No: not East Oars.',
    'Do all the rowing clubs have a coach?': 'Yes.',
    'Do all the clubs have a coach?': null,
    'Does every club have a coach?': null,
  },
  'truth values of what is at a place': {
    'Does every room at the Dune Inn have a balcony?': 'No: not Room 2.',
    'Do all the rooms at the Dune Inn have a balcony?': 'No: not Room 2.',
    'Does every room at the Mill Inn have a balcony?': 'Yes.',
    'Does every room at the Hill Inn have a balcony?': null,
  },
};
testAnswers(ONTOLOGY, FACTS, QUESTIONS);
