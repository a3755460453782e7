/** Answers to queries through the gateway have the form of the engine's own, however the gateway asks. */
import type { Gateway } from '../../../src/app';
import { forEachEngine } from '../../support/engines';
import { startGatewayOver } from '../../support/engines/gateway';
import { ask, type Reply } from '../../support/http/client';
import { until } from '../../support/until';

const QUERIES = [
  '{ q(func: has(qa_name), orderasc: qa_name) { qa_name qa_age } }',
  '{ q(func: eq(qa_name, "<&> é")) { qa_name count(qa_friend) } }',
  '{ q(func: has(qa_friend)) { qa_friend @facets { qa_name } } }',
  '{ q(func: has(qa_nothing)) { uid } }',
  'schema(pred: [qa_name]) { type index tokenizer }',
  '{ q(func: ',
  '{ q(func: eq(qa_unindexed, 1)) { uid } }',
  '',
];
const DQL = { 'Content-Type': 'application/dql' };

forEachEngine((engine) => {
  let gateway: Gateway;
  beforeAll(async () => {
    await engine.reset();
    gateway = await startGatewayOver(engine);
    const schema = 'qa_name: string @index(exact) .\nqa_age: int .\nqa_friend: [uid] @count .\nqa_unindexed: int .';
    expect((await ask(engine.url, '/alter', { method: 'POST', body: schema })).json.data.code).toBe('Success');
    const body = `{ set {
      _:a <qa_name> "Ann" .
      _:a <qa_age> "9007199254740993" .
      _:a <qa_friend> _:b (since=2020) .
      _:b <qa_name> "<&> é" .
    } }`;
    const headers = { 'Content-Type': 'application/rdf' };
    const written = await ask(engine.url, '/mutate?commitNow=true', { method: 'POST', headers, body });
    expect(written.json.data.code).toBe('Success');
    // A connection for calls, where the cluster takes them.
    const { alphas } = gateway.engine;
    if (alphas && engine.name === 'dgraph') await until(() => alphas.isReady);
  });
  afterAll(async () => {
    await gateway?.close();
  });

  const both = (path: string, headers: Record<string, string>, body: string): Promise<readonly [Reply, Reply]> => {
    const send = (url: string): Promise<Reply> => ask(url, path, { method: 'POST', headers, body });
    return Promise.all([send(engine.url), send(gateway.url)]);
  };

  it.each(QUERIES)('%s', async (text) => {
    for (const path of ['/query', '/query?ro=true', '/query?be=true', '/query?debug=true', '/query?respFormat=rdf']) {
      for (const [headers, body] of [
        [DQL, text],
        [{ 'Content-Type': 'application/json' }, JSON.stringify({ query: text })],
      ] as const) {
        const [direct, through] = await both(path, headers, body);
        expect(through.status).toBe(direct.status);
        expect(shapeOf(through)).toEqual(shapeOf(direct));
        expect(headersOf(through)).toEqual(headersOf(direct));
      }
    }
  });

  it('with variables', async () => {
    const query = 'query q($n: string) { q(func: eq(qa_name, $n)) { qa_age } }';
    const body = JSON.stringify({ query, variables: { $n: 'Ann' } });
    const [direct, through] = await both('/query', { 'Content-Type': 'application/json' }, body);
    expect(shapeOf(through)).toEqual(shapeOf(direct));
    expect(through.text).toContain('9007199254740993');
  });

  it('and begin a transaction, which sees its state and may write', async () => {
    const { json } = await ask(gateway.url, '/query', { method: 'POST', headers: DQL, body: QUERIES[0]! });
    const { start_ts: startTs } = json.extensions.txn;
    const headers = { 'Content-Type': 'application/rdf' };
    const body = '{ set { _:later <qa_name> "Later" . } }';
    await ask(gateway.url, '/mutate?commitNow=true', { method: 'POST', headers, body });
    const path = `/query?startTs=${startTs}`;
    const again = await ask(gateway.url, path, { method: 'POST', headers: DQL, body: QUERIES[0]! });
    expect(again.json.data).toEqual(json.data);
    const now = await ask(gateway.url, '/query', { method: 'POST', headers: DQL, body: QUERIES[0]! });
    expect(now.json.data.q).toHaveLength(3);
  });
});

/** Answer with the names of figures in place of those that differ each time. */
function shapeOf({ json, text }: Reply): unknown {
  if (!json) return text;
  const { extensions, ...rest } = json;
  if (!extensions) return rest;
  const { server_latency: latency, txn, metrics } = extensions;
  // Go leaves out figures of zero, such as that of a timestamp which is already known.
  return { ...rest, metrics, txn: Object.keys(txn ?? {}), latency: 'total_ns' in (latency ?? {}) };
}

const OF_ONE_ANSWER = new Set(['date', 'content-length', 'connection', 'keep-alive', 'x-request-id']);

const headersOf = ({ headers }: Reply): object =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ONE_ANSWER.has(name)));
