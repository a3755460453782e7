/**
 * Agents with a model whose lines are written down: tools, citations, mistakes, budgets, refusals, failures, leaving.
 */
import { createAgent } from '../../../../src/retrieval/agents';
import { OpenAiModel } from '../../../../src/retrieval/model/chat-model';
import type { Passage, RetrievalCall, TrajectoryStep } from '../../../../src/retrieval/types';
import { callOf, corpusOf, surroundingsOf } from '../../../support/retrieval/corpus';
import { startModelServer, type Line, type ModelServer } from '../../../support/retrieval/model-server';
import { until } from '../../../support/until';

const corpus = corpusOf({
  'roof.md': 'Roof in Rain was painted by Otto Maier in 1911.\n\nIt hangs in the long gallery.',
  'otto.md': 'Otto Maier was born in Ulm. He was taught by Lena Hof.',
});
const QUESTION = 'Who taught Otto Maier?';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const ask = (more: Partial<RetrievalCall> = {}, prices = { input: 1, output: 2 }) => {
  const model = new OpenAiModel({ url: server.url, key: 'k', model: 'recorded', prices, firstRetryMs: 5 });
  return createAgent('arag')(surroundingsOf(corpus, model)).retrieve(callOf(QUESTION, more));
};
const search = (query: string): Line => ({ calls: [{ name: 'keyword_search', args: { query } }] });
const finish = (answer: string | null, ...citations: string[]): Line => ({
  calls: [{ name: 'finish', args: { citations, answer } }],
});
/** Last message to the model before a request. */
const lastMessage = (request: number): string => String(server.requests[request]!.body.messages.at(-1)!.content);

it('runs several tool calls at once, and answers from the cited results', async () => {
  server.play([
    {
      calls: [
        { name: 'keyword_search', args: { query: 'Roof in Rain' } },
        { name: 'keyword_search', args: { query: 'Otto Maier taught', limit: 1 } },
      ],
    },
    { calls: [{ name: 'read_chunk', args: { source: 'otto.md', chunk_index: 0 } }] },
    finish('Lena Hof', 'p1', 'p2'),
  ]);
  const result = await ask();
  expect(result).toMatchObject({
    answer: 'Lena Hof',
    module_used: 'arag',
    loops: 3,
    metadata: { model: 'recorded', tokens: 360 },
  });
  expect(result.cost_usd).toBeCloseTo((300 * 1 + 60 * 2) / 1e6, 10);
  expect(result.passages.map(({ source }) => source).sort()).toEqual(['otto.md', 'roof.md']);
  expect(result.trajectory.map(({ tool }) => tool)).toEqual(['keyword_search', 'keyword_search', 'read_chunk']);
  expect(result.trajectory[0]!.result_summary).toMatch(/^\d passage\(s\): roof\.md#0/);
  // Each result goes back to its call.
  const results = server.requests[1]!.body.messages.filter(({ role }) => role === 'tool');
  expect(results.map(({ tool_call_id }) => tool_call_id)).toEqual(['call_0', 'call_1']);
  expect(results[1]!.content).toContain('Lena Hof');
});

it('has complete results in a full trace', async () => {
  server.play([search('Roof in Rain'), finish(null)]);
  const [step] = (await ask({ trace: 'full' })).trajectory;
  expect(JSON.parse(step!.result_summary!).passages).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: 'p1', source: 'roof.md', text: expect.stringContaining('Otto Maier') }),
    ]),
  );
});

it('drops and counts citations of results that no tool returned', async () => {
  server.play([search('Otto Maier'), finish('Lena Hof', 'p1', 'p77', 'the internet')]);
  const result = await ask();
  expect(result.answer).toBe('Lena Hof');
  expect(result.passages).toHaveLength(1);
  expect(result.metadata).toMatchObject({ citations_dropped: 2 });
});

