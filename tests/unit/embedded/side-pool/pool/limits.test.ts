/** Limits of a side pool thread: time, memory, a place in the queue, and the presence of the client. */
import { ThreadPool, type PoolLimits } from '../../../../../src/embedded/side-pool/pool';
import { PoolThread } from '../../../../../src/embedded/side-pool/handle';
import { QueryTimeoutError } from '../../../../../src/embedded/execute';
import { Delta, type Store } from '../../../../../src/embedded/storage';
import { silent } from '../../../../../src/util/log';
import {
  commit,
  declaration,
  declare,
  openStore,
  removeTemporaryDirectories,
  temporaryDirectory,
} from '../../../../support/embedded/store';
import { threadEntry } from '../../../../support/embedded/thread-entry';

afterAll(removeTemporaryDirectories);

const LINKS = 200;
/** Every node of LINKS has an edge to every other. */
const steps = (n: number): string => 'next { '.repeat(n) + 'n' + ' }'.repeat(n);
const ENDLESS = `{ q(func: has(next)) { ${steps(6)} } }`;
/** Eight million objects in the answer. */
const LARGE = `{ q(func: has(next)) { ${steps(3)} } }`;
const SHORT = '{ q(func: uid(0x1)) { n } }';

let store: Store;
let directory: string;
let entry: string;
const pools: ThreadPool[] = [];
beforeAll(async () => {
  directory = temporaryDirectory();
  entry = threadEntry();
  store = openStore(directory);
  await store.write((batch) => {
    declare(batch, declaration('next', { type: 'uid', list: true }));
    declare(batch, declaration('n'));
  });
  const delta = new Delta();
  for (let from = 1; from <= LINKS; from++) {
    for (let to = 1; to <= LINKS; to++) delta.predicate('next').edge(from).set(to);
    delta
      .predicate('n')
      .value(from)
      .set('\xff'.repeat(8), { value: { type: 'string', value: 'x'.repeat(100) }, lang: '', facets: [] });
  }
  await commit(store, delta);
});
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});
afterAll(() => store.close());

function pool(limits: Partial<PoolLimits>): ThreadPool {
  const allLimits = { threads: 1, memoryMb: 512, runMs: 60_000, waitMs: 60_000, waiting: 10, ...limits };
  const newPool = new ThreadPool(
    'queries',
    (memoryMb) => new PoolThread(entry, directory, memoryMb),
    allLimits,
    silent,
  );
  pools.push(newPool);
  return newPool;
}

interface QueryOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** True if the query checks the deadline itself. */
  readonly looks?: boolean;
}

const query = (
  from: ThreadPool,
  text: string,
  { timeoutMs = 60_000, signal, looks = true }: QueryOptions = {},
): Promise<string> =>
  from.run({ deadline: Date.now() + timeoutMs, signal }, async (thread, deadline) => {
    await thread.lend({ snapshot: store.current, adopted: [] });
    const request = { query: text, debug: false, format: 'json' } as const;
    const { json } = await thread.request('answer', { kind: 'query', request, deadline: looks ? deadline : Infinity });
    return json;
  });

const answered = expect.stringContaining('xxx');

it('a query over the memory limit ends with its thread and an error that names the limit', async () => {
  const small = pool({ memoryMb: 40 });
  await expect(query(small, LARGE)).rejects.toThrow('the request needs more memory than 40 MB');
  expect(await query(small, SHORT)).toEqual(answered);
});

it('a query that never checks the deadline is terminated after it', async () => {
  const testPool = pool({});
  const began = Date.now();
  await expect(query(testPool, ENDLESS, { timeoutMs: 300, looks: false })).rejects.toThrow(QueryTimeoutError);
  expect(Date.now() - began).toBeGreaterThanOrEqual(1300);
  expect(await query(testPool, SHORT)).toEqual(answered);
  const brief = pool({ runMs: 200 });
  await expect(query(brief, ENDLESS, { looks: false })).rejects.toThrow(QueryTimeoutError);
});

it('a query ends when its client leaves, and the next query gets a thread', async () => {
  const testPool = pool({});
  const leaving = new AbortController();
  const endless = query(testPool, ENDLESS, { signal: leaving.signal });
  const next = query(testPool, SHORT);
  const waiting = new AbortController();
  const never = query(testPool, SHORT, { signal: waiting.signal });
  setTimeout(() => waiting.abort(), 100);
  setTimeout(() => leaving.abort(), 300);
  await expect(never).rejects.toThrow('the client has left');
  await expect(endless).rejects.toThrow('the client has left');
  expect(await next).toEqual(answered);
});

it('the wait for a thread ends with an error that names the limits', async () => {
  const testPool = pool({ waitMs: 200, waiting: 2 });
  const endless = query(testPool, ENDLESS, { timeoutMs: 1500 });
  const late = [query(testPool, SHORT), query(testPool, SHORT)];
  await expect(query(testPool, SHORT)).rejects.toThrow('too many queries at once: 1 run at a time');
  for (const one of late) await expect(one).rejects.toThrow('2 may wait for at most 0.2 s; retry later');
  await expect(endless).rejects.toThrow(QueryTimeoutError);
  expect(await query(testPool, SHORT)).toEqual(answered);
  // A request with a shorter deadline of its own gets the timeout error.
  const busy = query(testPool, ENDLESS, { timeoutMs: 1000 });
  await expect(query(testPool, SHORT, { timeoutMs: 50 })).rejects.toThrow(QueryTimeoutError);
  await expect(busy).rejects.toThrow(QueryTimeoutError);
});

it('a close ends running and waiting requests', async () => {
  const testPool = pool({});
  const running = query(testPool, ENDLESS);
  const waiting = query(testPool, SHORT);
  const both = Promise.all([running, waiting].map((each) => expect(each).rejects.toThrow('the engine is closing')));
  await new Promise((resolve) => setTimeout(resolve, 200));
  await testPool.close();
  await both;
});

it('a held snapshot is unchanged while others commit', async () => {
  const testPool = pool({});
  const delta = new Delta();
  const place = '\xff'.repeat(8);
  delta
    .predicate('n')
    .value(7)
    .set(place, { value: { type: 'string', value: 'y'.repeat(1e6) }, lang: '', facets: [] });
  await commit(store, delta);
  const held = store.current.acquire();
  for (let i = 0; i < 20; i++) {
    const more = new Delta();
    for (let uid = 1; uid <= LINKS; uid++) {
      more
        .predicate('n')
        .value(uid)
        .set(place, { value: { type: 'string', value: `z${i}` }, lang: '', facets: [] });
    }
    await commit(store, more);
  }
  const json = await testPool.run({ deadline: Date.now() + 60_000 }, async (thread, deadline) => {
    await thread.lend({ snapshot: held, adopted: [] });
    const request = { query: '{ q(func: has(n)) { n } }', debug: false, format: 'json' } as const;
    return (await thread.request('answer', { kind: 'query', request, deadline })).json;
  });
  const values = (JSON.parse(json) as { q: { n: string }[] }).q.map(({ n }) => n);
  expect(values).toHaveLength(LINKS);
  expect(values[6]).toBe('y'.repeat(1e6));
  expect(values.filter((n) => n === 'x'.repeat(100))).toHaveLength(LINKS - 1);
  expect(await query(testPool, SHORT)).toContain('z19');
  held.release();
});
