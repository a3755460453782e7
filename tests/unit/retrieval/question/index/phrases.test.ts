import { testAnswers } from '../../../../support/retrieval/reader';

const ONTOLOGY = `@prefix : <http://example.org/yard#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Person a owl:Class ; rdfs:label "person" ; owl:disjointWith :Project , :Vase , :Material .
:Project a owl:Class ; rdfs:label "project" ; owl:disjointWith :Vase , :Material .
:Vase a owl:Class ; rdfs:label "vase" ; owl:disjointWith :Material . :Material a owl:Class ; rdfs:label "material" .
:reportsTo a owl:ObjectProperty ; rdfs:label "reports to" ; rdfs:domain :Person ; rdfs:range :Person .
:worksOn a owl:ObjectProperty ; rdfs:label "works on" ; rdfs:domain :Person ; rdfs:range :Project .
:leads a owl:ObjectProperty ; rdfs:label "leads" ; rdfs:domain :Person ; rdfs:range :Project .
:madeOf a owl:ObjectProperty ; rdfs:label "made of" ; rdfs:domain :Vase ; rdfs:range :Material .
:madeBy a owl:ObjectProperty ; rdfs:label "made by" ; rdfs:domain :Vase ; rdfs:range :Person .`;

const FACTS = `@prefix : <http://example.org/yard#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:ada a :Person ; rdfs:label "Ada Moll" ; :leads :alpha , :beta .
:ben a :Person ; rdfs:label "Ben Orr" ; :reportsTo :ada ; :worksOn :alpha , :beta .
:cleo a :Person ; rdfs:label "Cleo Vane" ; :reportsTo :ada ; :worksOn :alpha .
:alpha a :Project ; rdfs:label "Alpha Bridge" . :beta a :Project ; rdfs:label "Beta Mill" .
:clay a :Material ; rdfs:label "clay" . :tin a :Material ; rdfs:label "tin" .
:v1 a :Vase ; rdfs:label "Moon Vase" ; :madeOf :clay , :tin ; :madeBy :cleo .
:v2 a :Vase ; rdfs:label "Sun Vase" ; :madeOf :clay .`;

describe('phrases', () =>
  testAnswers(ONTOLOGY, FACTS, {
    'of work': {
      'Who works under Ada Moll?': 'Ben Orr, Cleo Vane',
      'Who does Cleo Vane work under?': 'Ada Moll',
      'Does Ben Orr work under Ada Moll?': 'Yes.',
    },
    'between names that are joined': {
      'Who works on the Alpha Bridge as well as the Beta Mill?': 'Ben Orr',
      'Who leads the Alpha Bridge as well as the Beta Mill?': 'Ada Moll',
    },
    'that say something else': {
      'Who works near Ada Moll?': null,
      'Who is busy under Ada Moll?': null,
      'Who is busy with the Alpha Bridge?': null,
      'What is Ben Orr involved in?': null,
      'Which vases consist of Cleo Vane?': null,
      'What does the Moon Vase consist of?': null,
      'Who sings as well as Ada Moll?': null,
      'Who works on the Alpha Bridge as well as Ben Orr?': null,
      'Does Ada Moll work under Ben Orr?': null,
    },
  }));
