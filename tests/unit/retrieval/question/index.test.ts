/** Answers of the reader to ways to put a question, each with its neighbours, from an ontology and a few facts. */
import { startReader, type ReaderTestbed } from '../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/museums#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const ONTOLOGY = `${PREFIXES}
:Person a owl:Class .
:Guide a owl:Class ; rdfs:subClassOf :Person ; rdfs:label "guide"@en , "Führer"@de .
:Museum a owl:Class ; rdfs:label "museum"@en , "Museum"@de ; owl:disjointWith :Person .
:Place a owl:Class ; owl:disjointWith :Person , :Museum .
:Town a owl:Class ; rdfs:subClassOf :Place .
:Country a owl:Class ; rdfs:subClassOf :Place .
:Tour a owl:Class ; rdfs:label "tour"@en , "Führung"@de ; owl:disjointWith :Person , :Museum , :Place .
:Prize a owl:Class ; owl:disjointWith :Person , :Museum , :Place , :Tour .
:locatedIn a owl:ObjectProperty , owl:TransitiveProperty ; rdfs:label "located in" ; rdfs:range :Place .
:leads a owl:ObjectProperty ; rdfs:label "leads"@en , "leitet"@de ; rdfs:domain :Guide ; rdfs:range :Tour .
:nominatedFor a owl:ObjectProperty ; rdfs:label "nominated for" ; rdfs:domain :Tour ; rdfs:range :Prize .
:worksAt a owl:ObjectProperty ; rdfs:label "works at"@en , "arbeitet in"@de ; rdfs:domain :Guide ; rdfs:range :Museum .
:heated a owl:DatatypeProperty ; rdfs:label "heated"@en , "beheizt"@de ; rdfs:domain :Museum ; rdfs:range xsd:boolean .
:worksRemotely a owl:DatatypeProperty ; rdfs:label "works remotely" ; rdfs:domain :Person ; rdfs:range xsd:boolean .
:spokenLanguage a owl:DatatypeProperty ; rdfs:label "language" ; rdfs:domain :Tour ; rdfs:range xsd:string .
:ticketsSold a owl:DatatypeProperty ; rdfs:label "tickets sold" ; rdfs:domain :Tour ; rdfs:range xsd:integer .
`;
const FACTS = `${PREFIXES}
:kelland a :Country ; rdfs:label "Kelland" .
:sorne a :Town ; rdfs:label "Sorne" ; :locatedIn :kelland .
:vale a :Town ; rdfs:label "Vale" ; :locatedIn :kelland .
:mill a :Museum ; rdfs:label "Mill Museum" ; :locatedIn :sorne ; :heated false .
:glass a :Museum ; rdfs:label "Glass House" ; :locatedIn :sorne ; :heated true .
:boat a :Museum ; rdfs:label "Boat Shed" ; :locatedIn :vale .
:crown a :Prize ; rdfs:label "Silver Crown" .
:dawn a :Tour ; rdfs:label "Dawn Walk" ; :spokenLanguage "English" ; :ticketsSold 40 ; :nominatedFor :crown .
:dusk a :Tour ; rdfs:label "Dusk Walk" ; :spokenLanguage "German" ; :ticketsSold 25 ; :nominatedFor :crown .
:night a :Tour ; rdfs:label "Night Walk" ; :spokenLanguage "English" ; :ticketsSold 60 .
:ada a :Guide ; rdfs:label "Ada Fern" ; :leads :dawn , :dusk ; :worksAt :mill ; :worksRemotely false .
:bo a :Guide ; rdfs:label "Bo Lind" ; :leads :night ; :worksAt :mill , :glass ; :worksRemotely true .
:cy a :Guide ; rdfs:label "Cy Moor" ; :worksAt :glass .
`;

/** Questions by the reading that they are of, with their answers; a remark behind an answer aside. */
const READINGS: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  'a truth value that is stated as false is No, and one that is not stated is not': {
    'Is the Glass House heated?': 'Yes.',
    'Is the Mill Museum heated?': 'No.',
    'Is the Boat Shed heated?': null,
    'Is the Mill Museum a heated museum?': 'No.',
    'Does Bo Lind work remotely?': 'Yes.',
    'Does Ada Fern work remotely?': 'No.',
    'Does Cy Moor work remotely?': null,
    'Ist das Glass House beheizt?': 'Ja.',
    'Ist das Mill Museum beheizt?': 'Nein.',
    'Ist der Boat Shed beheizt?': null,
  },
  'what has a truth value is asked for, never the value': {
    'Which museums are heated?': 'Glass House',
    'Which museums are not heated?': 'Mill Museum',
    'Which heated museums are there?': 'Glass House',
    'Which heated museum does Bo Lind work at?': 'Glass House',
    'How many heated museums are there?': '1: Glass House',
    'Show all heated museums.': 'Glass House',
    'Who works at a heated museum?': 'Bo Lind, Cy Moor',
    'Who works remotely?': 'Bo Lind',
    'Who does not work remotely?': 'Ada Fern',
    'Are all museums heated?': 'No: not Boat Shed, Mill Museum',
    'Is no museum heated?': 'No: Glass House.',
  },
  'a text names the property that has it as its value': {
    'Which tours are in English?': 'Dawn Walk, Night Walk',
    'Which tours are in Spanish?': null,
    'How many tours are in English?': '2: Dawn Walk, Night Walk',
    'Is there a tour in German?': 'Yes.',
    'Is the Dusk Walk in German?': 'Yes.',
    'Is the Dusk Walk in English?': 'No: German.',
    'Which tours does Ada Fern lead in English?': 'Dawn Walk',
    'Who leads a tour in German?': 'Ada Fern',
    'Is every tour in English?': 'No: not Dusk Walk',
  },
  'words apart are parts of one name': {
    'How many tickets were sold for the Dawn Walk?': '40',
    'How many tickets did the Dawn Walk sell?': '40',
    'How many tickets has the Night Walk sold?': '60',
    'Which tour sold the most tickets?': 'Night Walk',
    'Which tours sold fewer than 30 tickets?': 'Dusk Walk',
    'Which tours sold more than 30 tickets?': 'Dawn Walk, Night Walk',
    'How many tickets did Ada Fern sell?': null,
  },
  'a clause limits the individuals of a universal': {
    'Was every tour nominated for a prize?': 'No: not Night Walk',
    'Was every tour led by Ada Fern nominated for a prize?': 'Yes.',
    'Was every tour that Ada Fern leads nominated for the Silver Crown?': 'Yes.',
    'Was every tour led by Bo Lind nominated for a prize?': 'No: not Night Walk',
    'Was no tour led by Bo Lind nominated for a prize?': 'Yes',
    'Was every tour led by Cy Moor nominated for a prize?': null,
    'Is every tour led by Bo Lind in English?': 'Yes.',
    'Are all tours led by Ada Fern in English?': 'No: not Dusk Walk',
  },
  'only a name: with that and no other': {
    'Who works at the Mill Museum?': 'Ada Fern, Bo Lind',
    'Who works only at the Mill Museum?': 'Ada Fern',
    'Which guides work only at the Glass House?': 'Cy Moor',
    'Who leads only the Night Walk?': 'Bo Lind',
    'Who leads only the Dawn Walk?': null,
    'Which guides work only at the Boat Shed?': null,
    'Wer arbeitet nur im Glass House?': 'Cy Moor',
  },
  'a number for each, counted or stated': {
    'How many tours does each guide lead?': 'Ada Fern: 2, Bo Lind: 1',
    'How many museums does each guide work at?': 'Ada Fern: 1, Bo Lind: 2, Cy Moor: 1',
    'How many guides work at each museum?': 'Glass House: 2, Mill Museum: 2',
    'How many tickets did each tour sell?': 'Dawn Walk: 40, Dusk Walk: 25, Night Walk: 60',
    'Wie viele Führungen leitet jeder Führer?': 'Ada Fern: 2, Bo Lind: 1',
  },
  'a preposition at the end is of the word that asks': {
    'Which museum does Bo Lind work at?': 'Glass House, Mill Museum',
    'What does Ada Fern work at?': 'Mill Museum',
    'Which prize is the Dawn Walk nominated for?': 'Silver Crown',
    'What is the Night Walk nominated for?': null,
    'What country is Vale in?': 'Kelland',
    'Which town is the Mill Museum located in?': 'Sorne',
    'What language is the Dusk Walk in?': 'German',
    'Who does Ada Fern work with?': null,
  },
  'what has somebody of a kind is nobody of it': {
    'Is the Dawn Walk a leader?': null,
    'Is Ada Fern a leader?': null,
    'Has the Dawn Walk a leader?': 'Yes.',
    'Does the Dawn Walk have a leader?': 'Yes.',
    'Is Ada Fern the leader of the Dawn Walk?': 'Yes.',
    'Is Ada Fern the leader of the Night Walk?': null,
    'Is Ada Fern a guide?': 'Yes.',
  },
  'where something is tells the stated place, not those around it': {
    'Where is the Mill Museum?': 'Sorne',
    'Where is the Boat Shed?': 'Vale',
    'Where is Sorne?': 'Kelland',
    'Where is Kelland?': null,
    'Where is the Dawn Walk?': null,
    'Where does Ada Fern work?': 'Mill Museum',
    'In which country is the Mill Museum?': 'Kelland',
    'Which museums are in Kelland?': 'Boat Shed, Glass House, Mill Museum',
    'Wo ist das Mill Museum?': 'Sorne',
  },
};

let reader: ReaderTestbed;
beforeAll(async () => (reader = await startReader(ONTOLOGY, FACTS)));
afterAll(() => reader.close());

describe.each(Object.entries(READINGS))('%s', (_, questions) => {
  it.each(Object.entries(questions))('%s %s', async (question, answer) => {
    const told = await reader.ask(question);
    expect(told?.replace(/ \(.*\)\.?$/, '') ?? null).toBe(answer);
  });
});

it('remarks that a graph may be incomplete where something is denied', async () => {
  expect(await reader.ask('Who works only at the Mill Museum?')).toBe('Ada Fern (nothing else is stated)');
  expect(await reader.ask('Who works at the Mill Museum?')).toBe('Ada Fern, Bo Lind');
});