it('returns an answer without citations, and then answers without the model', async () => {
  server.play([finish('Lena Hof'), finish('Lena Hof', 'p9'), finish('Lena Hof')]);
  const result = await ask();
  for (const request of [1, 2]) expect(lastMessage(request)).toMatch(/cites nothing that a tool has shown/);
  expect(result).toMatchObject({
    answer: expect.stringContaining('Lena Hof'),
    metadata: {
      model: null,
      planner: 'deterministic',
      uncited_answer: true,
      citations_dropped: 1,
      model_failure: expect.stringMatching(/cites nothing/),
    },
  });
});

it('replaces a wrong citation by the evidence that was shown', async () => {
  server.play([search('Roof in Rain'), search('Otto Maier taught'), finish('Lena Hof', 'p1')]);
  const result = await ask();
  expect(result).toMatchObject({ answer: 'Lena Hof', passages: [{ source: 'otto.md' }] });
});

it('reads answers in plain text with citations in brackets', async () => {
  server.play([search('Otto Maier'), { text: 'Lena Hof taught him [p1].' }]);
  const result = await ask();
  expect(result.answer).toBe('Lena Hof taught him.');
  expect(result.passages).toHaveLength(1);
});

it.each<[string, Line, RegExp]>([
  ['arguments that are not JSON', { calls: [{ name: 'keyword_search', args: '{"query": "Ro' }] }, /not a JSON object/],
  [
    'arguments that the schema does not allow',
    { calls: [{ name: 'keyword_search', args: { limit: 900 } }] },
    /must have required property 'query'.*must be <= 20/,
  ],
  [
    'a tool that is not there',
    { calls: [{ name: 'rm_rf', args: {} }] },
    /there is no tool .*rm_rf.*; there are keyword_search/,
  ],
  ['an empty reply', { text: '  ' }, /was empty/],
  ['a reply that is cut off', { text: 'Well, the', end: 'length' }, /was cut off/],
  ['an answer that is not one', { calls: [{ name: 'finish', args: '[1]' }] }, /not JSON with citations/],
])('reports its mistake to the model: %s', async (_, wrong, words) => {
  server.play([search('Otto Maier'), wrong, finish('Lena Hof', 'p1')]);
  const result = await ask();
  expect(lastMessage(2)).toMatch(words);
  expect(result.answer).toBe('Lena Hof');
});

it('gives up after repeated mistakes, and names the fixed plan as the source of the answer', async () => {
  server.play(() => ({ calls: [{ name: 'nonsense', args: '{' }] }));
  const result = await ask();
  expect(result.answer).toContain('Lena Hof');
  expect(result.metadata).toMatchObject({
    model: null,
    planner: 'deterministic',
    model_failure: expect.stringMatching(/mistakes/),
  });
  expect(server.requests).toHaveLength(3);
});

it('answers without the model after its refusal', async () => {
  const answer = expect.stringContaining('Lena Hof') as string;
  server.play([{ refusal: 'I will not speak of painters.' }]);
  expect(await ask()).toMatchObject({
    answer,
    metadata: { model: null, refusal: 'I will not speak of painters.', model_failure: 'it refused to answer' },
  });
  server.play([{ text: '', end: 'content_filter' }]);
  expect(await ask()).toMatchObject({ answer, metadata: { refusal: expect.stringContaining('filter') } });
});

it('falls back to the fixed plan after a permanent failure of the endpoint', async () => {
  server.play([search('Otto Maier'), { status: 401, body: '{"error":{"message":"bad key sk-abcdefghijkl"}}' }]);
  const result = await ask();
  expect(result.answer).toContain('Lena Hof');
  expect(result.metadata).toMatchObject({
    model: null,
    planner: 'deterministic',
    model_failure: expect.stringContaining('401'),
  });
  expect(JSON.stringify(result)).not.toContain('sk-abcdefghijkl');
  expect(result.trajectory.length).toBeGreaterThan(1);
});

