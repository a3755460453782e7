/** The client of models: retries, streams, what endpoints do wrong, and what is told of it. */
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ModelFailure,
  OpenAiEmbedder,
  OpenAiModel,
  type ModelDelta,
  type ModelRequest,
} from '../../../../src/retrieval/model';
import { readRetryAfter } from '../../../../src/retrieval/model/failure';
import { startModelServer, type ModelServer } from '../../../support/retrieval/model-server';
import { until } from '../../../support/until';

const KEY = 'sk-test-1234567890abcdef';
let server: ModelServer;
let model: OpenAiModel;
beforeAll(async () => {
  server = await startModelServer();
});
beforeEach(() => {
  model = new OpenAiModel({
    url: server.url,
    key: KEY,
    model: 'm',
    prices: { input: 2, output: 10 },
    firstRetryMs: 10,
  });
});
afterAll(() => server.close());

const never = new AbortController().signal;
const within = (ms: number) => ({ signal: never, deadline: Date.now() + ms });
const question: ModelRequest = {
  messages: [{ role: 'user', content: 'Who?' }],
  tools: [{ name: 'look', description: 'Looks', parameters: { type: 'object' } }],
};
const failure = async (work: Promise<unknown>): Promise<ModelFailure> => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ModelFailure)) throw new Error(`no failure of a model: ${String(error)}`);
  return error;
};

it('asks with tools and the key, and reads calls and usage', async () => {
  server.play([
    {
      calls: [
        { name: 'look', args: { at: 1 } },
        { name: 'look', args: '{"at":' },
      ],
      usage: [1000, 200],
    },
  ]);
  const reply = await model.ask(question, within(5_000));
  expect(reply).toEqual({
    text: '',
    toolCalls: [
      { id: 'call_0', name: 'look', arguments: '{"at":1}' },
      { id: 'call_1', name: 'look', arguments: '{"at":' },
    ],
    end: 'complete',
    usage: { sent: 1000, received: 200, estimated: false },
  });
  expect(server.asked[0]).toMatchObject({
    path: '/v1/chat/completions',
    headers: { authorization: `Bearer ${KEY}` },
    body: { model: 'm', temperature: 0, tools: [{ type: 'function', function: { name: 'look' } }] },
  });
});

it('passes a stream on part by part, and ends with the same reply', async () => {
  server.play([
    { calls: [{ name: 'look', args: { where: 'under the “bridge”' } }] },
    { text: 'It is Otto, of course.' },
  ]);
  const deltas: ModelDelta[] = [];
  const ask = () => model.ask({ ...question, onDelta: (delta) => deltas.push(delta) }, within(5_000));
  const call = await ask();
  expect(call.toolCalls).toEqual([{ id: 'call_0', name: 'look', arguments: '{"where":"under the “bridge”"}' }]);
  expect(deltas.length).toBeGreaterThan(2);
  expect(deltas.map(({ text }) => text).join('')).toBe(call.toolCalls[0]!.arguments);
  deltas.length = 0;
  expect((await ask()).text).toBe('It is Otto, of course.');
  expect(deltas.map(({ text }) => text).join('')).toBe('It is Otto, of course.');
});

it.each([
  ['500s', { status: 500, body: '{"error":{"message":"oops"}}' }],
  ['a rate limit', { status: 429 }],
  ['a closed connection', { hangUp: true as const }],
  ['a body that is no JSON', { status: 200, body: '<html>' }],
  ['an answer without choices', { status: 200, body: '{"choices":[]}' }],
])('asks again after %s', async (_, line) => {
  server.play([line, line, { text: 'there' }]);
  expect((await model.ask(question, within(10_000))).text).toBe('there');
  expect(server.asked).toHaveLength(3);
});

