/** Group commit: writes that wait at the same moment share requests to the engine, and keep their own answers. */
import type { EngineFailure } from '../../../../../src/dgraph';
import { CountingTestbed } from '../../../../support/materialize/counting';
import { LIBRARY } from '../../../../support/materialize/library';
import { until } from '../../../../support/until';

const RDF = 'application/rdf';
/** Writes sent at once: the first is under way while the others wait. */
const MANY = 8;
let testbed: CountingTestbed;
let uids: Record<string, string>;

beforeAll(async () => {
  testbed = await CountingTestbed.start(LIBRARY);
  const { data } = await testbed.mutate(
    RDF,
    `{ set {
      _:ann <title> "Ann" .
      _:eve <title> "Eve" .
      _:work <title> "Work" .
      _:work <graph.type> "Novel" .
      _:firm <title> "Firm" .
      _:firm <graph.type> "Publisher" .
      _:sold <publishedBy> _:firm .
    } }`,
  );
  uids = data.uids as Record<string, string>;
});
afterAll(() => testbed.close());

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const set = (statements: string): string =>
  `{ set { ${statements.replace(/<(\w+)>/g, (all, name: string) => (uids[name] ? `<${uids[name]}>` : all))} } }`;
/** Returns the answer to a write, or the engine's errors. */
const answerTo = (body: string): Promise<any> =>
  testbed.mutate(RDF, body).catch((error: unknown) => ({ errors: (error as EngineFailure).errors }));
/** Sends writes at once, after the company of the last ones is over. */
const atOnce = async (bodies: readonly string[]) => {
  await new Promise((resolve) => setTimeout(resolve, 50));
  return testbed.counted(() => Promise.all(bodies.map(answerTo)));
};
const read = async (query: string): Promise<any> => (await testbed.engine.query(query)).data;
const messageOf = (answer: any): string => answer.errors?.[0]?.message ?? 'written';

it.each([
  ['new nodes', () => set('_:a <wrote> _:b .\n_:a <title> "new" .'), 0],
  ['nothing that rules concern', () => set('_:a <note> "x" .'), 0],
  ['edges from a stored node to new ones', () => set('<ann> <wrote> _:b .'), 1],
  ['new nodes with IRIs', (i: number) => set(`<https://example.org/d/n${i}> <wrote> _:b .`), 1],
])('%s: one mutation for those that wait', async (_, body, queries) => {
  // The engine declares a new predicate by its first statement; after that, the gateway reads the schema, in its time.
  const three = range(3).map((i) => body(MANY + i));
  await until(async () => (await atOnce(three)).requests.mutations === 2);
  const { result, requests } = await atOnce(range(MANY).map(body));
  expect(result.map(messageOf)).toEqual(range(MANY).map(() => 'written'));
  expect(requests).toEqual({ queries: 2 * queries, mutations: 2 });
});

it('the next writes of the same clients share one transaction', async () => {
  const ROUNDS = 5;
  await atOnce([set('_:a <title> "before" .')]);
  const { requests } = await testbed.counted(() =>
    Promise.all(
      range(MANY).map(async (client) => {
        for (const round of range(ROUNDS)) await answerTo(set(`_:a <title> "${client}/${round}" .`));
      }),
    ),
  );
  // The first write is alone; without company, those of every second transaction were.
  expect(requests.mutations).toBeLessThanOrEqual(ROUNDS + 2);
});

it('the time in which the thread is busy does not count as a wait for company', async () => {
  await atOnce(range(MANY).map((i) => set(`_:a <title> "before ${i}" .`)));
  for (const until = performance.now() + 100; performance.now() < until;);
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
  // The last group had all but the first write, which was alone.
  const { requests } = await testbed.counted(() =>
    Promise.all(range(MANY - 1).map((i) => answerTo(set(`_:a <title> "after ${i}" .`)))),
  );
  expect(requests.mutations).toBe(1);
});

it('a client that is alone never waits for company', async () => {
  await atOnce([set('_:a <title> "before" .')]);
  const timers = jest.spyOn(globalThis, 'setTimeout');
  try {
    const patience = () => timers.mock.calls.filter(([, ms]) => ms !== undefined && ms > 0 && ms <= 20).length;
    for (const round of range(5)) await answerTo(set(`_:a <title> "alone ${round}" .`));
    expect(patience()).toBe(0);
  } finally {
    timers.mockRestore();
  }
});

it('a lone write is sent as ever', async () => {
  const { requests } = await testbed.counted(() => testbed.mutate(RDF, set('<eve> <wrote> _:b .')));
  expect(requests).toEqual({ queries: 1, mutations: 1 });
});

