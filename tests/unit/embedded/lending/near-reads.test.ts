/** Reads on the thread that serves HTTP, compared with those of the engine's own server over the same data. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { connectEngine, EngineFailure, type Engine, type EngineRequest } from '../../../../src/dgraph';
import { startEmbedded, type EmbeddedServer } from '../../../../src/embedded';
import { NearReads } from '../../../../src/embedded/lending';
import { until } from '../../../support/until';

const rdf = { contentType: 'application/rdf', commitNow: true } as const;

let directory: string;
let server: EmbeddedServer;
let engine: Engine;
let near: NearReads;

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'owlgate-near-'));
  server = await startEmbedded({ directory });
  engine = connectEngine({ endpoint: server.endpoint, kind: 'embedded' });
  near = new NearReads(directory, server.snapshots);
});
afterAll(async () => {
  await near.close();
  await engine.close();
  await server.close();
  rmSync(directory, { recursive: true });
});
beforeEach(async () => {
  await engine.alter({ drop_all: true });
  await engine.alter(
    'name: string @index(exact, term) @lang .\nfriend: [uid] @reverse @count .\nage: int @index(int) .',
  );
});

const request = (text: string, changes: Partial<EngineRequest> = {}): EngineRequest => ({
  method: 'POST',
  path: '/query',
  headers: { 'content-type': 'application/dql' },
  body: text,
  ...changes,
});

interface Answer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly json: any;
}

/** Returns the answer of this thread; undefined if it leaves the request to the engine. */
async function answerOf(asked: EngineRequest): Promise<Answer | undefined> {
  const answer = await near.answer(asked);
  if (!answer) return undefined;
  const body = answer.body.toString();
  return { headers: answer.headers, body, json: answer.headers['Content-Encoding'] ? undefined : JSON.parse(body) };
}

/** The same; the first request after a while without reads is left to the engine. */
async function nearAnswer(asked: EngineRequest): Promise<Answer> {
  for (let turn = 0; turn < 100; turn++) {
    const answer = await answerOf(asked);
    if (answer) return answer;
    await nextTurn();
  }
  throw new Error(`left to the engine: ${String(asked.body)}`);
}

const engineAnswer = async (asked: EngineRequest): Promise<Answer> => {
  const { headers, body } = await engine.send(asked);
  return { headers, body: body.toString(), json: JSON.parse(body.toString()) };
};

/** Parts of an answer that do not depend on the moment. */
const lasting = ({ data, extensions }: any): unknown => ({ data, metrics: extensions?.metrics });

async function fill(): Promise<void> {
  await engine.mutate(
    `{ set {
      _:a <name> "Ann" .
      _:a <name> "Anne"@fr .
      _:a <age> "30" .
      _:a <friend> _:b (since=2020) .
      _:a <friend> _:c .
      _:b <name> "Bob" .
      _:b <age> "40" .
      _:b <friend> _:c .
      _:c <name> "Cyd <&>" .
      _:c <friend> _:a .
    } }`,
    rdf,
  );
}

const QUERIES = [
  '{ q(func: has(name), orderasc: name) { uid name name@fr age } }',
  '{ q(func: eq(name, "Ann")) { name friend @facets { name age } ~friend { name } count(friend) } }',
  '{ v as var(func: has(friend)) { n as count(friend) } q(func: uid(v), orderdesc: val(n)) { name val(n) } }',
  '{ q(func: ge(age, 35)) { name } r(func: anyofterms(name, "ann bob")) @filter(not has(age)) { name } }',
  '{ path as shortest(from: 0x1, to: 0x2) { friend } q(func: uid(path)) { name } }',
  '{ q(func: has(name)) @groupby(age) { count(uid) } }',
  '{ q(func: has(friend)) @recurse(depth: 3) { name friend } }',
  'schema {}',
  'schema(pred: [name]) { type index }',
  '{ q(func: has(nothing)) { name } }',
];
const PARAMETERS = ['', '?ro=true', '?be=true', '?debug=true', '?respFormat=rdf', '?debug=true&ro=true'];