describe('a budget', () => {
  const forever = (): Line => search('Otto Maier taught');

  it('of steps leaves finish as the only tool of the last turn', async () => {
    server.play((request) => (request.body.tools!.length === 1 ? finish('Lena Hof', 'p1') : forever()));
    const result = await ask({ budget: { steps: 3, tokens: 60_000, seconds: 30, cost: 1 } });
    expect(result).toMatchObject({ answer: 'Lena Hof', loops: 3 });
    expect(server.requests[2]!.body.tools!.map((tool) => tool.function.name)).toEqual(['finish']);
    expect(server.requests[2]!.body['tool_choice']).toEqual({ type: 'function', function: { name: 'finish' } });
  });

  it('of steps answers without the model if it does not finish', async () => {
    server.play(forever);
    const result = await ask({ budget: { steps: 2, tokens: 60_000, seconds: 30, cost: 1 } });
    expect(result.answer).toContain('Lena Hof');
    expect(result.metadata).toMatchObject({ stopped_by: 'steps', planner: 'deterministic', model: null });
    expect(server.requests).toHaveLength(2);
  });

  it('of tokens ends the loop', async () => {
    server.play(() => ({ ...search('Otto Maier'), usage: [3_000, 500] }));
    const result = await ask({ budget: { steps: 50, tokens: 8_000, seconds: 30, cost: 1 } });
    expect(result.metadata).toMatchObject({ stopped_by: 'tokens' });
    expect(server.requests.length).toBeLessThanOrEqual(4);
    expect(server.requests.at(-1)!.body['max_completion_tokens']).toBeLessThan(8_000 - 3_500);
  });

  it('of cost ends the loop', async () => {
    server.play(() => ({ ...search('Otto Maier'), usage: [1_000, 100] }));
    const result = await ask(
      { budget: { steps: 50, tokens: 1_000_000, seconds: 30, cost: 0.05 } },
      { input: 10, output: 100 },
    );
    expect(result.metadata).toMatchObject({ stopped_by: 'cost' });
    expect(result.cost_usd).toBeGreaterThan(0.03);
    expect(result.cost_usd).toBeLessThan(0.08);
  });

  it('of seconds ends the loop', async () => {
    server.play([search('Roof in Rain'), { silence: true }]);
    const begun = Date.now();
    const result = await ask({ budget: { steps: 50, tokens: 60_000, seconds: 1, cost: 1 } });
    expect(Date.now() - begun).toBeLessThan(20_000);
    expect(result.answer).toContain('Lena Hof');
    expect(result).toMatchObject({ metadata: { stopped_by: 'seconds', planner: 'deterministic' } });
  });
});

it('ends at once when the client leaves, with the request to the model', async () => {
  server.play([search('Roof in Rain'), { silence: true }]);
  const leaving = new AbortController();
  const asking = ask({ signal: leaving.signal });
  const left = expect(asking).rejects.toThrow('left');
  await until(() => server.requests.length === 2);
  leaving.abort(new Error('left'));
  await left;
  await until(() => server.requests[1]!.left);
});

describe('an observed loop', () => {
  const watch = () => {
    const reported = { steps: [] as TrajectoryStep[], text: [] as string[], passages: [] as Passage[] };
    const observer = {
      step: (step: TrajectoryStep) => reported.steps.push(step),
      text: (delta: string) => reported.text.push(delta),
      passages: (passages: readonly Passage[]) => reported.passages.push(...passages),
    };
    return { reported, observer: observer as unknown as RetrievalCall['observer'] };
  };

  it('emits its steps, and its answer once it is checked', async () => {
    server.play([search('Otto Maier'), finish('Hugo Baer', 'p1'), finish('Lena Hof\ntaught him.', 'p1')]);
    const { reported, observer } = watch();
    const result = await ask({ observer });
    expect(reported.text).toEqual(['Lena Hof\ntaught him.']);
    expect(reported.steps).toEqual(result.trajectory);
    expect(reported.passages).toEqual(result.passages);
  });

  it('emits no text without evidence', async () => {
    server.play([finish('Nonsense about nobody'), search('Otto Maier'), finish('Lena Hof', 'p1')]);
    const { reported, observer } = watch();
    await ask({ observer });
    expect(reported.text.join('')).toBe('Lena Hof');
  });
});