it('each answer has its own uids under its own labels, and its own counts', async () => {
  const bodies = range(MANY).map((i) =>
    i % 2 === 0
      ? set(`_:a <graph.type> "Novel" .\n_:a <title> "t${i}" .`)
      : JSON.stringify({ set: { uid: '_:a b', title: `t${i}`, wrote: { uid: '_:c' } } }),
  );
  const answers = await Promise.all(
    bodies.map((body, i) => testbed.mutate(i % 2 === 0 ? RDF : 'application/json', body)),
  );
  const seen = new Set<string>();
  for (const [i, { data, extensions }] of answers.entries()) {
    expect(Object.keys(data.uids).sort()).toEqual(i % 2 === 0 ? ['a'] : ['a b', 'c']);
    const node = data.uids[i % 2 === 0 ? 'a' : 'a b'];
    for (const uid of Object.values<string>(data.uids)) expect(seen.has(uid) || !seen.add(uid)).toBe(false);
    expect((await read(`{ q(func: uid(${node})) { title } }`)).q).toEqual([{ title: `t${i}` }]);
    const alone = await testbed.mutate(i % 2 === 0 ? RDF : 'application/json', bodies[i]!);
    expect(extensions.ontology).toEqual(alone.extensions.ontology);
    expect(Object.keys(extensions).sort()).toEqual(Object.keys(alone.extensions).sort());
    expect(Object.keys(data).sort()).toEqual(Object.keys(alone.data).sort());
  }
});

it('a refused write leaves the group with its explanation, and the others are written together', async () => {
  const wrong = set('<work> <graph.type> "Person" .');
  const alone = await testbed.mutate(RDF, wrong);
  expect(alone.errors[0].extensions.explanation.text).toMatch(/contradiction/);
  const { result, requests } = await atOnce(range(MANY).map((i) => (i === 4 ? wrong : set(`_:a <title> "r${i}" .`))));
  expect(result[4]).toEqual(alone);
  expect(result.filter(({ errors }) => errors)).toHaveLength(1);
  expect(requests.mutations).toBe(2);
});

it('if the engine refuses a group, each is written alone, and the wrong one has the words of the engine', async () => {
  const wrong = set('_:a <pages> "many" .');
  const alone = await answerTo(wrong);
  expect(alone.errors).toBeDefined();
  const { result, requests } = await atOnce(range(MANY).map((i) => (i === 4 ? wrong : set(`_:a <pages> "${i}" .`))));
  expect(result[4]).toEqual(alone);
  expect(result.filter(({ errors }) => errors)).toHaveLength(1);
  expect(requests.mutations).toBeLessThanOrEqual(2 + MANY);
});

it('an unreadable body fails alone', async () => {
  const { result, requests } = await atOnce(
    range(MANY).map((i) => (i === 4 ? '{ set { <' : set(`_:a <title> "${i}" .`))),
  );
  expect(result.map(({ errors }) => errors !== undefined)).toEqual(range(MANY).map((i) => i === 4));
  expect(requests.mutations).toBe(2);
});

it('writes that exclude each other are not written together, and all are written', async () => {
  const { result } = await atOnce(range(MANY).map((i) => set(`<eve> <title> "Eve ${i % 3}" .`)));
  expect(result.map(messageOf)).toEqual(range(MANY).map(() => 'written'));
  expect((await read(`{ q(func: uid(${uids['eve']})) { title } }`)).q[0].title).toMatch(/^Eve \d$/);
});

it('an IRI names one node, whichever of two writes creates it', async () => {
  const body = set('<https://example.org/d/twice> <title> "twice" .');
  const { result } = await atOnce(range(MANY).map(() => body));
  expect(result.map(messageOf)).toEqual(range(MANY).map(() => 'written'));
  expect((await read('{ q(func: eq(iri, "https://example.org/d/twice")) { uid } }')).q).toHaveLength(1);
});

it('two writes that contradict each other are not both written', async () => {
  const { data } = await testbed.mutate(
    RDF,
    set(
      range(MANY)
        .map((i) => `_:n${i} <title> "n" .`)
        .join('\n'),
    ),
  );
  const nodes = Object.values<string>(data.uids);
  const { result } = await atOnce([
    set('_:first <title> "first" .'),
    ...nodes.flatMap((node) => [
      `{ set { <${node}> <graph.type> "Novel" . } }`,
      `{ set { <${node}> <graph.type> "Person" . } }`,
    ]),
  ]);
  for (const i of range(MANY)) {
    const [a, b] = [result[1 + 2 * i]!, result[2 + 2 * i]!];
    expect([a.errors, b.errors].filter(Boolean)).toHaveLength(1);
  }
});

