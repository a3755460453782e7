/** Possessors, topics, and openings and closings of questions. */
import { answersTo, startReader, type ReaderTestbed } from '../../../support/retrieval/reader';

const ONTOLOGY = `
  @prefix : <http://joins.example/> .
  @prefix owl: <http://www.w3.org/2002/07/owl#> .
  @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
  @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
  :Person a owl:Class . :Citizen a owl:Class ; rdfs:subClassOf :Person ; owl:disjointWith :Clerk .
  :Clerk a owl:Class ; rdfs:subClassOf :Person . :Application a owl:Class ; owl:disjointWith :Person .
  :Room a owl:Class ; owl:disjointWith :Person , :Application .
  :submittedBy a owl:ObjectProperty ; rdfs:label "submitted by" ; rdfs:domain :Application ; rdfs:range :Citizen .
  :handledBy a owl:ObjectProperty ; rdfs:label "handled by" ; rdfs:domain :Application ; rdfs:range :Clerk .
  :worksIn a owl:ObjectProperty ; rdfs:label "works in" ; rdfs:domain :Clerk ; rdfs:range :Room .
  :speaks a owl:DatatypeProperty ; rdfs:domain :Clerk ; rdfs:range xsd:string .
  :date a owl:DatatypeProperty ; rdfs:domain :Application ; rdfs:range xsd:date .
  :subject a owl:DatatypeProperty ; rdfs:domain :Application ; rdfs:range xsd:string .`;
const FACTS = `
  @prefix : <http://joins.example/> .
  @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
  @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
  :ada a :Citizen ; rdfs:label "Ada Holm" . :ben a :Citizen ; rdfs:label "Ben Rook" .
  :odd a :Clerk ; rdfs:label "Odd Lund" ; :worksIn :attic ; :speaks "Danish" .
  :una a :Clerk ; rdfs:label "Una Pike" ; :worksIn :hall ; :speaks "Welsh" .
  :attic a :Room ; rdfs:label "Attic" . :hall a :Room ; rdfs:label "Long Hall" .
  :a1 a :Application ; rdfs:label "Application One" ; :submittedBy :ada ; :handledBy :odd ; :subject "a shed" ;
    :date "2025-05-06"^^xsd:date .
  :a2 a :Application ; rdfs:label "Application Two" ; :submittedBy :ben ; :handledBy :una ; :subject "a kiosk" ;
    :date "2025-06-07"^^xsd:date .`;

const CITIZENS = [
  { name: 'Ada Holm', clerk: 'Odd Lund', date: '2025-05-06', subject: 'a shed', own: 'Application One' },
  { name: 'Ben Rook', clerk: 'Una Pike', date: '2025-06-07', subject: 'a kiosk', own: 'Application Two' },
] as const;

let reader: ReaderTestbed;
beforeAll(async () => {
  reader = await startReader(ONTOLOGY, FACTS);
});
afterAll(() => reader.close());

const expectAnswers = async (expected: Readonly<Record<string, string | null>>): Promise<void> =>
  expect(await answersTo(reader, Object.keys(expected))).toEqual(expected);

it.each(CITIZENS)('what $name has is not $name', async ({ name, clerk, date, subject }) => {
  await expectAnswers({
    [`Who handles ${name}'s application?`]: clerk,
    [`Who is handling ${name}'s application?`]: clerk,
    [`What is the date of ${name}'s application?`]: date,
    [`What is the subject of ${name}'s application?`]: subject,
    [`Is ${name}'s application a citizen?`]: null,
    [`Is ${name}'s application a person?`]: null,
    [`Is the application of ${name} a person?`]: null,
    [`Is ${name}'s application an application?`]: 'Yes.',
    [`Is the clerk of ${name} a citizen?`]: null,
    [`Is the room of ${clerk} a clerk?`]: null,
    [`Is ${clerk}'s room a clerk?`]: null,
    [`Is ${clerk} a clerk?`]: 'Yes.',
  });
});

it.each(CITIZENS)('what $own is about is its subject', async ({ own, subject, name }) => {
  await expectAnswers({
    [`What is ${own} about?`]: subject,
    [`What was ${own} about?`]: subject,
    [`What is ${name} about?`]: null,
    'What is the Attic about?': null,
    [`Which clerk is ${own} about?`]: null,
  });
});

const PLAIN = {
  'Which room does Odd Lund work in?': 'Attic',
  'Which room is Una Pike in?': 'Long Hall',
  'Which languages does Odd Lund speak?': null,
  'What does Odd Lund speak?': 'Danish',
} as const;

/** The plain questions in other words, with the same answers. */
const plain = (put: (question: string) => string): Record<string, string | null> =>
  Object.fromEntries(Object.entries(PLAIN).map(([question, answer]) => [put(question), answer]));

it.each(['?', ', please?', ' at the moment?', ' right now, please?'])(
  '"%s" says nothing of a question',
  async (end) => {
    await expectAnswers(plain((question) => question.replace('?', end)));
  },
);

it.each(['And', 'So', 'Hi,', 'And now,'])('nor does "%s" in front of it', async (begin) => {
  await expectAnswers(plain((question) => `${begin} ${question[0]!.toLowerCase()}${question.slice(1)}`));
});

it.each([
  ['Application One', 'Odd Lund'],
  ['Application Two', 'Una Pike'],
])('a name and its own class behind it are one thing: %s', async (name, clerk) => {
  await expectAnswers({
    [`Who handles the ${name} application?`]: clerk,
    [`Who does the ${clerk} clerk handle?`]: null,
    [`Which room does the ${clerk} clerk work in?`]: clerk === 'Odd Lund' ? 'Attic' : 'Long Hall',
  });
});
