/** Messages over gRPC: their bytes are counted as they arrive, as those of bodies over HTTP. */
import * as http2 from 'node:http2';
import { deflateSync, gzipSync } from 'node:zlib';
import { create, toBinary } from '@bufbuild/protobuf';
import { status } from '@grpc/grpc-js';
import { GrpcServer } from '../../../src/grpc';
import { RequestSchema } from '../../../src/grpc/protocol/dgraph_pb';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from '../../support/http/gateway';
import { until } from '../../support/until';

const KIB = 1024;
const MOST = 512 * KIB;
const BUDGET = 2 * MOST;
const QUERY = '/api.Dgraph/Query';
const VERSION = '/api.Dgraph/CheckVersion';
const CHECK = '/grpc.health.v1.Health/Check';

let gateway: TestGateway;
let server: GrpcServer;
let session: http2.ClientHttp2Session;

async function start(options: TestGatewayOptions = {}): Promise<void> {
  gateway = await startTestGateway({ maxBodyBytes: MOST, bodyBudget: BUDGET, ...options });
  const listening = { host: '127.0.0.1', port: 0, tls: undefined, maxMessageBytes: MOST, upstream: undefined };
  server = new GrpcServer(listening, gateway.server.shared);
  session = http2.connect(`http://127.0.0.1:${await server.listen()}`);
}

afterEach(async () => {
  session.destroy();
  await server.close(0);
  await gateway.close();
});

interface Call {
  readonly stream: http2.ClientHttp2Stream;
  readonly ended: Promise<{ readonly code: number; readonly message: string }>;
}

/** Begins a call, whose message has not been sent. */
function begin(path: string, encoding?: string): Call {
  const stream = session.request({
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/grpc',
    te: 'trailers',
    ...(encoding !== undefined && { 'grpc-encoding': encoding }),
  });
  const ended = new Promise<{ code: number; message: string }>((resolve) => {
    const read = (fields: http2.IncomingHttpHeaders): void => {
      if (fields['grpc-status'] === undefined) return;
      const message = decodeURIComponent(String(fields['grpc-message'] ?? ''));
      resolve({ code: Number(fields['grpc-status']), message });
    };
    stream.on('response', read);
    stream.on('trailers', read);
    stream.on('error', () => undefined);
    stream.once('close', () => resolve({ code: -1, message: 'reset' }));
  });
  stream.resume();
  return { stream, ended };
}

function framed(message: Uint8Array, length = message.length, flag = 0): Buffer {
  const prefix = Buffer.alloc(5);
  prefix[0] = flag;
  prefix.writeUInt32BE(length, 1);
  return Buffer.concat([prefix, message]);
}

function call(path: string, body: Buffer, encoding?: string) {
  const { stream, ended } = begin(path, encoding);
  stream.end(body);
  return ended;
}

const used = (): number => gateway.server.shared.bodies.used;
const query = (length: number): Uint8Array =>
  toBinary(RequestSchema, create(RequestSchema, { query: `{ q(func: uid(1)) { uid } } #${'x'.repeat(length)}` }));

it('bytes count before the message is complete, until the call ends', async () => {
  await start();
  const calls = Array.from({ length: 3 }, () => begin(QUERY));
  for (const { stream } of calls) stream.write(framed(Buffer.alloc(400 * KIB), MOST));
  // Two fit, and the third one is refused.
  const first = await Promise.race(calls.map(({ ended }) => ended));
  expect(first).toMatchObject({ code: status.UNAVAILABLE, message: expect.stringContaining('bodies') });
  // The refusal may come before the rest of the two has been read.
  await until(() => used() > 700 * KIB);
  const headers = { 'Content-Type': 'application/dql' };
  const { json } = await gateway.ask('/query', { method: 'POST', headers, body: 'x'.repeat(300 * KIB) });
  expect(json.errors).toMatchObject([{ message: expect.stringContaining('bodies') }]);
  for (const { stream } of calls) stream.destroy();
  await until(() => used() === 0);
});

it.each([CHECK, '/api.Dgraph/Nothing', VERSION])('the budget stays after %s', async (path) => {
  await start();
  await call(path, framed(new Uint8Array()));
  await until(() => used() === 0);
  expect(used()).toBe(0);
});

it.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
] as const)('a message compressed by %s is read within the limits', async (encoding, compress) => {
  await start();
  const plain = await call(QUERY, framed(query(1)));
  expect(await call(QUERY, framed(compress(query(1)), undefined, 1), encoding)).toEqual(plain);
  const bomb = compress(query(10 * MOST));
  expect(await call(QUERY, framed(bomb, undefined, 1), encoding)).toMatchObject({ code: status.RESOURCE_EXHAUSTED });
  expect(await call(QUERY, framed(Buffer.from('none'), undefined, 1), encoding)).toEqual({
    code: status.INVALID_ARGUMENT,
    message: `the body is not ${encoding}`,
  });
  // A message of a call with compression may come without.
  expect(await call(QUERY, framed(query(1)), encoding)).toEqual(plain);
  await until(() => used() === 0);
});

it('compression that nobody reads is refused', async () => {
  await start();
  for (const [encoding, code] of [
    ['br', status.UNIMPLEMENTED],
    ['identity', status.INVALID_ARGUMENT],
  ] as const) {
    const ended = await call(QUERY, framed(gzipSync(query(1)), undefined, 1), encoding);
    expect(ended).toMatchObject({ code });
  }
  const bomb = gzipSync(Buffer.alloc(10 * MOST));
  expect((await call(CHECK, framed(bomb, undefined, 1), 'gzip')).code).not.toBe(0);
});

it('messages to other services are short', async () => {
  await start();
  const { stream, ended } = begin(CHECK);
  stream.write(framed(Buffer.alloc(100 * KIB), MOST));
  expect(await ended).toMatchObject({ code: status.RESOURCE_EXHAUSTED });
});

it('a call whose message is slow to come lends its place, and ends if it stalls', async () => {
  await start({ concurrency: ['read=1'], queueMs: 5_000, bodyPace: { slowMs: 20, windowMs: 400, minBytes: 1_000 } });
  const { stream, ended } = begin(QUERY);
  stream.write(framed(Buffer.alloc(10), 100));
  await until(() => used() > 0);
  // The only place of this role.
  expect((await call(QUERY, framed(query(1)))).code).not.toBe(status.RESOURCE_EXHAUSTED);
  expect(await ended).toMatchObject({ code: status.DEADLINE_EXCEEDED });
  await until(() => used() === 0);
});

it.each([
  ['no message', Buffer.alloc(0)],
  ['a part of a length', Buffer.from([0, 0, 0])],
  ['a part of a message', framed(query(1)).subarray(0, 20)],
  ['two messages', Buffer.concat([framed(query(1)), framed(query(1))])],
  ['a message above the limit', framed(Buffer.alloc(MOST + 1))],
  ['an announced message above the limit', framed(Buffer.alloc(10), MOST + 1)],
  ['a message that is none', framed(Buffer.from([0xff]))],
  ['a message', framed(query(1))],
])('a plain call and one that may have compressed messages end alike, with %s', async (_, body) => {
  await start();
  const [plain, other] = [await call(QUERY, body), await call(QUERY, body, 'gzip')];
  expect(plain.code).toBe(other.code);
  expect(plain.code).not.toBe(-1);
  await until(() => used() === 0);
});

it('bytes after the message are refused', async () => {
  await start();
  const body = Buffer.concat([framed(query(1)), Buffer.from([0, 0])]);
  expect(await call(QUERY, body)).toMatchObject({ code: status.UNIMPLEMENTED });
});