it.each([
  ['upserts', 'upsert { query { v as var(func: eq(title, "Eve")) } mutation { set { uid(v) <note> "x" . } } }'],
  ['deletes of lists', '{ delete { <0x1> <note> * . } }'],
])('%s have transactions of their own', async (_, body) => {
  const { requests } = await atOnce(range(MANY).map(() => body));
  expect(requests.mutations).toBeGreaterThanOrEqual(MANY);
});

it('writes with other credentials have another transaction', async () => {
  const started = await Promise.all(
    range(MANY).map(async (i) => {
      const credentials = { 'X-Dgraph-AuthToken': `client ${i % 2}` };
      const answer = await testbed.mutate(RDF, set('_:a <title> "whose" .'), undefined, { credentials });
      return `${answer.extensions.txn.start_ts} ${i % 2}`;
    }),
  );
  const owners = new Map(started.map((line) => line.split(' ') as [string, string]));
  for (const line of started) expect(owners.get(line.split(' ')[0]!)).toBe(line.split(' ')[1]);
  expect(owners.size).toBe(4);
});

it('a cancelled write leaves the group, and the others go on', async () => {
  const stop = new AbortController();
  const writes = range(MANY).map((i) =>
    testbed.mutate(RDF, set(`<ann> <wrote> _:c${i} .`), undefined, i === 4 ? { signal: stop.signal } : {}),
  );
  stop.abort(new Error('cancelled'));
  const outcomes = await Promise.allSettled(writes);
  expect(outcomes.map(({ status }) => status)).toEqual(range(MANY).map((i) => (i === 4 ? 'rejected' : 'fulfilled')));
});

it('writes do not wait for a slow one longer than their patience', async () => {
  const hasty = await CountingTestbed.start(LIBRARY, { groupPatienceMs: 20 });
  try {
    const write = () => hasty.mutate(RDF, '{ set { _:a <title> "new" . } }');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    hasty.hold = async () => {
      hasty.hold = undefined;
      await held;
    };
    let isHeldOver = false;
    const slow = write().then(() => (isHeldOver = true));
    await Promise.all([write(), write()]);
    expect(isHeldOver).toBe(false);
    release();
    await slow;
  } finally {
    await hasty.close();
  }
});

describe('many writes', () => {
  const CROWD = 40;
  /** Returns the mutations that are sent before the first one is answered, and the outcomes. */
  const sentMeanwhile = async (bodies: readonly string[]): Promise<{ sent: number; messages: string[] }> => {
    const patient = await CountingTestbed.start(LIBRARY, { groupPatienceMs: 60_000 });
    try {
      const { data } = await patient.mutate(RDF, '{ set { _:a <title> "a" . } }');
      const node = `<${data.uids.a as string}>`;
      const before = patient.counts.mutations;
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      patient.hold = () => held;
      const outcomes = Promise.all(bodies.map((body) => patient.mutate(RDF, body.replace('<a>', node))));
      await new Promise((resolve) => setTimeout(resolve, 300));
      const sent = patient.counts.mutations - before;
      release();
      return { sent, messages: (await outcomes).map(messageOf) };
    } finally {
      await patient.close();
    }
  };
  const written = range(CROWD).map(() => 'written');

  it('a second group begins while the first one is under way, and no third', async () => {
    const bodies = range(CROWD).map(() => '{ set { _:a <title> "new" . } }');
    expect(await sentMeanwhile(bodies)).toEqual({ sent: 2, messages: written });
  });

  it('two groups at a time name no stored node in common', async () => {
    const bodies = range(CROWD).map(() => '{ set { <a> <wrote> _:b . } }');
    expect(await sentMeanwhile(bodies)).toEqual({ sent: 1, messages: written });
  });

  it('few writes wait for the end of the first group', async () => {
    const few = range(MANY).map(() => '{ set { _:a <title> "new" . } }');
    expect((await sentMeanwhile(few)).sent).toBe(1);
  });
});

it('without groups, each write has a transaction', async () => {
  const single = await CountingTestbed.start(LIBRARY, { maxGroup: 1 });
  try {
    const write = () => single.mutate(RDF, '{ set { _:a <title> "new" . } }');
    const { requests } = await single.counted(() => Promise.all(range(MANY).map(write)));
    expect(requests).toEqual({ queries: 0, mutations: MANY });
  } finally {
    await single.close();
  }
});
