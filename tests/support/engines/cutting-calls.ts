/** Proxy before the gRPC port of an alpha that cuts calls off on request; the counterpart of cutting-proxy.ts. */
import { fromBinary } from '@bufbuild/protobuf';
import { once } from 'node:events';
import { connect, constants, createServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { RequestSchema } from '../../../src/grpc/protocol/dgraph_pb';
import { mendSessionEnds } from '../../../src/util/http2-ends';
import type { Cut } from './cutting-proxy';

/** Address of the gRPC port that belongs to an alpha's HTTP port. */
export function grpcAddressOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname}:${Number(port) + 1000}`;
}

export interface CuttingCalls {
  readonly address: string;
  /**
   * Sets the decision per call, by the path of the same request over HTTP, and its query or set statements; undefined
   * passes it on.
   */
  plan(decide: (path: string, text: string) => Cut | undefined): void;
  readonly cut: Cut[];
  /** Calls with statements that were passed on. */
  readonly passed: { mutations: number };
  /** Resolves when the engine has answered all calls sent to it. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

interface CallAnswer {
  readonly headers: object;
  readonly data: Buffer;
  readonly trailers: object;
}

export async function startCuttingCalls(alpha: string, lateMs = 300): Promise<CuttingCalls> {
  // It ends sessions while others of their calls arrive, which would abort the process of the tests.
  mendSessionEnds();
  let decide: (path: string, text: string) => Cut | undefined = () => undefined;
  const cut: Cut[] = [];
  const passed = { mutations: 0 };
  const working = new Set<Promise<unknown>>();
  const sessions = new Set<ServerHttp2Session>();
  const upstream = connect(`http://${alpha}`);
  upstream.on('error', () => undefined);
  const during = <T>(work: Promise<T>): Promise<T> => {
    working.add(work);
    void work.finally(() => working.delete(work)).catch(() => undefined);
    return work;
  };
  const ask = (headers: object, message: Buffer): Promise<CallAnswer> =>
    during(
      new Promise((resolve, reject) => {
        const stream = upstream.request({ ...headers });
        const chunks: Buffer[] = [];
        let first: object = {};
        let trailers: object = {};
        stream.on('response', (fields) => (first = fields)).on('trailers', (fields) => (trailers = fields));
        stream.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
        stream.on('close', () => resolve({ headers: first, data: Buffer.concat(chunks), trailers }));
        stream.end(message);
      }),
    );
  const server = createServer();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session)).on('error', () => undefined);
  });
  server.on('sessionError', () => undefined);
  server.on('stream', (stream, headers) => void serve(stream, headers).catch(() => stream.destroy()));
  const serve = async (stream: ServerHttp2Stream, headers: Readonly<Record<string, unknown>>): Promise<void> => {
    stream.on('error', () => undefined);
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const framed = Buffer.concat(chunks);
    const isQuery = headers[':path'] === '/api.Dgraph/Query';
    const { query = '', mutations = [] } = isQuery ? fromBinary(RequestSchema, framed.subarray(5)) : {};
    const isChange = mutations.length > 0;
    const text = isChange ? mutations.map(({ setNquads }) => String(Buffer.from(setNquads))).join('') : query;
    const point = isQuery ? decide(isChange ? '/mutate' : '/query', text) : undefined;
    if (point) cut.push(point);
    else if (isChange) passed.mutations++;
    const names = [':method', ':scheme', ':path', 'content-type', 'te', 'accessjwt', 'auth-token'];
    const sent = Object.fromEntries(names.flatMap((name) => (name in headers ? [[name, headers[name]]] : [])));
    if (point === 'before') return stream.session!.destroy();
    if (point === 'late') {
      stream.close(constants.NGHTTP2_INTERNAL_ERROR);
      void during(delay(lateMs).then(() => ask(sent, framed)));
      return;
    }
    const answer = await ask(sent, framed);
    if (point === 'answer') return stream.session!.destroy();
    if (point === 'gateway') return stream.respond({ ':status': 502 }, { endStream: true });
    if (answer.data.length === 0) return stream.respond({ ...answer.headers }, { endStream: true });
    stream.respond({ ...answer.headers }, { waitForTrailers: true });
    if (point === 'middle') {
      stream.write(answer.data.subarray(0, answer.data.length >> 1), () => stream.session?.destroy());
      return;
    }
    stream.on('wantTrailers', () => stream.sendTrailers({ ...answer.trailers }));
    stream.end(answer.data);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    plan: (next) => (decide = next),
    cut,
    passed,
    settle: async () => {
      while (working.size > 0) await Promise.allSettled(working);
    },
    close: async () => {
      for (const session of sessions) session.destroy();
      upstream.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
