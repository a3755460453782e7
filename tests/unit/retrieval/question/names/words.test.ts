/** Answers of the reader to forms of words, with neighbours: of names and values, and of words that no name has. */
import { startReader, type ReaderTestbed } from '../../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/workshop#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const ONTOLOGY = `${PREFIXES}
:Lens a owl:Class ; rdfs:label "lens"@en , "glass"@en , "Linse"@de .
:Scarf a owl:Class ; owl:disjointWith :Lens .
:Town a owl:Class ; rdfs:label "town"@en , "Stadt"@de .
:storedIn a owl:ObjectProperty ; rdfs:label "stored in"@en , "gelagert in"@de ; rdfs:domain :Lens ; rdfs:range :Town ;
  rdfs:comment "Lenses of a town." .
:serialNumber a owl:DatatypeProperty ; rdfs:label "serial number" ; rdfs:domain :Lens ; rdfs:range xsd:string .
:Artist a owl:Class ; rdfs:label "artist"@en , "Künstler"@de ; owl:disjointWith :Work , :Town , :Lens .
:Person a owl:Class . :Artist rdfs:subClassOf :Person .
:Work a owl:Class ; rdfs:label "work"@en , "Werk"@de ; owl:disjointWith :Lens .
:OilPainting a owl:Class ; rdfs:subClassOf :Painting ; rdfs:label "oil colour" .
:Painting a owl:Class ; rdfs:subClassOf :Work ; rdfs:label "painting"@en , "Gemälde"@de .
:Sculpture a owl:Class ; rdfs:subClassOf :Work ; owl:disjointWith :Painting .
:OpenAirConcert a owl:Class ; rdfs:label "open-air concert" .
:createdBy a owl:ObjectProperty ; rdfs:label "created by"@en , "geschaffen von"@de ; rdfs:domain :Work ; rdfs:range :Artist .
:taughtBy a owl:ObjectProperty ; rdfs:label "taught by"@en , "unterrichtet von"@de ; rdfs:domain :Artist ; rdfs:range :Artist .
:visits a owl:ObjectProperty ; rdfs:label "visits in" ; rdfs:domain :Artist ; rdfs:range :Town .
:fromTown a owl:ObjectProperty ; rdfs:label "from the town" ; rdfs:domain :Work ; rdfs:range :Town .
:keptIn a owl:ObjectProperty ; rdfs:label "kept in"@en , "aufbewahrt in"@de ; rdfs:domain :Work ; rdfs:range :Town .
:firstSeen a owl:DatatypeProperty ; rdfs:comment "Day on which the work was first noticed." ;
  rdfs:domain :Work ; rdfs:range xsd:date .
:weight a owl:DatatypeProperty ; rdfs:comment "In kilograms." ; rdfs:domain :Work ; rdfs:range xsd:integer .
:birth a owl:DatatypeProperty ; rdfs:label "birthday"@en , "Geburtstag"@de ; rdfs:domain :Artist ; rdfs:range xsd:date .
:declaredValue a owl:DatatypeProperty ; rdfs:label "declared value" ; rdfs:domain :Lens ; rdfs:range xsd:integer .
`;
const FACTS = `${PREFIXES}
:cologne a :Town ; rdfs:label "Cologne"@en , "Köln"@de .
:lyon a :Town ; rdfs:label "Lyon" .
:opal a :Lens ; rdfs:label "Opal" ; :storedIn :cologne ; :serialNumber "QX 7" ; :declaredValue 20 .
:iris a :Lens ; rdfs:label "Iris" ; :storedIn :lyon ; :serialNumber "QX 8" ; :declaredValue 30 .
:ann a :Artist ; :visits :lyon ; rdfs:label "Ann Roe" ; :birth "1901-05-02"^^xsd:date .
:ben a :Artist ; rdfs:label "Ben Lie" ; :taughtBy :ann ; :birth "1934-08-09"^^xsd:date .
:dawn a :Painting ; rdfs:label "Dawn" ; :createdBy :ann ; :keptIn :lyon ; :fromTown :cologne ; :firstSeen "1927-01-01"^^xsd:date ; :weight 3 .
:bull a :Sculpture ; rdfs:label "Bull" ; :createdBy :ann , :ben ; :keptIn :lyon ; :firstSeen "1955-01-01"^^xsd:date ;
  :weight 300 .
