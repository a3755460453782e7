/**
 * Messages over gRPC that are slow, large, compressed, or in many frames, and answers that nobody reads: they keep
 * nobody out, and hold no more memory than the budget for bodies.
 */
import { status } from '@grpc/grpc-js';
import type { ClientHttp2Stream } from 'node:http2';
import { deflateSync, gzipSync } from 'node:zlib';
import { GrpcServer } from '../../../src/grpc';
import { Dgraph } from '../../../src/grpc/protocol/dgraph_pb';
import { field } from '../../support/grpc-bytes';
import { frame, Http2Client, type OpenedCall } from '../../support/http2-calls';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from '../../support/http/gateway';
import { until } from '../../support/until';

const MIB = 2 ** 20;

let gateway: TestGateway;
let server: GrpcServer;
let client: Http2Client;
let address: string;
const start = async (options: TestGatewayOptions, maxMessageBytes = 64 * MIB): Promise<void> => {
  gateway = await startTestGateway({ queueMs: 200, ...options });
  const listening = { host: '127.0.0.1', port: 0, tls: undefined, maxMessageBytes, upstream: undefined };
  server = new GrpcServer(listening, gateway.server.shared);
  address = `127.0.0.1:${await server.listen()}`;
  client = new Http2Client(address);
};
afterEach(async () => {
  client.close();
  await server.close(100);
  await gateway.close();
});

const usedBytes = (): number => gateway.server.shared.bodies.used;
/** A query, in protobuf. */
const QUERY = field(4, '{ q(func: uid(1)) { uid } }');

/** Methods with one message. */
const METHODS = Dgraph.methods.filter(({ methodKind }) => methodKind === 'unary').map(({ name }) => name);
/** What a slow client has sent. */
const BEGINNINGS: Readonly<Record<string, Buffer>> = {
  nothing: Buffer.alloc(0),
  'a part of the length': Buffer.from([0, 0]),
  'a part of the message': frame(Buffer.alloc(100)).subarray(0, 20),
  'a message without its end': frame(Buffer.alloc(0)),
};

it('slow calls hold no place of their role, and are refused', async () => {
  const count = Object.keys(BEGINNINGS).length;
  const concurrency = ['read', 'write', 'admin'].map((role) => `${role}=${count}`);
  await start({ concurrency, bodyPace: { slowMs: 20, windowMs: 300, minBytes: 8 } });
  for (const method of METHODS) {
    const calls: OpenedCall[] = [];
    for (const beginning of Object.values(BEGINNINGS)) {
      const call = client.open(method);
      call.stream.write(beginning);
      calls.push(call);
    }
    await new Promise((resolve) => setTimeout(resolve, 60));
    const other = await client.call(method, Buffer.alloc(0));
    expect([method, other.status, other.message]).not.toEqual([method, status.RESOURCE_EXHAUSTED, expect.anything()]);
    const codes = (await Promise.all(calls.map(({ result }) => result))).map((result) => result.status);
    expect([method, codes]).toEqual([method, calls.map(() => status.DEADLINE_EXCEEDED)]);
    expect(usedBytes()).toBe(0);
  }
});

it('counts bytes as they arrive, and drops what a refused call has sent', async () => {
  await start({ bodyBudget: 4 * MIB, bodyPace: { slowMs: 5_000, windowMs: 5_000, minBytes: 1 } });
  const patient = new Http2Client(address);
  patient.open('Query').stream.write(frame(Buffer.alloc(3 * MIB)).subarray(0, 3 * MIB - 100));
  await until(() => usedBytes() > 2.9 * MIB);
  const second = client.open('Query');
  second.stream.write(frame(Buffer.alloc(3 * MIB)).subarray(0, 2 * MIB));
  expect((await second.result).status).toBe(status.UNAVAILABLE);
  expect(usedBytes()).toBeLessThan(4 * MIB);
  patient.close();
  await until(() => usedBytes() === 0);
});

it('counts what a message in tiny frames takes', async () => {
  await start({ bodyBudget: MIB });
  const { stream, result } = client.open('Query');
  const message = frame(Buffer.alloc(64 * 1024));
  for (const byte of message) {
    if (stream.destroyed) break;
    stream.write(Buffer.from([byte]));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await result).status).toBe(status.RESOURCE_EXHAUSTED);
});

it.each(['gzip', 'deflate'])('decompresses bombs of %s within the budget', async (encoding) => {
  await start({ bodyBudget: 8 * MIB });
  const bomb = frame(
    encoding === 'gzip' ? gzipSync(Buffer.alloc(60 * MIB)) : deflateSync(Buffer.alloc(60 * MIB)),
    true,
  );
  const calls = Array.from({ length: 24 }, () => client.open('Query', { 'grpc-encoding': encoding }));
  let peak = 0;
  const before = process.memoryUsage().arrayBuffers;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
    expect(usedBytes()).toBeLessThanOrEqual(8 * MIB);
  }, 5);
  for (const { stream } of calls) stream.end(bomb);
  const codes = new Set((await Promise.all(calls.map(({ result }) => result))).map((result) => result.status));
  clearInterval(sampling);
  for (const code of codes) expect([status.UNAVAILABLE, status.RESOURCE_EXHAUSTED]).toContain(code);
  expect(peak).toBeLessThan(100 * MIB);
  expect(usedBytes()).toBe(0);
});

