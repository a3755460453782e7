/** Match of a sentence with a step: pronouns, roles, negation, counts, synonyms. */
import { likeness } from '../../../../../src/retrieval/language/alike';
import { readQuestion } from '../../../../../src/retrieval/language/question';
import { wordsOf } from '../../../../../src/retrieval/language/words';
import { holds, matchOf } from '../../../../../src/retrieval/agents/plan/match';
import { Pool } from '../../../../../src/retrieval/agents/plan/pool';
import { stepsOf } from '../../../../../src/retrieval/agents/plan/steps';

const LEAST = 0.75;

/** Whom or what a text of its own names to a question that takes one step; undefined where it does not answer. */
function found(question: string, text: string, title?: string): readonly string[] | undefined {
  const asked = readQuestion(question);
  const [step] = stepsOf(asked)[0]!;
  const pool = new Pool();
  pool.addChunk({ uid: '0x1', source: 'd', index: 0, text, start: 0, end: text.length, ...(title && { title }) });
  for (const sentence of pool.sentences) {
    const match = matchOf(sentence, step!, step!.names, asked.names, pool);
    if (match && match.coverage >= LEAST && holds(match, step!)) return match.candidates;
  }
  return undefined;
}

it.each([
  ['Who taught Otto Maier?', 'In Ulm, Otto Maier was taught by Lena Hof.', ['Lena Hof']],
  ['Whom did Lena Hof teach?', 'In Ulm, Lena Hof taught Otto Maier.', ['Otto Maier']],
  ['Who taught Otto Maier?', 'In Ulm, Lena Hof taught Otto Maier.', ['Lena Hof']],
])('names who does it, or to whom: %s %s', (question, text, names) => {
  expect(found(question, text)).toEqual(names);
});

it.each([
  ['Who taught Lena Hof?', 'In Ulm, Lena Hof taught Otto Maier.'],
  ['Whom did Otto Maier teach?', 'In Ulm, Lena Hof taught Otto Maier.'],
  ['Who taught Lena Hof?', 'In Ulm, Otto Maier was taught by Lena Hof.'],
  ['Who taught Otto Maier?', 'In Ulm, Lena Hof never taught Otto Maier.'],
  ['Who taught Otto Maier?', 'In Ulm, Lena Hof met Otto Maier.'],
  ['How many geese did Lena Hof keep?', 'Lena Hof kept geese in 1911.'],
])('does not take it the other way round, denied or as something else: %s %s', (question, text) => {
  expect(found(question, text)).toBeUndefined();
});

it('knows whom pronouns mean by the title, and that what has an article is no person', () => {
  expect(
    found('Who commands the Magpie?', 'She lies off Ulm. Tobias Wren, her master, does not smoke.', 'The brig Magpie'),
  ).toEqual(['Tobias Wren']);
  expect(found('Who built the Magpie?', 'The Heron was built beside the Magpie.')).toBeUndefined();
});

it('counts what is asked for', () => {
  expect(found('How many geese did Lena Hof keep?', 'Lena Hof kept eleven grey geese.')).toBeDefined();
});

it('compares words by what they may be said with', () => {
  const like = (one: string, other: string) => likeness(wordsOf(one)[0]!, wordsOf(other)[0]!);
  expect(like('built', 'builds')).toBe(1);
  expect(like('painter', 'paints')).toBeGreaterThan(0.8);
  expect(like('commands', 'captain')).toBe(0.8);
  expect(like('port', 'portrait')).toBe(0);
  expect(like('carry', 'ships')).toBe(0);
});