:summer a :OpenAirConcert ; rdfs:label "Summer Night" .
:wool a :Scarf ; rdfs:label "Wool" .
`;

/** Questions by the forms that they have, with their answers; a remark behind an answer aside. */
const FORMS: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  'a plural with another stem than its noun': {
    'How many lenses are there?': '2: Iris, Opal',
    'Which lenses are stored in Lyon?': 'Iris',
    'Which glasses are stored in Lyon?': 'Iris',
    'Which scarves are there?': 'Wool',
  },
  'labels of several languages': {
    'Which lenses are stored in Köln?': 'Opal',
    'Which lenses are stored in Cologne?': 'Opal',
    'Welche Linsen sind in Köln gelagert?': 'Opal',
    'Where is the Opal stored?': 'Cologne',
    'Wo ist Opal gelagert?': 'Köln',
    'In welcher Stadt ist Iris gelagert?': 'Lyon',
  },
  'a code is the value of a property, and names what has it': {
    'Which lens has the serial number QX 7?': 'Opal',
    'Which lens has the number QX 8?': 'Iris',
    'Which lens has the serial number QX 9?': null,
    'Whose serial number is QX 7?': 'Opal',
    'Where is QX 7 stored?': 'Cologne',
  },
  'a sum, by any word for it': {
    'What is the total declared value of the lenses?': '50',
    'What is the declared value of Opal and Iris together?': '50',
    'What is the combined declared value of all lenses?': '50',
    'What is the declared value of all lenses combined?': '50',
    'What is the total declared value?': '50',
    'What is the declared value of the Opal?': '20',
    'What is the total birthday of the artists?': null,
  },
  'a verb of what it makes': {
    'Who painted Dawn?': 'Ann Roe',
    'Who is the painter of Dawn?': 'Ann Roe',
    'Who painted the Bull?': null,
    'Who is the sculptor of the Bull?': 'Ann Roe, Ben Lie',
    'What did Ann Roe paint?': 'Dawn',
    'What did Ann Roe create?': 'Bull, Dawn',
    'Which works did Ann Roe sculpt?': 'Bull',
    'Who made Dawn?': 'Ann Roe',
    'What did Ben Lie paint?': null,
    'Did Ann Roe paint Dawn?': 'Yes.',
  },
  'the noun that a name ends with': {
    'Which concerts are there?': 'Summer Night',
    'Which airs are there?': null,
    'Which colours are there?': null,
  },
  'a noun behind which, if a class is called so': {
    'Which town is the most valuable?': null,
    'Which town is the oldest?': null,
  },
  'words of a definition': {
    'When was Dawn first noticed?': '1927-01-01',
    'Which works were first noticed before 1940?': 'Dawn',
    'Which work was first noticed?': 'Dawn',
  },
  'measures and periods in words': {
    'What weighs more than 30 kilos?': 'Bull',
    'Which lens is the most valuable?': 'Iris',
    'Which lenses are worth less than 25?': 'Opal',
    'How valuable is the Opal?': '20',
    'Which lenses are valuable?': null,
    'Which works were first noticed in the twenties?': 'Dawn',
    'Who was born in the thirties?': 'Ben Lie',
    'Who was born in his thirties?': null,
  },
  'verbs of posture': {
    'Which paintings hang in Lyon?': 'Dawn',
    'Welche Gemälde hängen in Lyon?': 'Dawn',
    'Which paintings hang in Cologne?': null,
    // Nobody is a place, and nobody is where a property has people.
    'Which works stand in Ann Roe?': null,
    'Which artists sit in Lyon?': null,
    'Which lenses hang in Dawn?': null,
  },
  'German words that ask, and forms of verbs': {
    'Wann wurde Ben Lie geboren?': '1934-08-09',
    'Wer schuf Dawn?': 'Ann Roe',
    'Wen hat Ann Roe unterrichtet?': 'Ben Lie',
    'Wer hat Ben Lie unterrichtet?': 'Ann Roe',
    'Worin ist Opal gelagert?': 'Köln',
    'Wovon wurde Dawn geschaffen?': null,
    'Womit ist Opal gelagert?': null,
    'Wer wurde in den dreißiger Jahren geboren?': 'Ben Lie',
  },
};

let reader: ReaderTestbed;
beforeAll(async () => (reader = await startReader(ONTOLOGY, FACTS)));
afterAll(() => reader.close());

describe.each(Object.entries(FORMS))('%s', (_, questions) => {
  it.each(Object.entries(questions))('%s %s', async (question, answer) => {
    const told = await reader.ask(question);
    expect(told?.replace(/ \(.*\)\.?$/, '') ?? null).toBe(answer);
  });
});