describe('answers are those of the engine', () => {
  it.each(QUERIES)('%s', async (text) => {
    await fill();
    for (const search of PARAMETERS) {
      for (const asked of [
        request(text, { path: `/query${search}` }),
        request(JSON.stringify({ query: text }), {
          path: `/query${search}`,
          headers: { 'content-type': 'application/json; charset=utf-8' },
        }),
      ]) {
        const expected = await engineAnswer(asked);
        if (expected.json.errors) {
          expect(await answerOf(asked)).toBeUndefined();
          continue;
        }
        const given = await nearAnswer(asked);
        expect(lasting(given.json)).toEqual(lasting(expected.json));
        const names = Object.keys(given.headers).map((name) => name.toLowerCase());
        expect(expected.headers).toMatchObject(
          Object.fromEntries(names.map((name, i) => [name, Object.values(given.headers)[i]])),
        );
      }
    }
  });

  it('with GraphQL variables, and each time with their values', async () => {
    await fill();
    for (const name of ['Ann', 'Bob', 'Ann']) {
      const query = 'query q($n: string) { q(func: eq(name, $n)) { name } }';
      const asked = request(JSON.stringify({ query, variables: { $n: name } }), {
        headers: { 'content-type': 'application/json' },
      });
      expect((await nearAnswer(asked)).json.data).toEqual({ q: [{ name }] });
    }
  });

  it('compressed for a client that accepts it', async () => {
    const names = Array.from({ length: 200 }, (_, i) => `_:n${i} <name> "a name that is long enough ${i}" .`);
    await engine.mutate(`{ set { ${names.join('\n')} } }`, rdf);
    const headers = { 'content-type': 'application/dql', 'accept-encoding': 'gzip' };
    const answer = await nearAnswer(request('{ q(func: has(name)) { uid name } }', { headers }));
    expect(answer.headers['Content-Encoding']).toBe('gzip');
  });
});