it('waits as long as Retry-After says, and not at all where the time does not allow it', async () => {
  server.play([{ status: 429, headers: { 'Retry-After': '1' } }, { text: 'there' }]);
  const begun = Date.now();
  await model.ask(question, within(10_000));
  expect(Date.now() - begun).toBeGreaterThanOrEqual(950);
  server.play([{ status: 429, headers: { 'Retry-After': '60' } }, { text: 'there' }]);
  const late = Date.now();
  const refused = await failure(model.ask(question, within(40_000)));
  expect(Date.now() - late).toBeLessThan(20_000);
  expect(refused.kind).toBe('busy');
  expect(refused.toError('model')).toMatchObject({
    code: 'ModelUnavailable',
    status: 503,
    details: { retryAfter: 60 },
  });
});

it('does not ask again what is refused, and repeats no key', async () => {
  server.play([
    { status: 401, body: JSON.stringify({ error: { message: `Incorrect API key: ${KEY}. Bearer ${KEY}` } }) },
  ]);
  const refused = await failure(model.ask(question, within(5_000)));
  expect(refused.kind).toBe('refused');
  expect(refused.message).toContain('Incorrect API key');
  expect(JSON.stringify([refused.message, String(refused.cause), refused.stack])).not.toContain(KEY);
  expect(server.asked).toHaveLength(1);
});

it('leaves out a parameter that the endpoint does not know, from then on', async () => {
  const unknown = (name: string) => ({
    status: 400,
    body: JSON.stringify({ error: { message: `Unsupported parameter: '${name}'` } }),
  });
  server.play([unknown('max_completion_tokens'), unknown('temperature'), { text: 'a' }, { text: 'b' }]);
  const asking = { ...question, maxTokens: 50 };
  await model.ask(asking, within(5_000));
  await model.ask(asking, within(5_000));
  const [first, , third, fourth] = server.asked.map(({ body }) => body);
  expect(first).toMatchObject({ max_completion_tokens: 50, temperature: 0 });
  for (const body of [third!, fourth!]) {
    expect(body).toMatchObject({ max_tokens: 50 });
    expect(body).not.toHaveProperty('temperature');
    expect(body).not.toHaveProperty('max_completion_tokens');
  }
});

it('gives up at its deadline, and at once when nobody waits', async () => {
  server.play([{ silence: true }, { silence: true }]);
  expect((await failure(model.ask(question, within(200)))).kind).toBe('late');
  const leaving = new AbortController();
  const asking = model.ask(question, { signal: leaving.signal, deadline: Date.now() + 60_000 });
  const left = expect(asking).rejects.toThrow('left');
  await until(() => server.asked.length === 2);
  leaving.abort(new Error('left'));
  await left;
  await until(() => server.asked[1]!.left);
});

it('begins a broken stream again only where nothing of it has been passed on', async () => {
  server.play([{ cutAfter: 1, line: { text: 'never' } }, { text: 'whole' }]);
  expect((await model.ask({ ...question, onDelta: () => undefined }, within(5_000))).text).toBe('whole');
  server.play([{ cutAfter: 3, line: { text: 'a text of several parts' } }, { text: 'whole' }]);
  const seen: string[] = [];
  const broken = await failure(model.ask({ ...question, onDelta: ({ text }) => seen.push(text) }, within(5_000)));
  expect(broken.message).toMatch(/broken off/);
  expect(seen.join('')).toBe('a text of seve'.slice(0, seen.join('').length));
  expect(server.asked).toHaveLength(1);
});

it('guesses the tokens where nobody counts them', async () => {
  const reply = { choices: [{ message: { content: 'x'.repeat(400) }, finish_reason: 'length' }] };
  server.play([{ status: 200, body: JSON.stringify(reply) }]);
  const { usage, end } = await model.ask(question, within(5_000));
  expect(usage).toMatchObject({ received: 100, estimated: true });
  expect(usage.sent).toBeGreaterThan(10);
  expect(end).toBe('length');
});

