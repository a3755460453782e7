/** Large mutations in the side pool: same answers and same data as on the engine's own thread. */
import { Worker } from 'node:worker_threads';
import * as fc from 'fast-check';
import { parseJsonMutation, parseRdfMutation } from '../../../../src/dql';
import { Engine } from '../../../../src/embedded/engine';
import { messageOf } from '../../../../src/embedded/failures';
import { newNodesJson, type MutateAnswer } from '../../../../src/embedded/requests';
import { AbortedError, DEFAULT_LIMITS } from '../../../../src/embedded/transaction';
import { silent } from '../../../../src/util/log';
import { inconsistencies } from '../../../support/embedded/consistency';
import { removeTemporaryDirectories, temporaryDirectory } from '../../../support/embedded/store';
import { threadEntry } from '../../../support/embedded/thread-entry';

afterAll(removeTemporaryDirectories);

const SCHEMA = `
  name: string @index(term, exact) @lang @upsert .
  mail: string @index(exact) @unique .
  n: int @index(int) @count .
  tags: [string] @index(exact) @count .
  next: [uid] @reverse @count .
  best: uid @reverse .
  born: datetime @index(year) .
  place: geo @index(geo) .
  type Person {
    name
    n
    next
  }`;

/** Two engines: one runs every mutation as a large one, the other as a small one. */
let large: Engine;
let small: Engine;
beforeEach(async () => {
  const entry = threadEntry();
  [large, small] = await Promise.all([
    Engine.open(temporaryDirectory(), silent, DEFAULT_LIMITS, entry),
    Engine.open(temporaryDirectory(), silent, DEFAULT_LIMITS, entry),
  ]);
  for (const engine of [large, small]) await engine.alter(SCHEMA);
});
afterEach(async () => {
  for (const engine of [large, small]) expect(inconsistencies(engine.view())).toEqual([]);
  await Promise.all([large.close(), small.close()]);
});

type Type = 'json' | 'rdf';
interface MutationOptions {
  readonly startTs?: number;
  readonly commitNow?: boolean;
}

const sidePool = (
  body: string,
  type: Type,
  { startTs = 0, commitNow = true }: MutationOptions = {},
): Promise<MutateAnswer> =>
  large.mutateInSidePool({ type, bytes: new Uint8Array(Buffer.from(body)), labels: 'new.' }, { startTs, commitNow });

async function onEngineThread(
  body: string,
  type: Type,
  { startTs = 0, commitNow = true }: MutationOptions = {},
  engine = small,
): Promise<MutateAnswer> {
  let n = 0;
  const request = type === 'rdf' ? parseRdfMutation(body) : parseJsonMutation(body, { labels: () => `new.${++n}` });
  return engine.mutate(request, startTs, commitNow);
}

/** An answer without timestamps and durations, or the message of a refusal. */
async function outcome(answering: Promise<MutateAnswer>): Promise<unknown> {
  try {
    const { newNodes, newNodesText, queries, keys, predicates, counts, cost, commitTs } = await answering;
    return {
      uids: newNodesText ?? (newNodes && newNodesJson(newNodes)),
      keys: typeof keys === 'string' ? keys : keys.map((key) => `"${key}"`).join(','),
      commits: commitTs !== undefined,
      queries,
      predicates,
      counts,
      cost,
    };
  } catch (error) {
    return messageOf(error, silent);
  }
}

const ask = (engine: Engine, query: string, startTs = 0): string =>
  engine.query({ query, startTs, readOnly: false, debug: true, format: 'json', timeoutMs: 0 }).json;

const ALL = `{ q(func: has(dgraph.type)) { uid }
  all(func: has(name)) { uid name name@* mail n tags next @facets { uid } best { uid } born place ~next { uid } }
  known(func: ge(count(~next), 1)) { uid count(~next) } counted(func: ge(count(tags), 1)) { uid count(tags) }
  term(func: anyofterms(name, "ann bob")) { uid } }`;

