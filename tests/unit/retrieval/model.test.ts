/** Clients of models: retries, time limits, and faults of endpoints. */
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { ModelFailure, type ModelRequest } from '../../../src/retrieval/model';
import { OpenAiEmbedder } from '../../../src/retrieval/model/embedder';
import { OpenAiModel } from '../../../src/retrieval/model/chat-model';
import { readRetryAfter } from '../../../src/retrieval/model/failure';
import { startModelServer, type ModelServer } from '../../support/retrieval/model-server';
import { until } from '../../support/until';

/** Library whose loading takes a minute by the clock. */
jest.mock('openai', () => {
  const now = Date.now;
  Date.now = () => now() + 60_000;
  return jest.requireActual('openai');
});

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
const failureOf = async (work: Promise<unknown>): Promise<ModelFailure> => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ModelFailure)) throw new Error(`no failureOf of a model: ${String(error)}`);
  return error;
};

it('does not count the loading of its library as time of the first request', async () => {
  server.play([{ text: 'Nobody' }]);
  expect(await model.ask(question, within(600_000))).toMatchObject({ text: 'Nobody' });
});

describe('redirects', () => {
  let other: ModelServer;
  beforeAll(async () => {
    other = await startModelServer();
  });
  afterAll(() => other.close());

  it.each([301, 302, 303, 307, 308])('%d to another origin is not followed', async (status) => {
    other.play([{ text: 'Nobody' }]);
    const targets = [other.url, other.url.replace('http:', 'https:'), server.url.replace('127.0.0.1', 'localhost')];
    for (const target of [...targets, `//user:pass@${new URL(other.url).host}/v1`, 'data:,x', 'http://']) {
      server.play([{ status, headers: { Location: target } }]);
      const failure = await failureOf(model.ask(question, within(5_000)));
      expect(failure).toMatchObject({ kind: 'refused', message: expect.stringMatching(/^the endpoint redirects to /) });
      expect(failure.message).not.toMatch(/pass|Who/);
      expect(server.requests).toHaveLength(1);
    }
    expect(other.requests).toEqual([]);
  });

  it.each([301, 302, 307, 308])('%d of the same origin is followed with the request', async (status) => {
    server.play([{ status, headers: { Location: '/v2/chat/completions' } }, { text: 'Nobody' }]);
    expect(await model.ask(question, within(5_000))).toMatchObject({ text: 'Nobody' });
    const [first, second] = server.requests;
    expect(second).toMatchObject({ path: '/v2/chat/completions', body: first!.body });
    expect(second!.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it('a circle ends', async () => {
    server.play(() => ({ status: 307, headers: { Location: server.url } }));
    const failure = await failureOf(model.ask(question, within(5_000)));
    expect(failure).toMatchObject({ kind: 'refused', message: 'the endpoint redirects more than 5 times' });
    expect(server.requests).toHaveLength(6);
  });
});

it('sends tools and the key, and reads calls and usage', async () => {
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
  expect(server.requests[0]).toMatchObject({
    path: '/v1/chat/completions',
    headers: { authorization: `Bearer ${KEY}` },
    body: { model: 'm', temperature: 0, tools: [{ type: 'function', function: { name: 'look' } }] },
  });
});

it.each([
  ['500s', { status: 500, body: '{"error":{"message":"oops"}}' }],
  ['a rate limit', { status: 429 }],
  ['a closed connection', { hangUp: true as const }],
  ['a body that is not JSON', { status: 200, body: '<html>' }],
  ['an answer without choices', { status: 200, body: '{"choices":[]}' }],
])('retries after %s', async (_, line) => {
  server.play([line, line, { text: 'there' }]);
  expect((await model.ask(question, within(10_000))).text).toBe('there');
  expect(server.requests).toHaveLength(3);
});

it('waits for Retry-After, and gives up at once if the deadline comes first', async () => {
  server.play([{ status: 429, headers: { 'Retry-After': '1' } }, { text: 'there' }]);
  const begun = Date.now();
  await model.ask(question, within(10_000));
  expect(Date.now() - begun).toBeGreaterThanOrEqual(950);
  server.play([{ status: 429, headers: { 'Retry-After': '60' } }, { text: 'there' }]);
  const late = Date.now();
  const refused = await failureOf(model.ask(question, within(40_000)));
  expect(Date.now() - late).toBeLessThan(20_000);
  expect(refused.kind).toBe('busy');
  expect(refused.toError('model')).toMatchObject({
    code: 'ModelUnavailable',
    status: 503,
    details: { retryAfter: 60 },
  });
});

it('does not retry a refused request, and reports no key', async () => {
  server.play([
    { status: 401, body: JSON.stringify({ error: { message: `Incorrect API key: ${KEY}. Bearer ${KEY}` } }) },
  ]);
  const refused = await failureOf(model.ask(question, within(5_000)));
  expect(refused.kind).toBe('refused');
  expect(refused.message).toContain('Incorrect API key');
  expect(JSON.stringify([refused.message, String(refused.cause), refused.stack])).not.toContain(KEY);
  expect(server.requests).toHaveLength(1);
});

it('omits a parameter after the endpoint has refused it', async () => {
  const unknown = (name: string) => ({
    status: 400,
    body: JSON.stringify({ error: { message: `Unsupported parameter: '${name}'` } }),
  });
  server.play([unknown('max_completion_tokens'), unknown('temperature'), { text: 'a' }, { text: 'b' }]);
  const asking = { ...question, maxTokens: 50 };
  await model.ask(asking, within(5_000));
  await model.ask(asking, within(5_000));
  const [first, , third, fourth] = server.requests.map(({ body }) => body);
  expect(first).toMatchObject({ max_completion_tokens: 50, temperature: 0 });
  for (const body of [third!, fourth!]) {
    expect(body).toMatchObject({ max_tokens: 50 });
    expect(body).not.toHaveProperty('temperature');
    expect(body).not.toHaveProperty('max_completion_tokens');
  }
});

it('gives up at its deadline, and at once when its signal aborts', async () => {
  server.play([{ silence: true }, { silence: true }]);
  expect((await failureOf(model.ask(question, within(200)))).kind).toBe('late');
  const leaving = new AbortController();
  const asking = model.ask(question, { signal: leaving.signal, deadline: Date.now() + 60_000 });
  const left = expect(asking).rejects.toThrow('left');
  await until(() => server.requests.length === 2);
  leaving.abort(new Error('left'));
  await left;
  await until(() => server.requests[1]!.left);
});

it('gives up at its own time limit, long before the deadline of a question', async () => {
  const own = { url: server.url, key: '', model: 'm', prices: { input: 0, output: 0 }, timeoutMs: 150 };
  for (const line of [{ silence: true as const }, { drip: 20, line: { text: 'a word at a time' } }]) {
    server.play([line]);
    const began = Date.now();
    const late = await failureOf(new OpenAiModel(own).ask(question, within(60_000)));
    expect(late).toMatchObject({ kind: 'late' });
    expect(Date.now() - began).toBeLessThan(20_000);
  }
});

it('estimates tokens that the endpoint does not count', async () => {
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

/** Starts a server. @returns the base of its API */
async function serve(answer: http.RequestListener): Promise<string> {
  const listener = http.createServer(answer);
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    listener.closeAllConnections();
    listener.close();
  });
  return `http://127.0.0.1:${(listener.address() as AddressInfo).port}/v1`;
}
const closing: (() => void)[] = [];
afterAll(() => closing.forEach((close) => close()));

it('stops reading an endless answer', async () => {
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
  const refused = await failureOf(other.ask(question, within(20_000)));
  expect([refused.kind, refused.message]).toEqual(['refused', 'the answer is longer than 67108864 bytes']);
});

describe('embeddings', () => {
  it('are requested in batches and returned in order, one for each text', async () => {
    server.play([]);
    const embedder = new OpenAiEmbedder({ url: server.url, key: '', model: 'e', batch: 3 });
    const texts = ['alpha', 'beta', 'gamma', 'alpha', ''];
    const vectors = await embedder.embed(texts, never);
    expect(server.requests.map(({ body }) => body.input)).toEqual([
      ['alpha', 'beta', 'gamma'],
      ['alpha', ' '],
    ]);
    expect(server.requests[0]!.headers.authorization).toBeUndefined();
    expect(vectors).toHaveLength(5);
    expect(vectors[3]).toEqual(vectors[0]);
    expect(vectors[1]).not.toEqual(vectors[0]);
  });

  it('are requested without retries after a failure until one succeeds, and must have one size', async () => {
    const answers = [...Array.from({ length: 7 }, () => undefined), [1, 2], undefined, [1, 2, 3]];
    let requestCount = 0;
    const url = await serve((_request, response) => {
      const embedding = answers[requestCount++];
      response.writeHead(embedding ? 200 : 500, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ data: [{ embedding }] }));
    });
    const embedder = new OpenAiEmbedder({ url, key: '', model: 'e', firstRetryMs: 1 });
    await expect(embedder.embed(['a'], never)).rejects.toMatchObject({ code: 'ModelUnavailable' });
    expect(requestCount).toBe(6);
    await expect(embedder.embed(['a'], never)).rejects.toMatchObject({ code: 'ModelUnavailable' });
    expect(requestCount).toBe(7);
    expect(await embedder.embed(['a'], never)).toEqual([[1, 2]]);
    // After a success, retries again; a wrong size is not retried.
    const refusal = {
      code: 'ModelRefused',
      message: expect.stringContaining('have 3 numbers, and had 2 before') as string,
    };
    await expect(embedder.embed(['a'], never)).rejects.toMatchObject(refusal);
    expect(requestCount).toBe(10);
  });

  it('fail with errors of the error table', async () => {
    const unreachable = new OpenAiEmbedder({
      url: 'http://127.0.0.1:9/v1',
      key: KEY,
      model: 'e',
      firstRetryMs: 1,
      patienceMs: 2_000,
    });
    await expect(unreachable.embed(['a'], never)).rejects.toMatchObject({ code: 'ModelUnavailable', status: 503 });
  });
});
