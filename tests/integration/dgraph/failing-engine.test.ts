/**
 * An engine that fails at any request of any operation, in any way: the operation ends, the probes tell it, and once
 * the engine answers again everything works without a restart. Each run takes a sample of the cross product.
 */
import { readConfig } from '../../../src/config';
import { startGateway, type Gateway } from '../../../src/app';
import { startOnPort, type EngineOnPort } from '../../support/embedded/on-port';
import { removeTemporaryDirectories, temporaryDirectory } from '../../support/embedded/store';
import { FAULTS, startFaultyProxy, type Fault, type FaultyProxy, type Reach } from '../../support/engines/faulty-proxy';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology, postOntology } from '../../support/engines/ontology';
import { alter, alterJson, ask, commit, get, json, post, query, rdf, type Posted } from '../../support/engines/wire';
import { openSocket } from '../../support/engines/subscriber';
import { afterMachineTime, machineTime } from '../../support/machine-time';
import { until } from '../../support/until';
import { hasAllCases } from '../../support/runs';

const SILENCE_MS = 3_000;
const LIMITS = { answerMs: 4_000, longAnswerMs: 5_000, pauseMs: 2_000, healthMs: 2_000, stateMs: 3_000 };
/** Longest end of an operation, on a busy machine; an operation without a deadline takes for ever. */
const END_MS = 60_000;
/** Gateways that work side by side: most of the time they wait. */
const LANES = 4;
const CASES = 32;

const documentOf = (parent: string): string => `@prefix : <https://example.org/failing#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<https://example.org/failing> a owl:Ontology . :Dog a owl:Class ; rdfs:subClassOf :${parent} .
:${parent} a owl:Class . :feeds a owl:ObjectProperty ; rdfs:range :${parent} .`;

type Operation = (url: string) => Promise<unknown>;
const posting =
  (request: Posted): Operation =>
  (url) =>
    post(url, request);
const getting =
  (path: string): Operation =>
  (url) =>
    get(url, path);

/** Operations; together they make every kind of request to an engine. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  'a query': posting(query('{ q(func: has(note)) { uid note } }')),
  'a query by class': posting(query('{ q(func: eq(graph.type, "Dog")) { uid graph.type } }')),
  'a write': posting(json({ set: { note: 'plain' } })),
  'a write with inferences': posting(json({ set: { 'graph.type': 'Dog', note: 'n' } })),
  'a write by IRI': posting(rdf('{ set { <https://e.org/ada> <feeds> <https://e.org/rex> . } }')),
  'an upsert': posting(
    json({ query: '{ v as var(func: eq(note, "u")) }', cond: '@if(eq(len(v), 0))', set: { note: 'u' } }),
  ),
  'a delete': async (url) => {
    const { body } = await post(url, json({ set: { uid: '_:a', 'graph.type': 'Dog' } }));
    const uid = (body.data?.uids as Record<string, string> | undefined)?.['a'] ?? '0x1';
    return post(url, json({ delete: { uid } }));
  },
  'a transaction': async (url) => {
    const { body } = await post(url, json({ set: { 'graph.type': 'Dog' } }, {}));
    const { start_ts: startTs = 1, keys = [], preds = [] } = body.extensions?.txn ?? {};
    return post(url, commit({ startTs }, { keys, preds }));
  },
  'an abort': async (url) => {
    const { body } = await post(url, json({ set: { note: 'a' } }, {}));
    return post(url, commit({ startTs: body.extensions?.txn?.start_ts ?? 1, abort: true }));
  },
  'a change of the schema': posting(alter('extra: string @index(exact) .')),
  'a drop of a predicate': posting(alterJson({ drop_attr: 'extra' })),
  administration: posting({
    path: '/admin',
    type: 'application/json',
    body: '{"query":"{ getGQLSchema { schema } }"}',
  }),
  'a GraphQL schema': posting({
    path: '/admin/schema',
    type: 'application/graphql',
    body: 'type Note { text: String }',
  }),
  GraphQL: posting({ path: '/graphql', type: 'application/json', body: '{"query":"{ queryNote { text } }"}' }),
  'a login': posting({ path: '/login', type: 'application/json', body: '{"userid":"u","password":"p"}' }),
  state: getting('/state'),
  'the health of all': getting('/health?all'),
  'an unknown path': getting('/ui/keywords'),
  'a load': (url) => postOntology(url, documentOf(Math.random() < 0.5 ? 'Animal' : 'Companion')),
  'a preview': (url) => postOntology(url, documentOf('Pet'), '?validateOnly=true&includesData=true'),
  'a materialization': (url) => fetch(`${url}/ontology/materialize`, { method: 'POST' }).then((each) => each.text()),
  violations: getting('/ontology/violations'),
  'an explanation': getting('/ontology/explain?subject=https://e.org/rex&predicate=graph.type&object=Animal'),
  history: getting('/ontology/versions'),
  'an export': getting('/export?format=nquads'),
  'an import': posting({ path: '/import', type: 'text/turtle', body: '<https://e.org/i> <https://e.org/p> "v" .' }),
  metrics: getting('/metrics'),
  'a subscription': async (url) => {
    const { inbox, say, socket } = await openSocket(url, 'graphql-transport-ws');
    say({ type: 'connection_init' });
    say({ id: '1', type: 'subscribe', payload: { query: 'subscription { queryNote { text } }' } });
    await inbox.next(END_MS);
    await Promise.race([inbox.next(END_MS), new Promise((resolve) => setTimeout(resolve, SILENCE_MS))]);
    socket.terminate();
  },
  'the registry': () => new Promise((resolve) => setTimeout(resolve, 300)),
};

interface Lane {
  readonly engine: EngineOnPort;
  readonly proxy: FaultyProxy;
  readonly gateway: Gateway;
}

async function startLane(): Promise<Lane> {
  const engine = await startOnPort({ directory: temporaryDirectory() });
  const proxy = await startFaultyProxy(engine.url);
  // With the usual limits, which a thread that reads modules keeps.
  const first = await startGatewayOver(engine);
  await ask(engine.url, alter('note: string @index(exact) .'));
  await loadOntology(first.url, documentOf('Animal'));
  await first.close(100);
  const settings = { PORT: '0', DGRAPH_URL: proxy.url, GRPC_PORT: 'off', OWLGATE_SILENCE_MS: String(SILENCE_MS) };
  const invocation = readConfig([], settings);
  if (invocation.kind !== 'run') throw new Error('no configuration');
  const gateway = await startGateway(invocation.config, undefined, { limits: LIMITS });
  return { engine, proxy, gateway };
}

interface Case {
  readonly operation: string;
  readonly at: number;
  readonly fault: Fault;
  readonly reach: Reach;
}

const lanes: Lane[] = [];
const cases: Case[] = [];
beforeAll(async () => {
  // One after another: modules that are read meanwhile block the thread.
  for (let i = 0; i < LANES; i++) lanes.push(await startLane());
  for (const [operation, run] of Object.entries(OPERATIONS)) {
    const { proxy, gateway } = lanes[0]!;
    proxy.heal();
    await run(gateway.url);
    const count = Math.max(1, proxy.count());
    for (let at = 0; at < count; at++) {
      for (const fault of FAULTS)
        for (const reach of ['alpha', 'request'] as const) cases.push({ operation, at, fault, reach });
    }
  }
});
afterAll(async () => {
  for (const { gateway, proxy, engine } of lanes) {
    await gateway.close(100);
    await proxy.close();
    await engine.close();
  }
  removeTemporaryDirectories();
});

/** Returns `promise`, or fails after the longest time. */
async function inTime<T>(promise: Promise<T>, description: string): Promise<T> {
  let cancel = (): void => undefined;
  const late = new Promise<never>((_, reject) => {
    cancel = afterMachineTime(END_MS, () => reject(new Error(`${description} does not end`)));
  });
  return Promise.race([promise, late]).finally(cancel);
}