const BODIES: readonly (readonly [Type, string])[] = [
  [
    'rdf',
    '{ set {\n_:a <name> "Ann" .\n_:b <name> "Bob" .\n_:a <next> _:b (since=2020) .\n_:a <mail> "a@x" .\n_:a ' +
      '<dgraph.type> "Person" .\n} }',
  ],
  ['json', '{"set": [{"name": "Cid", "n": 5, "tags": ["x", "y"], "next": [{"uid": "0x1", "name@fr": "Anne"}]}]}'],
  ['rdf', '{ set {\n_:c <mail> "a@x" .\n} }'],
  ['rdf', '{ set {\n<0x1> <n> "five" .\n} }'],
  ['rdf', '{ set {\n<0x1> <n> "5"\n} }'],
  ['json', '{"set": [{"name": }]}'],
  ['json', '{}'],
  ['rdf', ''],
  ['rdf', '{ set {\n<0x1> <dgraph.nothing> "5" .\n} }'],
  ['rdf', '{ set {\n<0x1> <unknown> "5" .\n<0x1> <n> "no number" .\n} }'],
  [
    'rdf',
    "{ set {\n<0x1> <place> \"{'type':'Point','coordinates':[1,2]}\"^^<geo:geojson> .\n<0x1> <born> " +
      '"2001-02-03" .\n<0x5000000> <name> "far" .\n} }',
  ],
  ['rdf', '{ set {\n<0xffffffffffffffff> <name> "too far" .\n} }'],
  [
    'rdf',
    'upsert { query { q(func: eq(name, "Ann")) { v as uid n } } mutation @if(gt(len(v), 0)) { set {\nuid(v) ' +
      '<n> "7" .\nuid(v) <next> _:new .\n} } }',
  ],
  [
    'rdf',
    'upsert { query { q(func: eq(name, "Nobody")) { v as uid } } mutation @if(gt(len(v), 0)) { set {\nuid(v) ' +
      '<n> "7" .\n} } }',
  ],
  [
    'rdf',
    'upsert { query { q(func: has(name)) { v as uid m as name } } mutation { set {\nuid(v) <tags> val(m) ' +
      '.\n} delete {\nuid(v) <n> * .\n} } }',
  ],
  ['rdf', 'upsert { query { q(func: has(unheard)) { v as uid } } mutation { set {\nuid(w) <tags> "x" .\n} } }'],
  ['rdf', '{ q(func: has(name)) { name } }'],
  ['rdf', '{ delete {\n<0x1> * * .\n} }'],
  ['json', '{"delete": [{"uid": "0x2"}], "set": {"uid": "0x1", "best": {"uid": "_:x", "name": "Best"}}}'],
];

it('a large mutation gives the same answer and data, or the same refusal', async () => {
  for (const [type, body] of BODIES) {
    expect([body, await outcome(sidePool(body, type))]).toEqual([body, await outcome(onEngineThread(body, type))]);
    expect(ask(large, ALL)).toBe(ask(small, ALL));
    expect(ask(large, 'schema {}')).toBe(ask(small, 'schema {}'));
  }
  expect(JSON.parse(ask(large, ALL)).all.length).toBeGreaterThan(3);
});

it('large and small mutations of one transaction give the same result', async () => {
  const body = fc.constantFrom(...BODIES.filter(([, text]) => !text.includes('unknown')));
  const steps = fc.array(fc.tuple(body, fc.boolean()), { minLength: 2, maxLength: 5 });
  const run = async (steps: readonly (readonly [readonly [Type, string], boolean])[], commits: boolean) => {
    const at = { large: 0, small: 0 };
    for (const [[type, text], isLarge] of steps) {
      const outcomes = await Promise.all([
        outcome(
          begun((isLarge ? sidePool : onLarge)(text, type, { commitNow: false, startTs: at.large }), at, 'large'),
        ),
        outcome(begun(onEngineThread(text, type, { commitNow: false, startTs: at.small }), at, 'small')),
      ]);
      expect([text, outcomes[0]]).toEqual([text, outcomes[1]]);
      expect(contentsAt(large, at.large)).toBe(contentsAt(small, at.small));
    }
    if (at.large > 0) {
      if (commits) expect(await ended(large, at.large)).toBe(await ended(small, at.small));
      else {
        large.abort(at.large);
        small.abort(at.small);
      }
    }
    expect(ask(large, ALL)).toBe(ask(small, ALL));
  };
  await fc.assert(fc.asyncProperty(steps, fc.boolean(), run), { numRuns: 5 });
});

