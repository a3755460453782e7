/**
 * Reads on the thread that serves HTTP, with the engine in a thread of its own: how many of them need the engine is
 * counted, and each client sees what it has written, however others read and write meanwhile.
 */
import { ask } from '../support/http/client';
import { build, cleanUp, start } from '../support/program/program';

beforeAll(build);
afterEach(cleanUp);

const DQL = { 'Content-Type': 'application/dql' };
const RDF = { 'Content-Type': 'application/rdf' };
const JOBS = `@prefix : <http://example.org/jobs#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<http://example.org/jobs> a owl:Ontology . :name a owl:DatatypeProperty .
:worksFor a owl:ObjectProperty ; rdfs:domain :Worker ; owl:inverseOf :employs . :employs a owl:ObjectProperty .
:Worker a owl:Class .`;
const CLIENTS = 8;
const TURNS = 40;

const query = async (url: string, body: string): Promise<any> =>
  (await ask(url, '/query', { method: 'POST', headers: DQL, body })).json;
const mutate = async (url: string, body: string, parameters = '?commitNow=true'): Promise<any> =>
  (await ask(url, `/mutate${parameters}`, { method: 'POST', headers: RDF, body })).json;

/** Queries by outcome: `near` on the thread that serves HTTP, `answered` by the engine, as the gateway's own may be. */
async function queries(url: string): Promise<Readonly<Record<string, number>>> {
  const { text } = await ask(url, '/metrics');
  const lines = text.matchAll(/^owlgate_engine_requests_total\{path="\/query",outcome="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, outcome, count]) => [outcome!, Number(count)]));
}

it('answers nearly all reads without the engine', async () => {
  const url = await start().url();
  await ask(url, '/alter', { method: 'POST', body: 'name: string @index(exact) .' });
  await mutate(url, '{ set { _:a <name> "Ann" . } }');
  const before = await queries(url);
  for (let i = 0; i < 300; i++) {
    expect((await query(url, '{ q(func: eq(name, "Ann")) { name } }')).data).toEqual({ q: [{ name: 'Ann' }] });
  }
  const after = await queries(url);
  expect((after['near'] ?? 0) - (before['near'] ?? 0)).toBeGreaterThanOrEqual(295);
});

it('reads for an edge between stored nodes without the engine', async () => {
  const url = await start().url();
  await ask(url, '/ontology', { method: 'POST', headers: { 'Content-Type': 'text/turtle' }, body: JOBS });
  const stored = await mutate(url, '{ set { _:ann <name> "Ann" .\n_:org <name> "Organization" . } }');
  expect(stored.errors).toBeUndefined();
  const { ann, org } = stored.data.uids as Record<string, string>;
  const before = await queries(url);
  for (let i = 0; i < TURNS; i++) {
    const verb = i % 2 === 0 ? 'set' : 'delete';
    const { extensions } = await mutate(url, `{ ${verb} { <${ann}> <worksFor> <${org}> . } }`);
    expect(extensions.ontology).toMatchObject(i % 2 === 0 ? { inferred: 2 } : { retracted: 2 });
  }
  const after = await queries(url);
  const count = (outcome: string): number => (after[outcome] ?? 0) - (before[outcome] ?? 0);
  // The gateway also asks for the version in force, from time to time.
  expect(count('near')).toBeGreaterThanOrEqual(TURNS * 0.75);
  expect(count('answered')).toBeLessThanOrEqual(TURNS * 0.25);
});

it('shows every client what it has written, under reads and writes of others', async () => {
  const url = await start().url();
  await ask(url, '/alter', { method: 'POST', body: 'count: int .\nfriend: [uid] .' });
  const { data } = await mutate(
    url,
    `{ set { ${numbers(CLIENTS)
      .map((n) => `_:c${n} <count> "0" .`)
      .join('\n')} } }`,
  );
  const uids = numbers(CLIENTS).map((n) => data.uids[`c${n}`] as string);
  await Promise.all(
    uids.map(async (uid, client) => {
      for (let turn = 1; turn <= TURNS; turn++) {
        expect((await mutate(url, `{ set { <${uid}> <count> "${turn}" . } }`)).data.code).toBe('Success');
        const read = await query(url, `{ q(func: uid(${uid})) { count } }`);
        expect(read.data).toEqual({ q: [{ count: turn }] });
        // A transaction from the timestamp of the read keeps its state.
        if (turn % 10 !== client % 10) continue;
        const startTs = read.extensions.txn.start_ts as number;
        await mutate(url, `{ set { <${uid}> <count> "-1" . } }`);
        const then = await ask(url, `/query?startTs=${startTs}`, {
          method: 'POST',
          headers: DQL,
          body: `{ q(func: uid(${uid})) { count } }`,
        });
        expect(then.json.data).toEqual(read.data);
        const written = await mutate(url, `{ set { <${uid}> <count> "-2" . } }`, `?startTs=${startTs}`);
        const { keys, preds } = written.extensions.txn;
        const body = JSON.stringify({ keys, preds });
        const committed = await ask(url, `/commit?startTs=${startTs}`, { method: 'POST', body });
        expect(committed.json.errors?.[0].message).toMatch(/aborted/i);
      }
    }),
  );
  expect((await queries(url))['near']).toBeGreaterThan(CLIENTS * TURNS * 0.5);
});

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
