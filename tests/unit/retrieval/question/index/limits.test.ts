/** Words that limit, commands, and second parts of questions, in English and German: generated over names and places. */
import { answersTo, startReader, type ReaderTestbed } from '../../../../support/retrieval/reader';

const PREFIXES = `
  @prefix : <https://limits.example/> .
  @prefix owl: <http://www.w3.org/2002/07/owl#> .
  @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
  @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .`;
const ONTOLOGY = `${PREFIXES}
  :Person a owl:Class ; rdfs:label "person"@en , "Person"@de .
  :Town a owl:Class ; rdfs:label "town"@en , "Ort"@de ; owl:disjointWith :Person , :Firm , :Kiln .
  :Firm a owl:Class ; rdfs:label "firm"@en , "Firma"@de ; owl:disjointWith :Person .
  :Kiln a owl:Class ; rdfs:label "kiln"@en , "Ofen"@de ; owl:disjointWith :Person , :Firm .
  :livesIn a owl:ObjectProperty ; rdfs:domain :Person ; rdfs:range :Town ; rdfs:label "lives in"@en , "wohnt in"@de .
  :seat a owl:ObjectProperty ; rdfs:domain :Firm ; rdfs:range :Town ; rdfs:label "based in"@en , "Sitz in"@de .
  :employedBy a owl:ObjectProperty ; rdfs:domain :Person ; rdfs:range :Firm ;
    rdfs:label "employed by"@en , "arbeitet für"@de .
  :reportsTo a owl:ObjectProperty , owl:TransitiveProperty ; rdfs:domain :Person ; rdfs:range :Person ;
    rdfs:label "reports to"@en , "berichtet an"@de .
  :foundBy a owl:ObjectProperty ; rdfs:domain :Kiln ; rdfs:range :Person ;
    rdfs:label "found by"@en , "gefunden von"@de .
  :repairedBy a owl:ObjectProperty ; rdfs:domain :Kiln ; rdfs:range :Person ;
    rdfs:label "repaired by"@en , "repariert von"@de .
  :madeOf a owl:DatatypeProperty ; rdfs:domain :Kiln ; rdfs:range xsd:string ; rdfs:label "made of"@en , "besteht aus"@de .
  :hiredOn a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:date ;
    rdfs:label "hired on"@en , "eingestellt am"@de .
  :phone a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:string ;
    rdfs:label "phone number"@en , "Telefonnummer"@de .
  :weight a owl:DatatypeProperty ; rdfs:range xsd:integer ; rdfs:label "weight"@en , "Gewicht"@de ;
    rdfs:comment "In tons."@en , "In Tonnen."@de .
  :running a owl:DatatypeProperty ; rdfs:domain :Kiln ; rdfs:range xsd:boolean ;
    rdfs:label "in operation"@en , "in Betrieb"@de .
  :lit a owl:DatatypeProperty ; rdfs:domain :Kiln ; rdfs:range xsd:date ;
    rdfs:label "first lit on"@en , "in Betrieb genommen am"@de .`;
const FACTS = `${PREFIXES}
  :vik a :Town ; rdfs:label "Vikby" . :lun a :Town ; rdfs:label "Lunde" .
  :works a :Firm ; rdfs:label "Vikby Works" ; :seat :vik . :tiles a :Firm ; rdfs:label "Moor Tiles" ; :seat :vik .
  :ada a :Person ; rdfs:label "Ada Holm" ; :livesIn :vik ; :employedBy :works ; :phone "11" ;
    :hiredOn "2001-02-03"^^xsd:date .
  :ben a :Person ; rdfs:label "Ben Rook" ; :livesIn :lun ; :employedBy :tiles ; :phone "22" ; :reportsTo :ada ;
    :hiredOn "2005-02-03"^^xsd:date .
  :cyd a :Person ; rdfs:label "Cyd Pike" ; :livesIn :vik ; :phone "33" ; :reportsTo :ben ;
    :hiredOn "2009-02-03"^^xsd:date ; :weight 1 .
  :red a :Kiln ; rdfs:label "Red Kiln" ; :weight 4 ; :foundBy :ada ; :repairedBy :ada ; :madeOf "brick" ;
    :running true ; :lit "2020-01-01"^^xsd:date .
  :old a :Kiln ; rdfs:label "Old Kiln" ; :weight 9 ; :foundBy :ada ; :repairedBy :ben ; :running false ;
    :lit "2020-05-05"^^xsd:date .`;

let reader: ReaderTestbed;
beforeAll(async () => {
  reader = await startReader(ONTOLOGY, FACTS);
});
afterAll(() => reader.close());

const expectAnswers = async (expected: Readonly<Record<string, string | null>>): Promise<void> =>
  expect(await answersTo(reader, Object.keys(expected))).toEqual(expected);

