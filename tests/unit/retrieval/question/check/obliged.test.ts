/** Verbs of obligation that are labels of classes too, and counts of people against numbers with a unit. */
import { answersTo, startReader, type ReaderTestbed } from '../../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/desk#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const CLASSES = ['book', 'order', 'park', 'deposit', 'copy'];
const named = (word: string): string => word[0]!.toUpperCase() + word.slice(1);

let reader: ReaderTestbed;
beforeAll(async () => {
  reader = await startReader(
    `${PREFIXES}
${CLASSES.map((word) => `:${named(word)} a owl:Class ; rdfs:label "part ${word}" .`).join('\n')}
${CLASSES.map((word) => `:${word}Of a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:label "${word} of" ; rdfs:domain :${named(word)} ; rdfs:range :Thing${named(word)} . :Thing${named(word)} a owl:Class ; rdfs:label "${word}" .`).join('\n')}
:capacity a owl:DatatypeProperty ; rdfs:label "capacity" ; rdfs:comment "What it holds, in litres." ; rdfs:range xsd:integer ; rdfs:domain :Tank .
:Tank a owl:Class ; rdfs:label "tank" .
`,
    `${PREFIXES}
${CLASSES.map((word) => `:${word}1 a :${named(word)} ; rdfs:label "Number ${word.length}${word[0]}" .`).join('\n')}
${CLASSES.map((word) => `:${word}1 :${word}Of :${word}2 . :${word}2 a :Thing${named(word)} ; rdfs:label "Whole ${word.length}${word[0]}" .`).join('\n')}
:tank1 a :Tank ; rdfs:label "Tall Tank" ; :capacity 2000 .
`,
  );
});
afterAll(() => reader.close());

it('is no class', async () => {
  const questions = CLASSES.flatMap((word) =>
    ['Do I have to', 'Do we need to', 'Does one have to'].map(
      (opening) => `${opening} ${word} for Number ${word.length}${word[0]}?`,
    ),
  );
  expect(Object.values(await answersTo(reader, questions))).toEqual(questions.map(() => null));
});

it('is counted in its own unit', async () => {
  const questions = ['How many litres does the Tall Tank hold?', 'How many people does the Tall Tank hold?'];
  expect(Object.values(await answersTo(reader, questions))).toEqual(['2000 litres', null]);
});
