/** Answers of the reader to forms of words, with neighbours: of names and values, and of words that no name has. */
import { startReader, type ReaderTestbed } from '../../../support/retrieval/reader';

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
:declaredValue a owl:DatatypeProperty ; rdfs:label "declared value" ; rdfs:domain :Lens ; rdfs:range xsd:integer .
`;
const FACTS = `${PREFIXES}
:cologne a :Town ; rdfs:label "Cologne"@en , "Köln"@de .
:lyon a :Town ; rdfs:label "Lyon" .
:opal a :Lens ; rdfs:label "Opal" ; :storedIn :cologne ; :serialNumber "QX 7" ; :declaredValue 20 .
:iris a :Lens ; rdfs:label "Iris" ; :storedIn :lyon ; :serialNumber "QX 8" ; :declaredValue 30 .
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