const PEOPLE = [
  ['Ada Holm', '11'],
  ['Ben Rook', '22'],
  ['Cyd Pike', '33'],
] as const;
const COMMANDS = [
  ...['Gib mir', 'Zeig mir', 'Nenne mir', 'Nenn uns bitte', 'Bitte gib mir', 'Geben Sie mir', 'Ich brauche'],
  ...['Verrate mir', 'Sag mir', 'Zeigen Sie uns'],
];

it.each(PEOPLE)('commands ask for what they name: %s', async (name, phone) => {
  const german = COMMANDS.map((command) => [`${command} die Telefonnummer von ${name}`, phone]);
  const english = ['Give me', 'Show us', 'Tell me'].map((each) => [`${each} the phone number of ${name}`, phone]);
  await expectAnswers(Object.fromEntries([...german, ...english, [`Telefonnummer von ${name}`, phone]]));
});

const TOWNS = [
  ['Vikby', 'Ada Holm, Cyd Pike'],
  ['Lunde', 'Ben Rook'],
] as const;

it.each(TOWNS)('who lives near, behind or around %s is not told', async (town, people) => {
  const others = ['near', 'around', 'behind', 'under', 'over', 'close to', 'next to'];
  const german = ['neben', 'nahe', 'hinter', 'unter', 'über'];
  await expectAnswers({
    [`Who lives in ${town}?`]: people,
    [`Wer wohnt in ${town}?`]: people,
    ...Object.fromEntries(others.map((word) => [`Who lives ${word} ${town}?`, null])),
    ...Object.fromEntries(german.map((word) => [`Wer wohnt ${word} ${town}?`, null])),
  });
});

it('directly leaves out what is reached by others', async () => {
  await expectAnswers({
    'Who reports to Ada Holm?': 'Ben Rook, Cyd Pike',
    'Who reports directly to Ada Holm?': 'Ben Rook',
    'Who directly reports to Ada Holm?': 'Ben Rook',
    'Wer berichtet direkt an Ada Holm?': 'Ben Rook',
    'Wer berichtet unmittelbar an Ada Holm?': 'Ben Rook',
    'Who reports indirectly to Ada Holm?': null,
    'Wer berichtet indirekt an Ada Holm?': null,
    'Who reports to Ada Holm directly or indirectly?': 'Ben Rook, Cyd Pike',
    'Does Ben Rook report directly to Ada Holm?': 'Yes.',
    'Does Cyd Pike report directly to Ada Holm?': null,
    'Does Cyd Pike report to Ada Holm?': 'Yes.',
    'Who was hired directly after Ada Holm?': null,
  });
});

it.each([
  [2000, null],
  [2001, 'Ada Holm'],
  [2007, 'Ada Holm, Ben Rook'],
  [2010, 'Ada Holm, Ben Rook, Cyd Pike'],
])('by %i is then or earlier', async (year, people) => {
  await expectAnswers({
    [`Who was hired by ${year}?`]: people,
    [`Who was hired until ${year}?`]: people,
    [`Who was hired by March ${year}?`]: people,
    [`Wer wurde bis ${year} eingestellt?`]: people,
  });
});

it('a second part keeps the class of the first', async () => {
  await expectAnswers({
    'How many kilns are there and which is the heaviest?': '2: Old Kiln, Red Kiln; Old Kiln',
    'How many kilns are there and which is the lightest?': '2: Old Kiln, Red Kiln; Red Kiln',
    'Which is the heaviest kiln and which is the lightest?': 'Old Kiln; Red Kiln',
    'Wie viele Öfen gibt es und welcher ist der leichteste?': '2: Old Kiln, Red Kiln; Red Kiln',
    'Who found the Red Kiln and what is the lightest?': 'Ada Holm; not answered: what is the lightest',
  });
});

it('two verbs that und joins are of one thing', async () => {
  await expectAnswers({
    'Wer hat den Red Kiln gefunden und repariert?': 'Ada Holm',
    'Wer hat den Old Kiln gefunden und repariert?': null,
    'Wer hat den Old Kiln repariert und gefunden?': null,
    'Von wem wurde der Old Kiln gefunden und repariert?': null,
    'Wer hat den Old Kiln gefunden oder repariert?': 'Ada Holm, Ben Rook',
  });
});

it('words of a longer name are not read as a shorter one', async () => {
  await expectAnswers({
    'Welche Öfen wurden 2020 in Betrieb genommen?': 'Old Kiln, Red Kiln',
    'Wann wurde der Old Kiln in Betrieb genommen?': '2020-05-05',
    'Welche Öfen sind in Betrieb?': 'Red Kiln',
    'Which kilns were made in 2020?': null,
    'Which kilns are made of brick?': 'Red Kiln',
  });
});

it('a name that is told whole is not a longer one of another kind', async () => {
  await expectAnswers({
    'Who is employed in Vikby?': 'Ada Holm, Ben Rook',
    'Who is employed by Vikby Works?': 'Ada Holm',
    'Who is employed in Lunde?': null,
  });
});
