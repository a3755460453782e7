/**
 * Names of more than one word, over generated ontologies: a figure answers a plain question only if what its name adds
 * says nothing else, and an event tells who did something only if a name says so.
 */
import * as fc from 'fast-check';
import { hasAllCases } from '../../support/runs';
import { startReader } from '../../support/retrieval/reader';

const PREFIXES = `
@prefix : <http://example.org/w#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;

/** Asks every question of every world of one ontology. */
async function answersOf(worlds: readonly Figure[]): Promise<ReadonlyMap<string, string | null>> {
  const classes = worlds.map((_, i) => `:Thing${i} a owl:Class ; rdfs:label "gadget ${i}" .`);
  const ontology = worlds.map(
    ({ label, comment }, i) =>
      `:p${i} a owl:DatatypeProperty ; rdfs:label "${label}" ; rdfs:comment "${comment}" ; rdfs:domain :Thing${i} ; rdfs:range xsd:decimal .`,
  );
  const disjoint = `[] a owl:AllDisjointClasses ; owl:members ( ${worlds.map((_, i) => `:Thing${i}`).join(' ')} ) .`;
  const facts = worlds.map((_, i) => `:t${i} a :Thing${i} ; rdfs:label "${nameOf(i)}" ; :p${i} ${i + 20} .`);
  const reader = await startReader(
    [PREFIXES, ...classes, ...ontology, disjoint].join('\n'),
    [PREFIXES, ...facts].join('\n'),
  );
  try {
    const answers = new Map<string, string | null>();
    for (const [i, { asked }] of worlds.entries())
      for (const question of asked.map((each) => each.replace('X', nameOf(i))))
        answers.set(question, await reader.ask(question));
    return answers;
  } finally {
    await reader.close();
  }
}

interface Figure {
  readonly label: string;
  readonly comment: string;
  /** X stands for the thing. */
  readonly asked: readonly string[];
}
const nameOf = (i: number): string => `Alder${i}`;

/** Head of a figure → its comment, and plain questions that it would answer. */
const HEADS: Readonly<Record<string, readonly [comment: string, asked: readonly string[]]>> = {
  age: ['In years.', ['How old is X?', 'What is the age of X?', 'Is X older than 5 years?']],
  cost: ['In euros.', ['How much does X cost?', 'What does X cost?', 'What is the cost of X?']],
  price: ['In euros.', ['How much is X?', 'What is the price of X?', 'How expensive is X?']],
  weight: ['In tonnes.', ['How heavy is X?', 'How much does X weigh?', 'What is the weight of X?']],
  speed: ['In knots.', ['How fast is X?', 'What is the speed of X?']],
  capacity: ['In litres.', ['What is the capacity of X?', 'How big is X?']],
  temperature: ['In degrees.', ['How hot is X?', 'What is the temperature of X?']],
};
/** Words that tell of something else. */
const CHANGING = ['minimum', 'maximum', 'average', 'reduced', 'insurance', 'expected', 'fuel', 'penalty', 'cargo'];
/** Names that say for which time, in which unit, or on which occasion. */
const PLAIN: Readonly<Record<string, readonly string[]>> = {
  age: ['age in years'],
  cost: ['monthly cost', 'purchase cost', 'cost per day'],
  price: ['price per night', 'list price', 'price in euros', 'ticket price'],
  weight: ['weight in tonnes', 'total weight'],
  speed: ['speed in knots', 'cruising speed'],
  capacity: ['capacity in litres', 'total capacity'],
  temperature: ['temperature in degrees'],
};
const heads = Object.entries(HEADS);

it.each(heads)('no compound of %s answers what asks for it plainly', async (head, [comment, asked]) => {
  const own = CHANGING.map((word) => ({ label: `${word} ${head}`, comment, asked }));
  const answers = await answersOf(own);
  expect(answers.size).toBe(own.length * asked.length);
  expect([...answers].filter(([, answer]) => answer !== null)).toEqual([]);
});

it.each(heads)('a compound of %s answers what asks for it by its name', async (head, [comment]) => {
  const own = CHANGING.map((word) => ({
    label: `${word} ${head}`,
    comment,
    asked: [`What is the ${word} ${head} of X?`],
  }));
  const answers = [...(await answersOf(own)).values()];
  expect(answers.filter((answer) => answer === null)).toEqual([]);
});

it.each(heads)('a time, a unit or an occasion changes nothing of %s', async (head, [comment, asked]) => {
  const own = PLAIN[head]!.map((label) => ({ label, comment, asked: asked.filter((each) => !each.startsWith('Is')) }));
  const answers = [...(await answersOf(own)).values()];
  expect(answers.filter((answer) => answer === null)).toEqual([]);
});

/** Verbs with what converses with them: participle, base form, agent noun of each. */
const CONVERSES: readonly (readonly [string, string, string])[] = [
  ['lent', 'lend', 'lender'],
  ['borrowed', 'borrow', 'borrower'],
  ['sold', 'sell', 'seller'],
  ['bought', 'buy', 'buyer'],
  ['taught', 'teach', 'teacher'],
  ['given', 'give', 'giver'],
  ['received', 'receive', 'receiver'],
  ['hired', 'hire', 'hirer'],
  ['sent', 'send', 'sender'],
  ['repaired', 'repair', 'repairer'],
  ['requested', 'request', 'requester'],
];
const pastOf = (participle: string): string => (participle === 'given' ? 'gave' : participle);

/** An event of a patient that has been done, with one person by one label. */
async function whoDid(participle: string, label: string, question: string): Promise<string | null> {
  const ontology = `${PREFIXES}
:Person a owl:Class ; rdfs:label "person" . :Lamp a owl:Class ; rdfs:label "lamp" . :Deal a owl:Class ; rdfs:label "deal" .
[] a owl:AllDisjointClasses ; owl:members ( :Person :Lamp :Deal ) .
:what a owl:ObjectProperty ; rdfs:label "${participle} lamp" ; rdfs:domain :Deal ; rdfs:range :Lamp .
:someone a owl:ObjectProperty ; rdfs:label "${label}" ; rdfs:domain :Deal ; rdfs:range :Person .
:day a owl:DatatypeProperty ; rdfs:label "day" ; rdfs:domain :Deal ; rdfs:range xsd:date .
`;
  const facts = `${PREFIXES}
:ada a :Person ; rdfs:label "Ada Fern" . :l a :Lamp ; rdfs:label "Alder" .
:d a :Deal ; rdfs:label "Deal 1" ; :what :l ; :someone :ada ; :day "2024-05-06"^^xsd:date .
`;
  const reader = await startReader(ontology, facts);
  try {
    return await reader.ask(question);
  } finally {
    await reader.close();
  }
}

/** Some of the labels, others in each run. */
const some = (labels: readonly string[]): readonly string[] =>
  hasAllCases ? labels : fc.sample(fc.constantFrom(...labels), Math.ceil(labels.length / 9));

it.each(CONVERSES)('who %s it is told by its own noun or participle alone', async (participle, _, noun) => {
  const question = `Who ${pastOf(participle)} Alder?`;
  for (const label of some([noun, `${participle} by`, 'done by']))
    expect([label, await whoDid(participle, label, question)]).toEqual([label, 'Ada Fern']);
  const roles = CONVERSES.flatMap(([other, , role]) => [role, `${other} by`]);
  const others = roles.filter((label) => label !== noun && label !== `${participle} by`);
  for (const label of some([...others, 'confirmed by', 'paid to', 'consignee', 'beneficiary']))
    expect([label, await whoDid(participle, label, question)]).toEqual([label, null]);
});
