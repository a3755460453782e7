/** Things between two others that no word names, and what no such thing may answer. */
import { testAnswers, type Expectations } from '../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/between#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const classes = ['Library', 'Book', 'Copy', 'Loan', 'Visit', 'Animal', 'Cure', 'Bill', 'Club', 'Complaint', 'Shelf'];
const edge = (name: string, label: string, domain: string, range: string, more = ''): string =>
  `:${name} a owl:ObjectProperty ${more} ; rdfs:label "${label}" ; rdfs:domain :${domain} ; rdfs:range :${range} .`;
const ONE = ', owl:FunctionalProperty';
const ONTOLOGY = `${PREFIXES}
:Person a owl:Class ; rdfs:label "person" .
${classes.map((name) => `:${name} a owl:Class ; rdfs:label "${name.toLowerCase()}" .`).join('\n')}
:Vet a owl:Class ; rdfs:label "vet" ; rdfs:subClassOf :Person .
[] a owl:AllDisjointClasses ; owl:members ( :Person ${classes.map((name) => `:${name}`).join(' ')} ) .
${edge('copyOf', 'copy of', 'Copy', 'Book', ONE)}
${edge('keptAt', 'kept at', 'Copy', 'Library', ONE)}
${edge('lentCopy', 'lent copy', 'Loan', 'Copy', ONE)}
${edge('lentTo', 'lent to', 'Loan', 'Person', ONE)}
${edge('visitOf', 'visit of', 'Visit', 'Animal', ONE)}
${edge('visitTo', 'visit to', 'Visit', 'Vet', ONE)}
${edge('applied', 'includes cure', 'Visit', 'Cure')}
${edge('billFor', 'bill for', 'Bill', 'Visit', ONE)}
${edge('about', 'complaint about', 'Complaint', 'Club', ONE)}
${edge('made', 'complaint of', 'Complaint', 'Shelf', ONE)}
${edge('near', 'shelf near', 'Shelf', 'Club')}
${edge('meets', 'meets at', 'Person', 'Library')}
${edge('belongs', 'is in', 'Person', 'Club')}
:visited a owl:DatatypeProperty ; rdfs:label "visited on" ; rdfs:domain :Visit ; rdfs:range xsd:date .
:lentOn a owl:DatatypeProperty ; rdfs:label "lent on" ; rdfs:domain :Loan ; rdfs:range xsd:date .
`;
const FACTS = `${PREFIXES}
:north a :Library ; rdfs:label "North Library" .
:south a :Library ; rdfs:label "South Library" .
:salt a :Book ; rdfs:label "Salt Road" .
:glass a :Book ; rdfs:label "Glass Orchard" .
:c1 a :Copy ; rdfs:label "Copy 1" ; :copyOf :salt ; :keptAt :north .
:c2 a :Copy ; rdfs:label "Copy 2" ; :copyOf :salt ; :keptAt :south .
:c3 a :Copy ; rdfs:label "Copy 3" ; :copyOf :glass ; :keptAt :north .
:ada a :Person ; rdfs:label "Ada Fern" ; :meets :north ; :belongs :chess .
:l1 a :Loan ; rdfs:label "Loan 1" ; :lentCopy :c1 ; :lentTo :ada ; :lentOn "2024-01-02"^^xsd:date .
:milo a :Animal ; rdfs:label "Milo" .
:otto a :Animal ; rdfs:label "Otto" .
:greta a :Vet ; rdfs:label "Greta Voll" .
:bath a :Cure ; rdfs:label "Hot Bath" .
:rest a :Cure ; rdfs:label "Long Rest" .
:v1 a :Visit ; rdfs:label "Visit 1" ; :visitOf :milo ; :visitTo :greta ; :applied :bath , :rest ; :visited "2024-03-04"^^xsd:date .
:v2 a :Visit ; rdfs:label "Visit 2" ; :visitOf :otto ; :visitTo :greta ; :visited "2024-03-05"^^xsd:date .
:b1 a :Bill ; rdfs:label "Bill 1" ; :billFor :v1 .
:chess a :Club ; rdfs:label "Chess Club" .
`;

const QUESTIONS: Expectations = {
  'what a thing has by another': {
    'Which libraries have the Salt Road?': 'North Library, South Library',
    'Which library has the Glass Orchard?': 'North Library',
    'Which books does the North Library have?': 'Glass Orchard, Salt Road',
    'Which books are there at the South Library?': 'Salt Road',
    'Does the North Library have the Glass Orchard?': 'Yes.',
    'How many books does the North Library have?': '2: Glass Orchard, Salt Road',
    "Which libraries don't have the Glass Orchard?": 'South Library',
  },
  'what somebody had, and whom somebody saw': {
    'What cures did Milo have?': 'Hot Bath, Long Rest',
    'Which vet saw Milo?': 'Greta Voll',
    'Which animals did Greta Voll see?': 'Milo, Otto',
    'Which vets has Milo seen?': 'Greta Voll',
  },
  'what the name of a class and a preposition say': {
    'Which animals had a visit to Greta Voll?': 'Milo, Otto',
  },
  'what has happened is no possession': {
    'Which vets does Milo have?': null,
    'Which cures does Milo have?': null,
    'Which persons have the Salt Road?': null,
    'Does Ada Fern have the Salt Road?': null,
  },
  'other verbs say more': {
    'Which libraries lack the Salt Road?': null,
    'Which libraries want the Salt Road?': null,
    'Which libraries sold the Salt Road?': null,
    'Which cures did Milo refuse?': null,
    'Which vet bit Milo?': null,
    'Which books did the North Library lose?': null,
    'Which books are from the North Library?': null,
    'Which books are about the North Library?': null,
  },
  'neither people nor two ways': {
    'Which libraries does the Chess Club have?': null,
    'Which clubs does the North Library have?': null,
  },
};

testAnswers(ONTOLOGY, FACTS, QUESTIONS);