describe('the state of a read', () => {
  it('has every write that was answered before, of the schema too', async () => {
    const write = fc.oneof(
      fc.record({ kind: fc.constant('set' as const), node: fc.integer({ min: 1, max: 4 }), value: fc.nat(99) }),
      fc.record({ kind: fc.constant('delete' as const), node: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ kind: fc.constant('facet' as const), node: fc.integer({ min: 1, max: 4 }), value: fc.nat(9) }),
      fc.record({ kind: fc.constant('alter' as const), index: fc.constantFrom('int', '') }),
      fc.record({ kind: fc.constant('new' as const), value: fc.nat(5) }),
      fc.record({ kind: fc.constant('drop' as const) }),
    );
    const text = '{ q(func: has(age)) { uid age friend @facets { uid } expand(_all_) } }';
    await fc.assert(
      fc.asyncProperty(fc.array(write, { maxLength: 12 }), async (writes) => {
        await engine.alter({ drop_all: true });
        await engine.alter('age: int .\nfriend: [uid] .');
        for (const each of writes) {
          if (each.kind === 'set') await engine.mutate(`{ set { <${each.node}> <age> "${each.value}" . } }`, rdf);
          if (each.kind === 'delete') await engine.mutate(`{ delete { <${each.node}> <age> * . } }`, rdf);
          if (each.kind === 'facet') {
            await engine.mutate(`{ set { <${each.node}> <friend> <1> (f${each.value}=1) . } }`, rdf);
          }
          if (each.kind === 'alter') await engine.alter(`age: int ${each.index && `@index(${each.index})`} .`);
          if (each.kind === 'new') await engine.alter(`p${each.value}: string .`);
          if (each.kind === 'drop') await engine.alter({ drop_op: 'DATA' });
          for (const query of [text, 'schema {}']) {
            const expected = await engineAnswer(request(query));
            expect(lasting((await nearAnswer(request(query))).json)).toEqual(lasting(expected.json));
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  it('is read again from the timestamp of its answer, whatever was committed since', async () => {
    await fill();
    const text = '{ q(func: has(age)) { age } }';
    const { json } = await nearAnswer(request(text));
    await engine.mutate('{ set { _:x <age> "1" . } }', rdf);
    const later = await engine.query(text, { startTs: json.extensions.txn.start_ts });
    expect(later.data).toEqual(json.data);
    expect((await nearAnswer(request(text))).json.data.q).toHaveLength(3);
  });

  it('has a timestamp of its own, unless its client will not use it', async () => {
    const startOf = async (search: string): Promise<number> =>
      (await nearAnswer(request(QUERIES[0]!, { path: `/query${search}` }))).json.extensions.txn.start_ts;
    const own = [await startOf(''), await startOf(''), await startOf('')];
    expect(new Set(own).size).toBe(3);
    expect(await startOf('?ro=true')).toBe(await startOf('?be=true'));
    expect(own).not.toContain(await startOf('?ro=true'));
  });

  it('that is read-only has the timestamp of those that the engine answers, until a commit', async () => {
    const asked = request(QUERIES[0]!, { path: '/query?ro=true' });
    const startOf = ({ json }: Answer): number => json.extensions.txn.start_ts;
    let last = 0;
    for (let round = 0; round < 3; round++) {
      await fill();
      const found = [await engineAnswer(asked), await nearAnswer(asked), await engineAnswer(asked)].map(startOf);
      expect(new Set(found).size).toBe(1);
      expect(found[0]).toBeGreaterThan(last);
      last = found[0]!;
    }
  });
});

describe('transactions that begin with a read', () => {
  const read = async (): Promise<number> => (await nearAnswer(request(QUERIES[0]!))).json.extensions.txn.start_ts;
  const write = (startTs: number, value: number) =>
    engine.mutate(`{ set { <0x1> <age> "${value}" . } }`, { contentType: 'application/rdf', startTs });

  it('conflict with each other', async () => {
    const [first, second] = [await read(), await read()];
    await write(first, 1);
    await write(second, 2);
    await engine.commit({ startTs: first });
    await expect(engine.commit({ startTs: second })).rejects.toThrow(EngineFailure);
  });

  it('conflict with a write that was committed since', async () => {
    const startTs = await read();
    await engine.mutate('{ set { <0x1> <age> "7" . } }', rdf);
    await write(startTs, 8);
    await expect(engine.commit({ startTs })).rejects.toThrow(EngineFailure);
    expect((await nearAnswer(request('{ q(func: uid(0x1)) { age } }'))).json.data.q).toEqual([{ age: 7 }]);
  });

  it('are over once all data was dropped', async () => {
    const startTs = await read();
    await engine.alter({ drop_all: true });
    await expect(write(startTs, 1)).rejects.toThrow(EngineFailure);
  });
});

describe('left to the engine', () => {
  const query = '{ q(func: has(name)) { name } }';

  it.each<[string, EngineRequest]>([
    ['a request of a transaction', request(query, { path: '/query?startTs=1' })],
    ['one with a time limit', request(query, { path: '/query?timeout=1s' })],
    ['one with a wrong parameter', request(query, { path: '/query?ro=perhaps' })],
    ['another method', request(query, { method: 'PUT' })],
    ['another path', request(query, { path: '/queryx' })],
    ['a mutation', request('{ set { _:a <name> "x" . } }', { path: '/mutate' })],
    ['an unknown media type', request(query, { headers: { 'content-type': 'text/plain' } })],
    ['broken JSON', request('{"query"', { headers: { 'content-type': 'application/json' } })],
    [
      'wrong variables',
      request('{"query":"{}","variables":{"$a":1}}', { headers: { 'content-type': 'application/json' } }),
    ],
    ['a syntax error', request('{ q(func: ')],
    ['an error of the query', request('{ q(func: eq(friend, 1)) { name } }')],
    ['an empty query', request('')],
    ['a long text', request(`${query}${' '.repeat(20_000)}`)],
  ])('%s', async (_, asked) => {
    await nearAnswer(request(query));
    expect(await answerOf(asked)).toBeUndefined();
    await nearAnswer(request(query));
  });

  it('a query with much work, at once when it comes again', async () => {
    const lines = Array.from({ length: 6_000 }, (_, i) => `_:n${i} <age> "${i}" .`);
    await engine.mutate(`{ set { ${lines.join('\n')} } }`, rdf);
    const costly = request('{ q(func: has(age)) { a: age b: age c: age d: age e: age f: age g: age h: age } }');
    await nearAnswer(request(query));
    expect(await answerOf(costly)).toBeUndefined();
    const before = process.cpuUsage();
    for (let i = 0; i < 100; i++) expect(await answerOf(costly)).toBeUndefined();
    const { user, system } = process.cpuUsage(before);
    // One hundred attempts would take a second.
    expect(user + system).toBeLessThan(300_000);
    expect((await nearAnswer(request('{ q(func: has(age), first: 900) { age } }'))).json.data.q).toHaveLength(900);
  });

  it('no more than one read after a pause, and the timestamps of a long run', async () => {
    await nearAnswer(request(query));
    let left = 0;
    for (let i = 0; i < 10_000; i++) {
      if (await answerOf(request(query))) continue;
      left++;
      await until(async () => (await answerOf(request(query))) !== undefined);
    }
    // 10,000 timestamps are three lendings; each is asked for before the last timestamp is given out.
    expect(left).toBeLessThanOrEqual(3);
  });
});