it('reads compressed messages', async () => {
  await start({});
  gateway.upstream.answer((_heard, response) => void response.end('{"data":{"q":[]}}'));
  for (const encoding of ['gzip', 'deflate', 'identity']) {
    const { stream, result } = client.open('Query', { 'grpc-encoding': encoding });
    const bytes = encoding === 'gzip' ? gzipSync(QUERY) : encoding === 'deflate' ? deflateSync(QUERY) : QUERY;
    stream.end(frame(bytes, encoding !== 'identity'));
    expect([encoding, (await result).status]).toEqual([encoding, status.OK]);
  }
  const { stream, result } = client.open('Query', { 'grpc-encoding': 'br' });
  stream.end(frame(QUERY, true));
  expect((await result).status).toBe(status.UNIMPLEMENTED);
  const damaged = client.open('Query', { 'grpc-encoding': 'gzip' });
  damaged.stream.end(frame(gzipSync(QUERY).subarray(0, 20), true));
  expect((await damaged.result).status).toBe(status.INVALID_ARGUMENT);
});

it('methods without data take no large message', async () => {
  await start({});
  for (const method of METHODS.filter((name) => name !== 'Query')) {
    const { stream, result } = client.open(method);
    await pour(stream, frame(Buffer.alloc(18 * MIB)).subarray(0, 17 * MIB));
    expect([method, (await result).status]).toEqual([method, status.RESOURCE_EXHAUSTED]);
  }
});

/** Makes calls whose answers, of 16 MiB, are not read. */
async function openUnread(count: number): Promise<Http2Client[]> {
  const large = Buffer.alloc(16 * MIB, 'x').toString();
  gateway.upstream.answer((_heard, response) => void response.end(`{"data":{"q":"${large}"}}`));
  return Promise.all(
    Array.from({ length: count }, async () => {
      const reader = new Http2Client(address);
      const { stream } = reader.open('Query');
      stream.pause();
      stream.end(frame(QUERY));
      await new Promise((resolve) => stream.once('response', resolve));
      stream.pause();
      return reader;
    }),
  );
}

it('unread answers are broken off while they take too much memory', async () => {
  await start({
    unreadMs: 60_000,
    unreadLimits: { bytes: 40 * MIB, stallMs: 400, minBytes: 64 * 2 ** 10, checkMs: 10 },
  });
  const readers = await openUnread(4);
  const { unread } = gateway.server.shared.services;
  await until(() => !unread.isFull);
  expect(unread.bytes).toBeGreaterThan(16 * MIB);
  gateway.upstream.answer((_heard, response) => void response.end('{"data":{}}'));
  expect((await client.call('Query', QUERY)).status).toBe(status.OK);
  for (const reader of readers) reader.close();
});

it('unread answers hold their places for a limited time; slow readers get them', async () => {
  await start({ unreadMs: 500, concurrency: ['read=2'] });
  const readers = await openUnread(2);
  await until(async () => (await client.call('Query', QUERY)).status === status.OK);
  for (const reader of readers) reader.close();
  const { stream, result } = client.open('Query');
  stream.end(frame(QUERY));
  stream.on('data', () => {
    stream.pause();
    setTimeout(() => stream.resume(), 2);
  });
  expect((await result).status).toBe(status.OK);
});

it.each([
  ['/grpc.health.v1.Health/Watch', Buffer.alloc(0)],
  ['/grpc.reflection.v1.ServerReflection/ServerReflectionInfo', undefined],
])('counts open streams of %s by address', async (path, message) => {
  await start({ concurrency: ['streams=2', 'read=1'] });
  const open = (): OpenedCall => {
    const call = client.open(path);
    if (message) call.stream.end(frame(message));
    return call;
  };
  const kept = [open(), open()];
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect((await open().result).status).toBe(status.RESOURCE_EXHAUSTED);
  expect((await client.call('Query', QUERY)).status).not.toBe(status.RESOURCE_EXHAUSTED);
  for (const { stream, result } of kept) {
    stream.close();
    await result;
  }
  const again = open();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(again.stream.closed).toBe(false);
});

/** Writes bytes as fast as they are taken, until the stream ends. */
async function pour(stream: ClientHttp2Stream, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length && !stream.closed; at += 64 * 1024) {
    const part = bytes.subarray(at, at + 64 * 1024);
    await new Promise<void>((resolve) => {
      // A listener for each part would be one of many on the stream.
      const go = (): void => {
        stream.off('close', go);
        resolve();
      };
      stream.once('close', go);
      stream.write(part, go);
    });
  }
}