it('reads Retry-After as seconds, milliseconds and dates', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  const of = (headers: Record<string, string>) => readRetryAfter(new Headers(headers), now);
  expect(of({ 'Retry-After': '7' })).toBe(7_000);
  expect(of({ 'retry-after-ms': '250', 'Retry-After': '7' })).toBe(250);
  expect(of({ 'Retry-After': 'Thu, 01 Jan 2026 00:00:30 GMT' })).toBe(30_000);
  expect(of({ 'Retry-After': 'soon' })).toBeUndefined();
  expect(of({})).toBeUndefined();
});

/** A server of the test's own. @returns the base of its API */
async function serve(answer: http.RequestListener): Promise<string> {
  const own = http.createServer(answer);
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    own.closeAllConnections();
    own.close();
  });
  return `http://127.0.0.1:${(own.address() as AddressInfo).port}/v1`;
}
const closing: (() => void)[] = [];
afterAll(() => closing.forEach((close) => close()));

it('does not hold an answer without end in memory', async () => {
  const part = Buffer.alloc(4 * 1024 * 1024, ' ');
  const url = await serve((_request, response) => {
    const go = (): void => {
      while (!response.destroyed && response.write(part));
      response.once('drain', go);
    };
    response.writeHead(200, { 'Content-Type': 'application/json' });
    go();
  });
  const other = new OpenAiModel({ url, key: '', model: 'm', prices: { input: 0, output: 0 } });
  const told = await failure(other.ask(question, within(20_000)));
  expect([told.kind, told.message]).toEqual(['refused', 'its answer is longer than 67108864 bytes']);
});

describe('embeddings', () => {
  it('come in batches and in order, one for each text', async () => {
    server.play([]);
    const embedder = new OpenAiEmbedder({ url: server.url, key: '', model: 'e', batch: 3 });
    const texts = ['alpha', 'beta', 'gamma', 'alpha', ''];
    const vectors = await embedder.embed(texts, never);
    expect(server.asked.map(({ body }) => body.input)).toEqual([
      ['alpha', 'beta', 'gamma'],
      ['alpha', ' '],
    ]);
    expect(server.asked[0]!.headers.authorization).toBeUndefined();
    expect(vectors).toHaveLength(5);
    expect(vectors[3]).toEqual(vectors[0]);
    expect(vectors[1]).not.toEqual(vectors[0]);
  });

  it('that have failed are asked for once at a time until they come again, and are of one size', async () => {
    const answers = [...Array.from({ length: 7 }, () => undefined), [1, 2], undefined, [1, 2, 3]];
    let asked = 0;
    const url = await serve((_request, response) => {
      const embedding = answers[asked++];
      response.writeHead(embedding ? 200 : 500, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ data: [{ embedding }] }));
    });
    const embedder = new OpenAiEmbedder({ url, key: '', model: 'e', firstRetryMs: 1 });
    await expect(embedder.embed(['a'], never)).rejects.toMatchObject({ code: 'ModelUnavailable' });
    expect(asked).toBe(6);
    await expect(embedder.embed(['a'], never)).rejects.toMatchObject({ code: 'ModelUnavailable' });
    expect(asked).toBe(7);
    expect(await embedder.embed(['a'], never)).toEqual([[1, 2]]);
    // Again with patience, but for what asking again does not change.
    const told = {
      code: 'ModelRefused',
      message: expect.stringContaining('have 3 numbers, and had 2 before') as string,
    };
    await expect(embedder.embed(['a'], never)).rejects.toMatchObject(told);
    expect(asked).toBe(10);
  });

  it('fail in the words of the table of errors', async () => {
    const gone = new OpenAiEmbedder({
      url: 'http://127.0.0.1:9/v1',
      key: KEY,
      model: 'e',
      firstRetryMs: 1,
      patienceMs: 2_000,
    });
    await expect(gone.embed(['a'], never)).rejects.toMatchObject({ code: 'ModelUnavailable', status: 503 });
  });
});
