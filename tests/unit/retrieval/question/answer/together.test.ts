/** Several values that one question asks for: each is told, in its order, or none. */
import { answersTo, startReader, type ReaderTestbed } from '../../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/halls#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
/** Label → datatype and value at the Great Hall. */
const FIGURES = {
  width: ['xsd:integer', '12'],
  height: ['xsd:integer', '34'],
  'day rate': ['xsd:decimal', '56.5'],
  address: ['xsd:string', '7 Mill Lane'],
} as const;
const labels = Object.keys(FIGURES) as (keyof typeof FIGURES)[];
const nameOf = (label: string): string => label.replace(' ', '');
const figure = (label: string, range: string): string =>
  `:${nameOf(label)} a owl:DatatypeProperty ; rdfs:label "${label}" ; rdfs:domain :Hall ; rdfs:range ${range} .`;
const ONTOLOGY = `${PREFIXES}
:Hall a owl:Class ; rdfs:label "hall" .
${labels.map((label) => figure(label, FIGURES[label][0])).join('\n')}
${figure('opening time', 'xsd:string')}
${figure('closing time', 'xsd:string')}
${figure('colour', 'xsd:string')}
`;
const FACTS = `${PREFIXES}
:great a :Hall ; rdfs:label "Great Hall" ; :openingtime "08:00" ; :closingtime "21:30" ;
  ${labels.map((label) => `:${nameOf(label)} "${FIGURES[label][1]}"^^${FIGURES[label][0]}`).join(' ; ')} .
`;

let reader: ReaderTestbed;
beforeAll(async () => {
  reader = await startReader(ONTOLOGY, FACTS);
});
afterAll(() => reader.close());

const pairs = labels.flatMap((one) => labels.flatMap((other) => (one === other ? [] : [[one, other] as const])));

it.each(pairs)('the %s and the %s', async (one, other) => {
  const expected = `${FIGURES[one][1]}; ${FIGURES[other][1]}`;
  const questions = [
    `What is the ${one} and the ${other} of the Great Hall?`,
    `What are the ${one} and ${other} of the Great Hall?`,
  ];
  expect(await answersTo(reader, questions)).toEqual(Object.fromEntries(questions.map((each) => [each, expected])));
});

it.each(labels)('the %s and what nobody has told', async (label) => {
  expect(await reader.ask(`What is the ${label} and the colour of the Great Hall?`)).toBeNull();
});

it('two times by their verbs', async () => {
  expect(
    await answersTo(reader, ['When does the Great Hall open and close?', 'When does the Great Hall close and open?']),
  ).toEqual({
    'When does the Great Hall open and close?': '08:00; 21:30',
    'When does the Great Hall close and open?': '21:30; 08:00',
  });
});