const onLarge: typeof sidePool = (body, type, options) => onEngineThread(body, type, options, large);

/** Records the transaction that an answer opens. */
async function begun(
  answering: Promise<MutateAnswer>,
  at: Record<string, number>,
  name: string,
): Promise<MutateAnswer> {
  const answer = await answering;
  at[name] = answer.startTs;
  return answer;
}

function contentsAt(engine: Engine, startTs: number): string {
  try {
    return ask(engine, ALL, startTs);
  } catch (error) {
    return messageOf(error, silent);
  }
}

const ended = (engine: Engine, startTs: number): Promise<string> =>
  engine.commit(startTs).then(
    () => 'committed',
    (error: unknown) => messageOf(error, silent),
  );

const NAMES = (from: number, to: number): string =>
  `{ set {\n${Array.from({ length: to - from }, (_, i) => `<0x${(from + i).toString(16)}> <name> "n${i} common" .`).join('\n')}\n} }`;

it('a large mutation conflicts with commits since its start', async () => {
  const { startTs } = await sidePool(NAMES(1, 50), 'rdf', { commitNow: false });
  const other = await sidePool(NAMES(100, 150), 'rdf', { commitNow: false });
  await onEngineThread('{ set {\n<0x10> <name> "mine" .\n} }', 'rdf', {}, large);
  await expect(large.commit(startTs)).rejects.toThrow(AbortedError);
  // `@upsert`: all writers of a token share a key.
  await sidePool(NAMES(200, 202), 'rdf');
  await expect(sidePool(NAMES(150, 160), 'rdf', { startTs: other.startTs })).rejects.toThrow(AbortedError);
  expect(JSON.parse(ask(large, '{ all(func: has(name)) { uid name } }')).all).toHaveLength(3);
});

/** Mutations of one transaction: sets names, and deletes them with stars. */
const MUTATIONS = Array.from({ length: 6 }, (_, i) =>
  i % 3 === 2
    ? `{ delete {\n${Array.from({ length: 3000 }, (_, k) => `<0x${(i * 1000 + k).toString(16)}> <name> * .`).join('\n')}\n} }`
    : NAMES(1 + i * 3000, (i + 1) * 3000),
);

it('each large mutation of a transaction costs its own writes, not those before it', async () => {
  const posted = jest.spyOn(Worker.prototype, 'postMessage');
  const count = (): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const [{ kind }] of posted.mock.calls as [{ kind: string }][]) counts[kind] = (counts[kind] ?? 0) + 1;
    posted.mockClear();
    return counts;
  };
  const costs: Record<string, number>[] = [];
  let [startTs, smallTs] = [0, 0];
  for (const text of MUTATIONS) {
    ({ startTs } = await sidePool(text, 'rdf', { startTs, commitNow: false }));
    costs.push(count());
    ({ startTs: smallTs } = await onEngineThread(text, 'rdf', { startTs: smallTs, commitNow: false }));
  }
  expect(costs.map(({ written = 0, state = 0 }) => [written, state])).toEqual([[0, 1], ...Array(5).fill([0, 0])]);
  const [first, ...later] = costs.map(({ part = 0 }) => part);
  for (const parts of later) expect(parts).toBeLessThan(2 * first!);
  // A mutation on the engine's thread changes the writes, so they are handed over again.
  await onEngineThread(NAMES(90_000, 90_002), 'rdf', { startTs, commitNow: false }, large);
  await onEngineThread(NAMES(90_000, 90_002), 'rdf', { startTs: smallTs, commitNow: false });
  await sidePool(NAMES(1, 5), 'rdf', { startTs, commitNow: false });
  await onEngineThread(NAMES(1, 5), 'rdf', { startTs: smallTs, commitNow: false });
  expect(count()).toMatchObject({ state: 1 });
  posted.mockRestore();
  expect(contentsAt(large, startTs)).toBe(contentsAt(small, smallTs));
  expect([await ended(large, startTs), await ended(small, smallTs)]).toEqual(['committed', 'committed']);
  expect(ask(large, ALL)).toBe(ask(small, ALL));
});