/** Returns undefined if the gateway is ready, and writes are completed and read back; otherwise what is wrong. */
async function problem(url: string, mark: string): Promise<string | undefined> {
  const ready = await get(url, '/readyz');
  if (ready.status !== 200) return JSON.stringify(ready.body);
  const { body } = await post(url, json({ set: { 'graph.type': 'Dog', note: mark } }));
  if (body.errors) return JSON.stringify(body.errors);
  const { body: read } = await post(url, query(`{ q(func: eq(note, "${mark}")) { graph.type } }`));
  return read.data?.q?.[0]?.['graph.type']?.length === 2 ? undefined : JSON.stringify(read);
}

async function recover(url: string, mark: string, description: string): Promise<void> {
  const end = machineTime() + END_MS;
  for (let last = await problem(url, mark); last !== undefined; last = await problem(url, mark)) {
    if (machineTime() > end) throw new Error(`${description}: ${last}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

let count = 0;
async function check({ proxy, gateway }: Lane, { operation, at, fault, reach }: Case): Promise<void> {
  const description = `${operation} with request ${at} ${fault}, ${reach}`;
  const { url } = gateway;
  proxy.arm(at, fault, reach);
  const ended = OPERATIONS[operation]!(url).catch((error: unknown) => error);
  await Promise.race([ended, until(() => proxy.hasFailed())]);
  if (proxy.hasFailed()) {
    expect([description, (await get(url, '/livez')).status]).toEqual([description, 200]);
    const hangs = reach === 'alpha' && fault !== 'drip';
    const { status, body } = await inTime(get(url, '/readyz'), `/readyz during ${description}`);
    if (hangs) expect([description, status, body.checks.engine.ok]).toEqual([description, 503, false]);
    const health = await inTime(get(url, '/health'), `/health during ${description}`);
    if (hangs) expect([description, health.status]).toEqual([description, 503]);
  }
  // Every second operation ends while the engine fails; the others see it recover.
  if (count++ % 2 === 0) await inTime(ended, description);
  proxy.heal();
  await inTime(ended, description);
  await recover(url, `mark ${count}`, `no recovery after ${description}`);
}

/** Returns a random sample, without repetitions. */
function sample<T>(all: readonly T[], size: number): T[] {
  const rest = [...all];
  return Array.from(
    { length: Math.min(size, all.length) },
    () => rest.splice(Math.floor(Math.random() * rest.length), 1)[0]!,
  );
}

it('every operation ends, and everything works afterwards', async () => {
  const remaining = hasAllCases
    ? sample(cases, cases.length)
    : sample(cases, Number(process.env['OWLGATE_FAULTS'] ?? CASES));
  expect(new Set(cases.map(({ operation }) => operation)).size).toBe(Object.keys(OPERATIONS).length);
  await Promise.all(
    lanes.map(async (lane) => {
      for (let next = remaining.pop(); next; next = remaining.pop()) await check(lane, next);
    }),
  );
}, 3_600_000);
