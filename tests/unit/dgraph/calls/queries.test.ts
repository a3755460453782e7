/** Queries of clients over gRPC, and those that are left to HTTP: how many calls there are is counted. */
import { EventEmitter } from 'node:events';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { Alphas, connectEngine, type Engine, type EngineRequest } from '../../../../src/dgraph';
import { RequestSchema, ResponseSchema } from '../../../../src/grpc/protocol/dgraph_pb';
import { silent } from '../../../../src/util/log';
import { answerWith, CallServer, refuseWith } from '../../../support/dgraph/call-server';
import { until } from '../../../support/until';

const QUERY = '{ q(func: uid(1)) { name } }';

let calls: CallServer;
let engine: Engine;

beforeEach(async () => {
  calls = await CallServer.start();
  answer('{"q":[]}');
  engine = await connect();
});
afterEach(async () => {
  await engine.close();
  calls.close();
});

async function connect(limits: { readonly longAnswerMs?: number } = {}): Promise<Engine> {
  const alphas = new Alphas({ addresses: [calls.address], logger: silent, limits });
  const connected = connectEngine({ urls: ['http://127.0.0.1:1'], kind: 'cluster', alphas });
  await until(() => connected.alphas!.isReady);
  return connected;
}

function answer(json: string): void {
  const metrics = { numUids: { _total: 3n } };
  const response = create(ResponseSchema, { json: Buffer.from(json), txn: { startTs: 7n }, latency: {}, metrics });
  calls.answer = (stream) => answerWith(stream, Buffer.from(toBinary(ResponseSchema, response)));
}

const request = (changes: Partial<EngineRequest> = {}): EngineRequest => ({
  method: 'POST',
  path: '/query',
  headers: { 'content-type': 'application/dql' },
  body: QUERY,
  ...changes,
});
const JSON_TYPE = { 'content-type': 'application/json' };

it.each<[string, EngineRequest, object]>([
  ['DQL', request(), { query: QUERY, readOnly: false, bestEffort: false }],
  ['DQL as bytes', request({ body: Buffer.from(QUERY) }), { query: QUERY }],
  ['a read-only query', request({ path: '/query?ro=true' }), { readOnly: true, bestEffort: false }],
  ['a best-effort query', request({ path: '/query?be=true' }), { readOnly: true, bestEffort: true }],
  [
    'a query with variables',
    request({ headers: JSON_TYPE, body: JSON.stringify({ query: QUERY, variables: { $a: 'é' } }) }),
    { query: QUERY, vars: { $a: 'é' } },
  ],
])('%s is one call', async (_, asked, message) => {
  const near = await engine.answerNear(asked);
  expect(near).toMatchObject({
    status: 200,
    headers: { 'Dgraph-TouchedUids': '3', 'Content-Type': 'application/json' },
  });
  expect(JSON.parse(near!.body.toString())).toEqual({
    data: { q: [] },
    extensions: { server_latency: {}, txn: { start_ts: 7 }, metrics: { num_uids: { _total: 3 } } },
  });
  expect(calls.heard).toHaveLength(1);
  expect(fromBinary(RequestSchema, calls.heard[0]!.message)).toMatchObject(message);
});

it('carries the credentials of its client, and no others', async () => {
  const credentials = { 'x-dgraph-accesstoken': 'a.b.c', 'x-dgraph-authtoken': 't', authorization: 'u' };
  await engine.answerNear(request({ headers: { ...request().headers, ...credentials, 'x-other': 'o' } }));
  const [{ headers }] = calls.heard as [(typeof calls.heard)[0]];
  expect(headers).toMatchObject({ accessjwt: 'a.b.c', 'auth-token': 't', authorization: 'u' });
  expect(JSON.stringify(headers)).not.toContain('x-other');
});

it.each<[string, Partial<EngineRequest>]>([
  ['a transaction', { path: '/query?startTs=7' }],
  ['a time limit', { path: '/query?timeout=1s' }],
  ['RDF', { path: '/query?respFormat=rdf' }],
  ['debugging', { path: '/query?debug=true' }],
  ['another method', { method: 'PUT' }],
  ['another path', { path: '/mutate' }],
  ['a credential without a name in gRPC', { headers: { ...request().headers, 'x-auth-token': 'k' } }],
  ['another media type', { headers: { 'content-type': 'text/plain' } }],
  ['broken JSON', { headers: JSON_TYPE, body: '{' }],
  ['wrong variables', { headers: JSON_TYPE, body: '{"query":"{}","variables":{"$a":1}}' }],
  ['JSON that is no object', { headers: JSON_TYPE, body: '[]' }],
  ['a long text', { body: QUERY + ' '.repeat(20_000) }],
])('is not made for %s', async (_, changes) => {
  expect(await engine.answerNear(request(changes))).toBeUndefined();
  expect(calls.heard).toHaveLength(0);
});

it('is not made without a connection', async () => {
  calls.close();
  await until(() => !engine.alphas!.isReady);
  expect(engine.answerNear(request())).toBeUndefined();
});

it('leaves a query that fails to HTTP', async () => {
  calls.answer = (stream) => refuseWith(stream, { 'grpc-status': '2', 'grpc-message': 'other words' });
  expect(await engine.answerNear(request())).toBeUndefined();
});

it('leaves a query with a large answer to HTTP, the next time at once', async () => {
  answer(JSON.stringify({ q: 'x'.repeat(100_000) }));
  expect(await engine.answerNear(request())).toBeUndefined();
  expect(await engine.answerNear(request())).toBeUndefined();
  expect(calls.heard).toHaveLength(1);
});

it('is not repeated over HTTP when the time is over', async () => {
  calls.answer = () => undefined;
  await engine.close();
  engine = await connect({ longAnswerMs: 200 });
  await expect(engine.answerNear(request())).rejects.toMatchObject({ code: 'EngineUnreachable' });
});

it('is cancelled when its client leaves', async () => {
  let isReset = false;
  calls.answer = (stream) => void stream.on('close', () => (isReset = true));
  const client = new EventEmitter();
  const asking = engine.answerNear(request(), client);
  await until(() => calls.heard.length === 1);
  client.emit('close');
  expect(await asking).toBeUndefined();
  await until(() => isReset);
});
