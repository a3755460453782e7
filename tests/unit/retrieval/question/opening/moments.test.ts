/** Times of the day, and days: a question of one is never answered with the other. */
import { answersTo, startReader, type ReaderTestbed } from '../../../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/moments#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
/** Label, datatype and value of the one time of a kind of event. */
const TIMES = {
  Lecture: ['start time', 'xsd:string', '19:30', 'clock'],
  Parade: ['starts at', 'xsd:time', '10:00:00', 'clock'],
  Sale: ['sale date', 'xsd:date', '2024-05-06', 'day'],
  Fair: ['held on', 'xsd:date', '2024-07-08', 'day'],
  Revolt: ['year', 'xsd:integer', '1848', 'day'],
  Flight: ['departure', 'xsd:dateTime', '2024-09-10T11:12:00Z', 'both'],
} as const;
const kinds = Object.keys(TIMES) as (keyof typeof TIMES)[];
const ONTOLOGY = `${PREFIXES}
${kinds.map((name) => `:${name} a owl:Class ; rdfs:label "${name.toLowerCase()}" .`).join('\n')}
[] a owl:AllDisjointClasses ; owl:members ( ${kinds.map((name) => `:${name}`).join(' ')} ) .
${kinds.map((name) => `:at${name} a owl:DatatypeProperty ; rdfs:label "${TIMES[name][0]}" ; rdfs:domain :${name} ; rdfs:range ${TIMES[name][1]} .`).join('\n')}
`;
const FACTS = `${PREFIXES}
${kinds.map((name) => `:one${name} a :${name} ; rdfs:label "Great ${name}" ; :at${name} "${TIMES[name][2]}"^^${TIMES[name][1]} .`).join('\n')}
`;

let reader: ReaderTestbed;
beforeAll(async () => {
  reader = await startReader(ONTOLOGY, FACTS);
});
afterAll(() => reader.close());

const OPENINGS = {
  clock: ['What time is', 'At what time is', 'At which time is'],
  day: ['What day is', 'On which date is', 'In which year is', 'In what month is'],
} as const;

describe.each(kinds)('%s', (name) => {
  const [, , value, tells] = TIMES[name];
  it.each(['clock', 'day'] as const)('asked for a %s', async (moment) => {
    const questions = OPENINGS[moment].map((opening) => `${opening} the Great ${name}?`);
    const answers = Object.values(await answersTo(reader, questions));
    const isTold = tells === 'both' || tells === moment;
    expect(answers).toEqual(questions.map(() => (isTold ? expect.stringContaining(value.slice(0, 4)) : null)));
  });
});

describe('a day of something else than its own', () => {
  let other: ReaderTestbed;
  beforeAll(async () => {
    other = await startReader(
      `${PREFIXES}
:Film a owl:Class ; rdfs:label "film" .
:Person a owl:Class ; rdfs:label "person" .
:Concert a owl:Class ; rdfs:label "concert" .
:released a owl:DatatypeProperty ; rdfs:label "release date" ; rdfs:domain :Film ; rdfs:range xsd:date .
:hired a owl:DatatypeProperty ; rdfs:label "hired on" ; rdfs:domain :Person ; rdfs:range xsd:date .
:date a owl:DatatypeProperty ; rdfs:label "concert date" ; rdfs:domain :Concert ; rdfs:range xsd:date .
`,
      `${PREFIXES}
:low a :Film ; rdfs:label "Low Water" ; :released "2024-02-03"^^xsd:date .
:ada a :Person ; rdfs:label "Ada Fern" ; :hired "2023-02-03"^^xsd:date .
:late a :Concert ; rdfs:label "Late Concert" ; :date "2022-02-03"^^xsd:date .
`,
    );
  });
  afterAll(() => other.close());

  it.each(['Low Water', 'Ada Fern'])('is not when %s is', async (name) => {
    const questions = ['When is', 'When was', 'What day is'].flatMap((opening) => [
      `${opening} ${name}?`,
      `${opening} ${name} on?`,
    ]);
    expect(await answersTo(other, questions)).toEqual(Object.fromEntries(questions.map((each) => [each, null])));
  });

  it('is told by its verb', async () => {
    const expected = {
      'When is the Late Concert?': '2022-02-03',
      'When was Low Water released?': '2024-02-03',
      'Since when has Ada Fern been here?': '2023-02-03',
    };
    expect(await answersTo(other, Object.keys(expected))).toEqual(expected);
  });
});

it('the part of a question that asks for each has its own', async () => {
  expect(await reader.ask('What day and what time is the Great Flight?')).toMatch(/2024-09-10.*2024-09-10/);
});
