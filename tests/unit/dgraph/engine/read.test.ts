/** Reads of the engine's client: over gRPC where an alpha is connected, else over HTTP, with the same data. */
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { Alphas, connectEngine, type Engine } from '../../../../src/dgraph';
import { RequestSchema, ResponseSchema } from '../../../../src/grpc/protocol/dgraph_pb';
import { silent } from '../../../../src/util/log';
import { answerWith, CallServer, refuseWith } from '../../../support/dgraph/call-server';
import { startUpstream, type Upstream } from '../../../support/http/upstream';
import { until } from '../../../support/until';

const DATA = '{"q":[{"n":12345678901234567890}]}';
const QUERY = '{ q(func: uid(1)) { n } }';

let calls: CallServer;
let http: Upstream;
let engine: Engine;

beforeEach(async () => {
  calls = await CallServer.start();
  const response = create(ResponseSchema, { json: Buffer.from(DATA), txn: { startTs: 7n } });
  calls.answer = (stream) => answerWith(stream, Buffer.from(toBinary(ResponseSchema, response)));
  http = await startUpstream();
  http.answer((_, response) => void response.end(`{"data":${DATA},"extensions":{"txn":{"start_ts":7}}}`));
  engine = connectTo(http.url);
  await until(() => engine.alphas!.isReady);
});
afterEach(async () => {
  await engine.close();
  calls.close();
  await http.close();
});

const connectTo = (url: string): Engine =>
  connectEngine({ urls: [url], kind: 'cluster', alphas: new Alphas({ addresses: [calls.address], logger: silent }) });
const counts = () => ({ calls: calls.heard.length, http: http.requests.length });

it('goes over gRPC, read-only, with variables and credentials', async () => {
  const credentials = { 'X-Dgraph-AccessToken': 'a.b.c', 'X-Dgraph-AuthToken': 'x', Authorization: 'y' };
  const data = await engine.read(QUERY, { variables: { $a: '1' }, credentials });
  expect(data.toString()).toBe(DATA);
  const [{ headers, message }] = calls.heard as [(typeof calls.heard)[0]];
  expect(headers).toMatchObject({ accessjwt: 'a.b.c', 'auth-token': 'x', authorization: 'y' });
  expect(fromBinary(RequestSchema, message)).toMatchObject({ query: QUERY, vars: { $a: '1' }, readOnly: true });
  expect(counts()).toEqual({ calls: 1, http: 0 });
});

it('goes over HTTP with a credential that gRPC does not know', async () => {
  expect((await engine.read(QUERY, { credentials: { 'X-Auth-Token': 'k' } })).toString()).toBe(DATA);
  expect(counts()).toEqual({ calls: 0, http: 1 });
});

it('goes over HTTP where a proxy before the alphas wants a password', async () => {
  const other = connectTo(http.url.replace('//', '//user:password@'));
  await until(() => other.alphas!.isReady);
  expect((await other.read(QUERY)).toString()).toBe(DATA);
  expect(counts()).toEqual({ calls: 0, http: 1 });
  await other.close();
});

it('goes over HTTP without a connection', async () => {
  calls.close();
  await until(() => !engine.alphas!.isReady);
  expect((await engine.read(QUERY)).toString()).toBe(DATA);
  expect(counts().http).toBe(1);
});

it('fails as over HTTP', async () => {
  calls.answer = (stream) => refuseWith(stream, { 'grpc-status': '2', 'grpc-message': 'other words' });
  const errors = '[{"message":"usual words","extensions":{"code":"ErrorInvalidRequest"}}]';
  http.answer((_, response) => void response.end(`{"errors":${errors},"data":null}`));
  await expect(engine.read(QUERY)).rejects.toThrow('usual words');
  expect(counts()).toEqual({ calls: 1, http: 1 });
});

it('holds no answer above the limit', async () => {
  const alphas = new Alphas({ addresses: [calls.address], logger: silent });
  const small = connectEngine({ urls: [http.url], kind: 'cluster', alphas, maxAnswerBytes: 1_000 });
  await until(() => small.alphas!.isReady);
  calls.answer = (stream) => answerWith(stream, Buffer.alloc(1_001));
  http.answer((_, response) => void response.end(`{"data":{"q":"${'x'.repeat(1_000)}"}}`));
  await expect(small.read(QUERY)).rejects.toThrow('larger than 1000 bytes');
  expect(counts()).toEqual({ calls: 1, http: 1 });
  await small.close();
});

it.each([
  ['without extensions', '{"data":{"q":[]}}', '{"q":[]}'],
  ['with data alone in another order', '{"extensions":{},"data":{"q":[1]}}', '{"q":[1]}'],
  ['without data', '{"data":null}', '{}'],
])('reads answers over HTTP %s', async (_, answer, data) => {
  http.answer((__, response) => void response.end(answer));
  const credentials = { 'X-Auth-Token': 'k' };
  expect((await engine.read(QUERY, { credentials })).toString()).toBe(data);
});

it('ends with its signal', async () => {
  calls.answer = () => undefined;
  const leaving = new AbortController();
  const reading = engine.read(QUERY, { signal: leaving.signal });
  await until(() => calls.heard.length === 1);
  leaving.abort(new Error('left'));
  await expect(reading).rejects.toThrow('left');
  expect(counts().http).toBe(0);
});
