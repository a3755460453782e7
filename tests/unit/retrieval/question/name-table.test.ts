/** Compounds of the class that has a property: "Leiter" of `Abteilungsleiter`. */
import { testAnswers, type Expectations } from '../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/verein#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const ONTOLOGY = `${PREFIXES}
:Person a owl:Class ; rdfs:label "Person"@de .
:Abteilung a owl:Class ; rdfs:label "Abteilung"@de ; owl:disjointWith :Person , :Spiel , :Vertrag .
:Spiel a owl:Class ; rdfs:label "Spiel"@de ; owl:disjointWith :Person , :Vertrag .
:Vertrag a owl:Class ; rdfs:label "Vertrag"@de ; owl:disjointWith :Person .
:leitung a owl:ObjectProperty ; rdfs:label "Abteilungsleiter"@de ; rdfs:domain :Abteilung ; rdfs:range :Person .
:stand a owl:DatatypeProperty ; rdfs:label "Spielstand"@de ; rdfs:domain :Spiel ; rdfs:range xsd:string .
:nummer a owl:DatatypeProperty ; rdfs:label "Vertragsnummer"@de ; rdfs:domain :Vertrag ; rdfs:range xsd:integer .
`;
const FACTS = `${PREFIXES}
:ada a :Person ; rdfs:label "Ada Fern" .
:turnen a :Abteilung ; rdfs:label "Turnen" ; :leitung :ada .
:kegeln a :Abteilung ; rdfs:label "Kegeln" .
:s a :Spiel ; rdfs:label "Spiel 4" ; :stand "3:2" .
:v a :Vertrag ; rdfs:label "Vertrag Nord" ; :nummer 1204 .
`;

const QUESTIONS: Expectations = {
  'the last noun, and its verb, are said of members of the class': {
    'Wer ist der Leiter von Turnen?': 'Ada Fern',
    'Wer leitet Turnen?': 'Ada Fern',
    'Wer ist Abteilungsleiter von Turnen?': 'Ada Fern',
    'Was ist der Stand von Spiel 4?': '3:2',
    'Was ist die Nummer von Vertrag Nord?': '1204',
  },
  'and of nothing else': {
    'Wer leitet Kegeln?': null,
    'Was ist die Nummer von Spiel 4?': null,
    'Wer leitet Spiel 4?': null,
  },
};

testAnswers(ONTOLOGY, FACTS, QUESTIONS);
