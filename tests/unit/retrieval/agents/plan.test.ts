/** The fixed plan over documents: several hops, pronouns, and null where the evidence is not there. */
import { createAgent } from '../../../../src/retrieval/agents';
import { stepsOf } from '../../../../src/retrieval/agents/plan/steps';
import { namesIn, sentencesOf } from '../../../../src/retrieval/language/sentences';
import { readQuestion } from '../../../../src/retrieval/language/question';
import { stemOf } from '../../../../src/retrieval/language/words';
import { callOf, corpusOf, surroundingsOf } from '../../../support/retrieval/corpus';

const corpus = corpusOf({
  'roof.md':
    'Roof in Rain was painted by Otto Maier in 1911. It is in oil.\n\nIt hangs in the long gallery of Hollin House.',
  'otto.md': 'Otto Maier was born in Ulm in 1871.\n\nHe was taught by Lena Hof, who never sold a picture.',
  'lena.md': 'Lena Hof ran a school of drawing in Passau. She kept eleven geese.',
  'noise.md': 'Rain falls on Ulm in every month. Painters dislike it.\n\nThe school at Hollin teaches sums.',
});
const ask = (question: string, module: 'arag' | 'aragog' = 'arag') =>
  createAgent(module)(surroundingsOf(corpus)).retrieve(callOf(question));

it.each([
  ['Who painted Roof in Rain?', 'Otto Maier', ['roof.md']],
  ['When was Otto Maier born?', '1871', ['otto.md']],
  ['Where was the painter of Roof in Rain born?', 'Ulm', ['roof.md', 'otto.md']],
  ['Who taught Otto Maier?', 'Lena Hof', ['otto.md']],
  ['How many geese did Lena Hof keep?', 'eleven', ['lena.md']],
])('answers %s', async (question, answer, sources) => {
  const result = await ask(question);
  expect(result.answer).toContain(answer);
  expect([...new Set(result.passages.map(({ source }) => source))]).toEqual(expect.arrayContaining(sources));
  expect(result).toMatchObject({
    cost_usd: 0,
    module_used: 'arag',
    metadata: { model: null, planner: 'deterministic' },
  });
});

it.each([
  'When did Otto Maier die?',
  'Who painted The Night Ferry?',
  'How many dogs did Lena Hof keep?',
  'Who insured Roof in Rain?',
])('does not know: %s', async (question) => {
  expect(await ask(question)).toMatchObject({ answer: null });
});

it('takes the same way over a graph that has nothing', async () => {
  const result = await ask('Where was the painter of Roof in Rain born?', 'aragog');
  expect(result.answer).toContain('Ulm');
  expect(result.metadata).toMatchObject({ pruned_by_disjointness_total: 0, statements: [], planner: 'deterministic' });
});

it('ends with its budget', async () => {
  const call = callOf('Where was the painter of Roof in Rain born?', {
    budget: { steps: 1, tokens: 1, seconds: 10, cost: 0 },
  });
  const result = await createAgent('arag')(surroundingsOf(corpus)).retrieve(call);
  expect(result.loops).toBe(1);
  const none = callOf('Who insured Roof in Rain?', { budget: { steps: 1, tokens: 1, seconds: 10, cost: 0 } });
  expect((await createAgent('arag')(surroundingsOf(corpus)).retrieve(none)).metadata.stopped_by).toBe('steps');
});

describe('words', () => {
  it('of one stem are one', () => {
    for (const [a, b] of [
      ['wives', 'wife'],
      ['painted', 'paints'],
      ['taught', 'teach'],
      ['Café', 'cafe'],
      ["Otto's", 'Otto'],
    ]) {
      expect(stemOf(a!)).toBe(stemOf(b!));
    }
  });

  it('make sentences and names', () => {
    expect(sentencesOf('# On J. S. Bach\n\nDr. Bach met Mr. Graun in 1750. "Who?" he said.\n- one\n- two')).toEqual([
      'On J. S. Bach',
      'Dr. Bach met Mr. Graun in 1750.',
      '"Who?" he said.',
      'one',
      'two',
    ]);
    expect(namesIn('The keeper of Cape Morrow Light met Ada of Ulm in March.')).toEqual(
      expect.arrayContaining(['Cape Morrow Light', 'Ada of Ulm']),
    );
    expect(namesIn('In March it rained.')).toEqual([]);
  });

  it('ask for kinds of answers', () => {
    const kinds = [
      'Who?',
      'When did it sink?',
      'How many?',
      'How long is it?',
      'Is it?',
      'Where?',
      'What is it?',
      'In which year?',
    ];
    expect(kinds.map((text) => readQuestion(text).kind)).toEqual([
      'person',
      'time',
      'count',
      'quantity',
      'yes-no',
      'place',
      'thing',
      'time',
    ]);
  });
});

describe('steps of a question', () => {
  /**
   * Each step: what it is given, and the words that a sentence has to have; `^` stands for what the step before has
   * found.
   */
  const several = (text: string) =>
    stepsOf(readQuestion(text))
      .slice(1)
      .map((steps) =>
        steps.map(({ names, leans, words, focus }) =>
          [
            ...(leans ? ['^'] : []),
            ...names,
            ...words.map((word) => word.text),
            ...(focus ? [`(${focus.text})`] : []),
          ].join(' '),
        ),
      );

  it.each([
    ['Who taught Otto Maier?', []],
    ['Who taught the painter of Roof in Rain?', ['Roof in Rain painter', '^ taught']],
    ["Who was the teacher of Otto Maier's teacher?", ['Otto Maier teacher', '^ teacher']],
    ['How long is the ship that Hal Drummond commands?', ['Hal Drummond commands (ship)', '^ long']],
    ['What does the ship commanded by Tobias Wren carry?', ['Tobias Wren commanded (ship)', '^ carry']],
    ['Who tends the bed in which the Ashgrove Rose grows?', ['Ashgrove Rose grows (bed)', '^ tends']],
    ['In which town is the yard based that built the Heron?', ['Heron built (yard)', '^ based (town)']],
    ['When was the parent company of the Varnes Line founded?', ['Varnes Line parent company', '^ founded']],
  ])('%s', (question, steps) => {
    expect(several(question)).toEqual(steps.length === 0 ? [] : [steps]);
  });

  it('of a description in a description are as many', () => {
    const ways = several('Where was the captain of the ship that carried the lead bells born?');
    expect(ways).toContainEqual(['carried lead bells (ship)', '^ captain', '^ born']);
  });
});
