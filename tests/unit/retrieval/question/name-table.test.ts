/** German compounds: "Leiter" of `Abteilungsleiter`, "Trainer" of `Jugendtrainer`, "warm" of `Wassertemperatur`. */
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
:Jugendtrainer a owl:Class ; rdfs:subClassOf :Person ; rdfs:label "Jugendtrainer"@de .
:trainiert a owl:ObjectProperty ; rdfs:label "trainiert"@de ; rdfs:domain :Jugendtrainer ; rdfs:range :Abteilung .
:wassertemperatur a owl:DatatypeProperty ; rdfs:label "Wassertemperatur"@de ; rdfs:domain :Becken ; rdfs:range xsd:decimal .
:Becken a owl:Class ; rdfs:label "Becken"@de ; owl:disjointWith :Person , :Abteilung , :Spiel , :Vertrag .
:beginn a owl:DatatypeProperty ; rdfs:label "Vertragsbeginn"@de ; rdfs:domain :Vertrag ; rdfs:range xsd:date .
:ende a owl:DatatypeProperty ; rdfs:label "Vertragsende"@de ; rdfs:domain :Vertrag ; rdfs:range xsd:date .
:nummer a owl:DatatypeProperty ; rdfs:label "Vertragsnummer"@de ; rdfs:domain :Vertrag ; rdfs:range xsd:integer .
`;
const FACTS = `${PREFIXES}
:ada a :Person ; rdfs:label "Ada Fern" .
:turnen a :Abteilung ; rdfs:label "Turnen" ; :leitung :ada .
:kegeln a :Abteilung ; rdfs:label "Kegeln" .
:s a :Spiel ; rdfs:label "Spiel 4" ; :stand "3:2" .
:v a :Vertrag ; rdfs:label "Vertrag Nord" ; :nummer 1204 ; :beginn "2020-03-01"^^xsd:date ; :ende "2025-06-30"^^xsd:date .
:bo a :Jugendtrainer ; rdfs:label "Bo Kern" ; :trainiert :turnen .
:nord a :Becken ; rdfs:label "Nordbecken" ; :wassertemperatur 23.5 .
`;

const QUESTIONS: Expectations = {
  'the last noun, and its verb, are said of members of the class': {
    'Wer ist der Leiter von Turnen?': 'Ada Fern',
    'Wer leitet Turnen?': 'Ada Fern',
    'Wer ist Abteilungsleiter von Turnen?': 'Ada Fern',
    'Was ist der Stand von Spiel 4?': '3:2',
    'Was ist die Nummer von Vertrag Nord?': '1204',
  },
  'a noun stands for the only names that end with it': {
    'Welche Trainer gibt es?': 'Bo Kern',
    'Welcher Trainer trainiert Turnen?': 'Bo Kern',
    'Wie ist die Temperatur im Nordbecken?': '23.5',
    'Wie warm ist das Nordbecken?': '23.5',
    'Wann beginnt Vertrag Nord?': '2020-03-01',
    'Wann endete Vertrag Nord?': '2025-06-30',
  },
  'names are asked for': {
    'Wie heißt der Abteilungsleiter von Turnen?': 'Ada Fern',
    'Wie heißen die Jugendtrainer?': 'Bo Kern',
    'Wie lautet die Vertragsnummer von Vertrag Nord?': '1204',
    'Wie heißt Bo Kern?': null,
    'Wie ist Bo Kern?': null,
    'Wie ist der Trainer von Turnen?': null,
  },
  'and of nothing else': {
    'Wie warm ist Vertrag Nord?': null,
    'Wann beginnt Turnen?': null,
    'Wer leitet Kegeln?': null,
    'Was ist die Nummer von Spiel 4?': null,
    'Wer leitet Spiel 4?': null,
  },
};

testAnswers(ONTOLOGY, FACTS, QUESTIONS);