it('queries of a transaction see all or nothing of a large mutation', async () => {
  const { startTs } = await sidePool(NAMES(1, 10), 'rdf', { commitNow: false });
  let isDone = false;
  const writing = sidePool(NAMES(10, 20_000), 'rdf', { startTs, commitNow: false }).finally(() => (isDone = true));
  const query = '{ first(func: eq(name, "n10 common")) { uid } last(func: eq(name, "n9999 common")) { uid } }';
  const seen = new Set<string>();
  while (!isDone) {
    const { json } = await large.answer({
      query,
      startTs,
      readOnly: false,
      debug: false,
      format: 'json',
      timeoutMs: 0,
    });
    seen.add(json);
    await new Promise(setImmediate);
  }
  await writing;
  expect([...seen].sort()).toEqual(
    ['{"first":[],"last":[]}', '{"first":[{"uid":"0x14"}],"last":[{"uid":"0x2719"}]}'].filter((each) => seen.has(each)),
  );
  large.abort(startTs);
});

it('a large mutation leaves no data after an abort or without its client', async () => {
  const { startTs } = await sidePool('{ set {\n<0x1> <name> "first" .\n} }', 'rdf', { commitNow: false });
  const slow = sidePool(NAMES(1, 5000), 'rdf', { startTs, commitNow: true });
  await new Promise((resolve) => setTimeout(resolve, 20));
  large.abort(startTs);
  await expect(slow).rejects.toThrow(AbortedError);
  const leaving = new AbortController();
  const bytes = new Uint8Array(Buffer.from(NAMES(1, 5000)));
  const left = large.mutateInSidePool(
    { type: 'rdf', bytes, labels: '' },
    { startTs: 0, commitNow: true, signal: leaving.signal },
  );
  setTimeout(() => leaving.abort(), 50);
  await expect(left).rejects.toThrow('the client has left');
  expect(ask(large, '{ all(func: has(name)) { uid } }')).toBe('{"all":[]}');
  // The next one gets a thread.
  await sidePool(NAMES(1, 10), 'rdf');
  expect(JSON.parse(ask(large, '{ all(func: has(name)) { uid } }')).all).toHaveLength(9);
});

it('a mutation is large by its query, the nodes of a variable, or its deletes', async () => {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text));
  const through = async (body: string): Promise<boolean> => {
    const answer = await large.mutate(parseRdfMutation(body), 0, true, {
      body: { type: 'rdf', bytes: bytes(body), labels: '' },
    });
    return answer.newNodesText !== undefined;
  };
  const { startTs } = await sidePool(NAMES(1, 25_000), 'rdf', { commitNow: false });
  await large.commit(startTs);
  const links = Array.from({ length: 25_000 }, (_, i) => `<0x1> <next> <0x${(i + 1).toString(16)}> .`);
  await sidePool(`{ set {\n${links.join('\n')}\n} }`, 'rdf');
  expect(await through('{ set {\n<0x1> <n> "1" .\n} }')).toBe(false);
  expect(
    await through(
      'upsert { query { q(func: has(name), first: 3) { v as uid } } mutation { set {\nuid(v) <n> "1" .\n} } }',
    ),
  ).toBe(false);
  expect(
    await through('upsert { query { q(func: has(name)) { v as uid } } mutation { set {\nuid(v) <n> "2" .\n} } }'),
  ).toBe(true);
  expect(JSON.parse(ask(large, '{ q(func: eq(n, 2)) { count(uid) } }'))).toEqual({ q: [{ count: 24_999 }] });
  expect(await through('{ delete {\n<0x1> <next> * .\n} }')).toBe(true);
  expect(ask(large, '{ q(func: uid(0x1)) { count(next) } r(func: ge(count(~next), 1)) { uid } }')).toBe(
    '{"q":[{"count(next)":0,"uid":"0x1"}],"r":[]}',
  );
});
