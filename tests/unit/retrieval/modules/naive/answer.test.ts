/** Module naive with a model: what it may say, what it may cost, and what is said where it fails. */
import { ModelFailure, type ChatModel, type ModelReply } from '../../../../../src/retrieval/model';
import { createNaive } from '../../../../../src/retrieval/modules/naive';
import type { Budget, RetrievalResult, Surroundings } from '../../../../../src/retrieval';
import { silent } from '../../../../../src/util/log';

const TEXT = 'Marn Hall was built in 1604 by Piet Oster.';
const USAGE = { sent: 1000, received: 100, estimated: false };
const reply = (text: string, more: Partial<ModelReply> = {}): ModelReply => ({
  text,
  toolCalls: [],
  end: 'complete',
  usage: USAGE,
  ...more,
});

function modelOf(answer: () => Promise<ModelReply>): ChatModel & { asked: string[] } {
  const asked: string[] = [];
  return {
    name: 'm',
    prices: { input: 1, output: 10 },
    asked,
    ask: ({ messages }) => {
      asked.push(messages.at(-1)!.content);
      return answer();
    },
  };
}

async function ask(model: ChatModel, budget: Partial<Budget> = {}): Promise<RetrievalResult> {
  const chunk = { uid: '0x1', source: 'hall', index: 0, text: TEXT, start: 0, end: TEXT.length };
  const corpus = { keywordSearch: () => Promise.resolve([{ chunk, score: 1 }]), semanticSearch: undefined };
  const surroundings = { corpus, model, language: 'en', logger: silent } as unknown as Surroundings;
  return createNaive(surroundings).retrieve({
    question: 'Who built Marn Hall?',
    history: [],
    budget: { steps: 5, tokens: 10_000, seconds: 5, cost: 1, ...budget },
    signal: new AbortController().signal,
    observer: {},
  });
}

describe('naive with a model', () => {
  it('gives its answer, what it stands on, and what it cost', async () => {
    const model = modelOf(() => Promise.resolve(reply('Piet Oster [1].')));
    const { answer, cost_usd, loops, metadata } = await ask(model);
    expect([answer, loops, metadata]).toEqual([
      'Piet Oster [1].',
      1,
      { model: 'm', ranked_by: ['bm25'], answer_by: 'model', cited: [0], answer_from: 0 },
    ]);
    expect(cost_usd).toBeCloseTo(0.002, 12);
    expect(model.asked[0]).toContain(`[1] hall\n${TEXT}`);
  });

  it('has no answer where the model has none', async () => {
    const { answer, metadata } = await ask(modelOf(() => Promise.resolve(reply('NOT KNOWN'))));
    expect([answer, metadata['answer_by']]).toEqual([null, 'model']);
  });

  it.each([
    ['names no passage', () => Promise.resolve(reply('Piet Oster.'))],
    ['names one that there is not', () => Promise.resolve(reply('Piet Oster [7].'))],
    ['is empty', () => Promise.resolve(reply(''))],
    ['refuses', () => Promise.resolve(reply('x', { refusal: 'no' }))],
    ['names what no passage has', () => Promise.resolve(reply('Hugo Baer [1].'))],
    ['is endless', () => Promise.resolve(reply(`Piet Oster [1]${' and Piet Oster'.repeat(1_000)}`))],
    ['is cut off', () => Promise.resolve(reply('Piet [1]', { end: 'length' }))],
    ['fails', () => Promise.reject(new ModelFailure('unavailable', 'it is away'))],
  ] as const)('gives an extract, and says why, where it %s', async (_, answering) => {
    const { answer, metadata } = await ask(modelOf(answering));
    expect([answer, metadata['answer_by']]).toEqual([TEXT, 'extract']);
    expect(metadata['model_failure']).toMatch(/^its? /);
  });

  it.each([
    [{ tokens: 10 }, 'tokens'],
    [{ cost: 0.0001 }, 'cost'],
  ])('does not ask beyond its budget: %j', async (budget, stopped) => {
    const model = modelOf(() => Promise.resolve(reply('x [1]')));
    const { answer, cost_usd, metadata } = await ask(model, budget);
    expect([answer, cost_usd, metadata.stopped_by, model.asked]).toEqual([TEXT, 0, stopped, []]);
  });
});
