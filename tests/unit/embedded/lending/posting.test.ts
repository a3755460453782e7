/** Requests by messages, compared with the same over HTTP, and the end of the engine. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { connectEngine, type Engine, type EngineRequest } from '../../../../src/dgraph';
import { startEmbedded, type EmbeddedServer } from '../../../../src/embedded';
import { Posting } from '../../../../src/embedded/lending';

let directory: string;
let server: EmbeddedServer;
let posting: Posting;
let engine: Engine;

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'owlgate-posting-'));
  server = await startEmbedded({ directory });
  posting = new Posting(server.requests);
  engine = connectEngine({ endpoint: server.endpoint, kind: 'embedded' });
  await engine.alter('name: string @index(exact) .\nage: int .');
});
afterAll(async () => {
  posting.close();
  await engine.close();
  await server.close();
  rmSync(directory, { recursive: true });
});

const request = (target: string, body: string | Buffer, type = 'application/rdf'): EngineRequest => ({
  method: 'POST',
  path: target,
  headers: { 'content-type': type },
  body,
});

/** Replaces what differs between two requests: numbers, keys of new nodes, and the run in generated labels. */
const formOf = (body: Buffer): string =>
  body.toString().replace(/"keys":\[[^\]]*\]|0x[0-9a-f]+|dg\.\d+\.\d+|\d+/g, 'N');

const cases: Record<string, EngineRequest> = {
  'a write': request('/mutate?commitNow=true', '{ set { _:a <name> "Änn 🦉" . } }'),
  'a body of bytes': request('/mutate?commitNow=true', Buffer.from('{ set { _:a <name> "Änn 🦉" . } }')),
  JSON: request('/mutate?commitNow=true', '{ "set": [{ "name": "Ann" }] }', 'application/json'),
  'an open transaction': request('/mutate', '{ set { _:a <name> "Ann" . } }'),
  'an upsert': request(
    '/mutate?commitNow=true',
    'upsert { query { a as var(func: eq(name, "Ann")) } mutation { set { uid(a) <age> "4" . } } }',
  ),
  'a wrong value': request('/mutate?commitNow=true', '{ set { _:a <age> "old" . } }'),
  'a syntax error': request('/mutate?commitNow=true', '{ set { _:a <name> } }'),
  'a wrong media type': request('/mutate?commitNow=true', '{}', 'text/plain'),
  'no media type': { method: 'POST', path: '/mutate', body: '{}' },
  'a wrong parameter': request('/mutate?commitNow=perhaps', '{}'),
  'a commit without a transaction': request('/commit', '{}', 'application/json'),
  'the commit of an unknown transaction': request('/commit?startTs=999999999', '{}', 'application/json'),
};

describe.each(Object.entries(cases))('%s', (_, each) => {
  it('has the same answer as over HTTP', async () => {
    const [posted, sent] = [await posting.post(each), await engine.send(each)];
    expect([posted!.status, formOf(posted!.body)]).toEqual([sent.status, formOf(sent.body)]);
  });
});

it('commits what it has written', async () => {
  const open = await posting.post(request('/mutate', '{ set { _:a <name> "Zoe" . } }'));
  const { start_ts: startTs } = JSON.parse(open!.body.toString()).extensions.txn as { start_ts: number };
  const committed = await posting.post(request(`/commit?startTs=${startTs}`, '{}', 'application/json'));
  expect(JSON.parse(committed!.body.toString()).extensions.txn.commit_ts).toBeGreaterThan(startTs);
  expect((await engine.query('{ q(func: eq(name, "Zoe")) { name } }')).data).toEqual({ q: [{ name: 'Zoe' }] });
});

it('answers each of many requests at once', async () => {
  const names = Array.from({ length: 50 }, (_, i) => `n${i}`);
  const answers = await Promise.all(
    names.map((name) => posting.post(request('/mutate?commitNow=true', `{ set { _:${name} <name> "${name}" . } }`))!),
  );
  const labels = answers.map((answer) => Object.keys(JSON.parse(answer.body.toString()).data.uids as object));
  expect(labels).toEqual(names.map((name) => [name]));
});

it.each([
  ['a query', request('/query', '{ q(func: has(name)) { name } }', 'application/dql')],
  ['another path', request('/mutates', '{}')],
  ['another method', { ...request('/mutate', '{}'), method: 'PUT' as const }],
  ['a request that may be cancelled', { ...request('/mutate', '{}'), signal: new AbortController().signal }],
  ['a long body', request('/mutate', 'x'.repeat(70_000))],
])('leaves %s to HTTP', (_, each) => {
  expect(posting.post(each)).toBeUndefined();
});

it('rejects what the engine has not answered at its end, and leaves later requests to HTTP', async () => {
  const { port1, port2 } = new MessageChannel();
  const cutOff = new Posting(port2);
  const answer = cutOff.post(request('/mutate', '{}'));
  port1.close();
  await expect(answer).rejects.toThrow('has ended');
  expect(cutOff.post(request('/mutate', '{}'))).toBeUndefined();
});

it('answers requests that are running when the engine closes', async () => {
  const closing = mkdtempSync(path.join(tmpdir(), 'owlgate-posting-'));
  const other = await startEmbedded({ directory: closing });
  const ways = new Posting(other.requests);
  const body = '{ set { _:a <name> "Ann" . } }';
  await ways.post(request('/mutate?commitNow=true', body));
  const writes = [1, 2, 3].map(() => ways.post(request('/mutate?commitNow=true', body)));
  // The messages have come when a later one is answered.
  await ways.post(request('/commit', '{}', 'application/json'));
  await other.close();
  for (const { status } of await Promise.all(writes.map((write) => write!))) expect(status).toBe(200);
  rmSync(closing, { recursive: true });
});
