/** Queries and mutations of transactions over gRPC, their refusals, and those that are left to HTTP. */
import { create, fromBinary, toBinary, type MessageInitShape } from '@bufbuild/protobuf';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Alphas, connectEngine, EngineFailure, type Engine } from '../../../../src/dgraph';
import { parseRdfMutation, type MutationRequest } from '../../../../src/dql';
import { RequestSchema, ResponseSchema } from '../../../../src/grpc/protocol/dgraph_pb';
import { silent } from '../../../../src/util/log';
import { answerWith, CallServer, refuseWith } from '../../../support/dgraph/call-server';
import { until } from '../../../support/until';

const STATEMENTS = parseRdfMutation('{ set { _:a <name> "x" .\n } delete { <0x1> <name> * .\n } }');
const REFUSED = '{"errors":[{"message":"bad value","extensions":{"code":"ErrorInvalidRequest"}}],"data":null}';
const WRITTEN =
  '{"data":{"code":"Success","message":"Done","queries":null,"uids":{}},"extensions":{"txn":{"start_ts":9}}}';

let calls: CallServer;
let http: Server;
let engine: Engine;
/** Requests over HTTP, and the answer to each. */
let paths: string[];
let httpAnswer: string;

beforeEach(async () => {
  calls = await CallServer.start();
  paths = [];
  httpAnswer = WRITTEN;
  http = createServer((request, response) => {
    paths.push(request.url!);
    request.resume().on('end', () => response.end(httpAnswer));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const alphas = new Alphas({ addresses: [calls.address], logger: silent });
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  engine = connectEngine({ urls: [url], kind: 'cluster', alphas });
  await until(() => engine.alphas!.isReady);
});
afterEach(async () => {
  await engine.close();
  calls.close();
  http.close();
});

function answer(response: MessageInitShape<typeof ResponseSchema>): void {
  const others: MessageInitShape<typeof ResponseSchema> = { latency: {}, metrics: {} };
  const message = create(ResponseSchema, { ...others, ...response } as typeof others);
  calls.answer = (stream) => answerWith(stream, Buffer.from(toBinary(ResponseSchema, message)));
}
const refuse = (code: number, message: string): void => {
  calls.answer = (stream) => refuseWith(stream, { 'grpc-status': String(code), 'grpc-message': message });
};
const heard = () => calls.heard.map(({ message }) => fromBinary(RequestSchema, message));
const failure = (sent: Promise<unknown>): Promise<unknown> => sent.catch((error: unknown) => error);

it('a query of a transaction is one call', async () => {
  answer({ json: Buffer.from('{"q":[{"n":1}]}'), txn: { startTs: 7n, hash: 'h' } });
  const { data, extensions } = await engine.query('{ q(func: uid(1)) { n } }', { startTs: 7, hash: 'h' });
  expect([data, extensions.txn]).toEqual([{ q: [{ n: 1 }] }, { start_ts: 7, hash: 'h' }]);
  expect(heard()).toMatchObject([{ startTs: 7n, hash: 'h', readOnly: false }]);
  expect(paths).toEqual([]);
});

it('statements are one call, with the answer of /mutate', async () => {
  answer({ txn: { startTs: 7n, commitTs: 8n, preds: ['1-0-name'] }, uids: { b: '0x3', a: '0x2' } });
  const written = await engine.mutate(STATEMENTS, { startTs: 7, hash: 'h', commitNow: true });
  expect(written.body.toString()).toBe(
    '{"data":{"code":"Success","message":"Done","queries":null,"uids":{"a":"0x2","b":"0x3"}},' +
      '"extensions":{"server_latency":{},"txn":{"start_ts":7,"commit_ts":8,"preds":["1-0-name"]}}}',
  );
  const [{ startTs, hash, commitNow, mutations }] = heard() as [ReturnType<typeof heard>[0]];
  expect([startTs, hash, commitNow]).toEqual([7n, 'h', true]);
  expect(
    mutations.map(({ setNquads, delNquads }) => [String(Buffer.from(setNquads)), String(Buffer.from(delNquads))]),
  ).toEqual([['_:a <name> "x" .\n', '<0x1> <name> * .\n']]);
  expect(paths).toEqual([]);
});

it.each<[string, MutationRequest, object]>([
  ['an upsert', { query: '{ v as var(func: uid(1)) }', mutations: STATEMENTS.mutations }, {}],
  ['several mutations', { mutations: [...STATEMENTS.mutations, ...STATEMENTS.mutations] }, {}],
  ['other parameters', STATEMENTS, { parameters: { debug: 'true' } }],
  ['a credential of HTTP alone', STATEMENTS, { credentials: { 'X-Auth-Token': 't' } }],
])('%s goes over HTTP', async (_, request, options) => {
  await engine.mutate(request, options);
  expect([calls.heard.length, paths.length]).toEqual([0, 1]);
});

it('a query with a time limit of its own goes over HTTP, and one that failed goes there again', async () => {
  httpAnswer = '{"data":{"q":[]},"extensions":{}}';
  await engine.query('{ q(func: uid(1)) { n } }', { timeout: '1s' });
  expect([calls.heard.length, paths]).toEqual([0, ['/query?timeout=1s']]);
  refuse(2, 'over gRPC');
  expect((await engine.query('{ q(func: uid(1)) { n } }', { startTs: 7 })).data).toEqual({ q: [] });
  expect([calls.heard.length, paths.at(-1)]).toEqual([1, '/query?startTs=7']);
});

it('an abort has the words of HTTP', async () => {
  refuse(10, 'Transaction has been aborted. Please retry');
  const error = await failure(engine.mutate(STATEMENTS, { commitNow: true }));
  expect(error).toBeInstanceOf(EngineFailure);
  expect(error).toMatchObject({
    message: 'rpc error: code = Aborted desc = Transaction has been aborted. Please retry',
    isAborted: true,
  });
  expect(paths).toEqual([]);
});

it('a server that the alpha lost leaves the outcome open, as over HTTP', async () => {
  refuse(13, 'transport is closing');
  expect(await failure(engine.mutate(STATEMENTS, { commitNow: true }))).toMatchObject({ isCutOff: true });
});

it('a refusal without a commit is that of the statements', async () => {
  refuse(2, 'bad value');
  expect(await failure(engine.mutate(STATEMENTS, { commitNow: false }))).toMatchObject({ message: 'bad value' });
  expect(paths).toEqual([]);
});

describe('a refusal that may be that of the commit', () => {
  beforeEach(() => refuse(2, 'bad value'));
  const sent = () => failure(engine.mutate(STATEMENTS, { startTs: 7, commitNow: true }));

  it('is confirmed by the same statements without a commit', async () => {
    httpAnswer = REFUSED;
    expect(await sent()).toMatchObject({ message: 'bad value', isFinal: true });
    expect(paths).toEqual(['/mutate']);
  });

  it('leaves the outcome unknown if they are not refused', async () => {
    expect(await sent()).toMatchObject({ code: 'OutcomeUnknown' });
  });

  it('leaves it unknown if they are refused as a repetition', async () => {
    httpAnswer = REFUSED.replace('bad value', 'could not insert duplicate value [x] for predicate [name]');
    expect(await sent()).toMatchObject({ code: 'OutcomeUnknown' });
  });

  it('leaves it unknown if the alpha cannot be asked', async () => {
    http.close();
    http.closeAllConnections();
    expect(await sent()).toMatchObject({ code: 'OutcomeUnknown' });
  });
});

it.each<[string, CallServer['answer']]>([
  ['is broken off', (stream) => stream.session!.destroy()],
  ['is of a proxy', (stream) => stream.respond({ ':status': 502 }, { endStream: true })],
  ['is no message', (stream) => answerWith(stream, Buffer.from('answer'))],
])('the outcome of statements whose answer %s is unknown', async (_, broken) => {
  calls.answer = broken;
  expect(await failure(engine.mutate(STATEMENTS, { commitNow: true }))).toMatchObject({ code: 'OutcomeUnknown' });
  expect([calls.heard.length, paths]).toEqual([1, []]);
});

it('statements that could not be sent go over HTTP', async () => {
  calls.close();
  await until(() => !engine.alphas!.isReady);
  await engine.mutate(STATEMENTS, { commitNow: true });
  expect([calls.heard.length, paths]).toEqual([0, ['/mutate?commitNow=true']]);
});
