/** Long queries in the side pool: same answers, from the right state, while other requests are served. */
import { parseRdfMutation } from '../../../../src/dql';
import { Engine } from '../../../../src/embedded/engine';
import { QueryTimeoutError } from '../../../../src/embedded/execute';
import { RequestError } from '../../../../src/embedded/requests';
import { DEFAULT_LIMITS } from '../../../../src/embedded/transaction';
import { silent } from '../../../../src/util/log';
import { removeTemporaryDirectories, temporaryDirectory } from '../../../support/embedded/store';
import { threadEntry } from '../../../support/embedded/thread-entry';

afterAll(removeTemporaryDirectories);

/** A query of this length goes to the side pool at once. */
const LONG = ' '.repeat(100_000);
const NODES = 300;
const LINKS = 20;

let engine: Engine;
beforeEach(async () => {
  const directory = temporaryDirectory();
  engine = await Engine.open(directory, silent, DEFAULT_LIMITS, threadEntry());
  await engine.alter('n: int @index(int) .\nnext: [uid] .');
  const lines = Array.from({ length: NODES }, (_, i) => [
    `_:n${i} <n> "${i}" .`,
    ...Array.from({ length: LINKS }, (__, k) => `_:n${i} <next> _:n${(i * 7 + k * 13) % NODES} .`),
  ]);
  await set(lines.flat().join('\n'));
});
afterEach(() => engine.close());

const set = (nquads: string) => engine.mutate(parseRdfMutation(`{ set {\n${nquads}\n} }`), 0, true);
const request = (query: string, more = {}) => ({
  query,
  startTs: 0,
  readOnly: false,
  debug: false,
  format: 'json' as const,
  timeoutMs: 0,
  ...more,
});

const ALL = '{ q(func: has(n), orderasc: n) { n next (first: 2) { n } } }';
/** About a hundred million objects. */
const ENDLESS = '{ q(func: has(next)) { next { next { next { next { n } } } } } }';

it('the side pool gives the same answer as the engine’s thread, and opens a transaction', async () => {
  const sidePool = await engine.answer(request(ALL + LONG));
  const expected = engine.query(request(ALL));
  expect(sidePool.json).toBe(expected.json);
  expect(sidePool.counts).toEqual(expected.counts);
  expect(sidePool.startTs).toBeGreaterThan(0);
  await set('_:new <n> "1000" .');
  expect((await engine.answer(request(ALL + LONG))).json).not.toBe(expected.json);
  // The timestamp keeps showing the same state after later commits.
  expect((await engine.answer(request(ALL + LONG, { startTs: sidePool.startTs }))).json).toBe(expected.json);
  expect((await engine.answer(request(ALL, { startTs: sidePool.startTs }))).json).toBe(expected.json);
});

it('a query sees every commit before it and none after it', async () => {
  const count = '{ q(func: ge(n, 1000)) { count(uid) } }';
  const total = (json: string): number => JSON.parse(json).q[0].count;
  let stop = false;
  let written = 0;
  const writer = (async () => {
    while (!stop) {
      await set(`_:new <n> "${1000 + written}" .`);
      written++;
    }
  })();
  try {
    for (let i = 0; i < 20; i++) {
      const before = written;
      const { json, startTs } = await engine.answer(request(count + LONG));
      expect(total(json)).toBeGreaterThanOrEqual(before);
      expect(total(engine.query(request(count, { startTs })).json)).toBe(total(json));
    }
  } finally {
    stop = true;
    await writer;
  }
});

it('a query leaves the engine’s thread free and ends at its deadline', async () => {
  const began = Date.now();
  const endless = engine.answer(request(ENDLESS, { timeoutMs: 2000 })).catch((error: unknown) => error);
  let answered = 0;
  let over = false;
  void endless.then(() => (over = true));
  while (!over) {
    await engine.answer(request('{ q(func: eq(n, 7)) { n } }'));
    answered++;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(await endless).toBeInstanceOf(QueryTimeoutError);
  expect(Date.now() - began).toBeGreaterThanOrEqual(2000);
  expect(answered).toBeGreaterThan(20);
  // The thread is free for the next query.
  expect(JSON.parse((await engine.answer(request(ALL + LONG))).json).q).toHaveLength(NODES);
});

it('refusals have the same messages', async () => {
  for (const query of ['{ q(func: has(n) { n } }', '{ q(func: eq(next, 1)) { n } }', '{ q(func: has(n)) { nested { ']) {
    let expected = '';
    try {
      engine.query(request(query + LONG));
    } catch (error) {
      expected = (error as Error).message;
    }
    const refused = engine.answer(request(query + LONG));
    await expect(refused).rejects.toThrow(RequestError);
    await expect(refused).rejects.toThrow(expected);
  }
});

it('a query waits no longer than its deadline, and ends with the engine', async () => {
  const running = [1, 2].map(() => engine.answer(request(ENDLESS + LONG)).catch((error: unknown) => error));
  await expect(engine.answer(request(ALL + LONG, { timeoutMs: 300 }))).rejects.toThrow(QueryTimeoutError);
  await engine.close();
  for (const error of await Promise.all(running)) expect((error as Error).message).toBe('the engine is closing');
});

it('a query sees the writes of its own transaction', async () => {
  const { startTs } = await engine.mutate(parseRdfMutation('{ set {\n_:new <n> "1000" .\n} }'), 0, false);
  await set('_:other <n> "2000" .');
  const query = '{ q(func: eq(n, [1000, 2000])) { n } }';
  expect((await engine.answer(request(query + LONG, { startTs }))).json).toBe('{"q":[{"n":1000}]}');
  expect((await engine.answer(request(query + LONG))).json).toBe('{"q":[{"n":2000}]}');
  const endless = engine.answer(request(ENDLESS, { startTs, timeoutMs: 1500 }));
  let over = false;
  const refused = expect(endless.finally(() => (over = true))).rejects.toThrow(QueryTimeoutError);
  await new Promise((resolve) => setTimeout(resolve, 200));
  await engine.answer(request('{ q(func: eq(n, 7)) { n } }'));
  expect(over).toBe(false);
  await refused;
  await engine.commit(startTs);
  expect((await engine.answer(request(query + LONG))).json).toBe('{"q":[{"n":1000},{"n":2000}]}');
});

it('the query of an upsert leaves the engine’s thread free, and a timeout writes nothing', async () => {
  const body = (query: string) => `upsert { query ${query} mutation { set {\n_:new <n> "3000" .\n} } }`;
  const upsert = (query: string, signal?: AbortSignal) =>
    engine.mutate(parseRdfMutation(body(query)), 0, true, {
      body: { type: 'rdf', bytes: new Uint8Array(Buffer.from(body(query))), labels: '' },
      signal,
    });
  const leaving = new AbortController();
  let over = false;
  const endless = upsert(ENDLESS, leaving.signal)
    .catch((error: unknown) => error)
    .finally(() => (over = true));
  await new Promise((resolve) => setTimeout(resolve, 150));
  for (let i = 0; i < 10; i++) {
    await engine.answer(request('{ q(func: eq(n, 7)) { n } }'));
    await set(`_:new <n> "${4000 + i}" .`);
  }
  expect(over).toBe(false);
  leaving.abort();
  expect(await endless).toBeInstanceOf(RequestError);
  expect((await engine.answer(request('{ q(func: eq(n, 3000)) { n } }'))).json).toBe('{"q":[]}');
  await upsert('{ q(func: eq(n, 7)) { v as uid } r(func: uid(v)) { n } }');
  expect((await engine.answer(request('{ q(func: eq(n, 3000)) { n } }'))).json).toBe('{"q":[{"n":3000}]}');
});
