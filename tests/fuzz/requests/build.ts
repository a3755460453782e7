/** Requests from their parts, with what may go wrong around a body: odd headers, encodings, framing, methods. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { ODD_TEXTS } from '../generate/oddities';
import { mutateBytes } from '../generate/mutate';
import type { Random } from '../generate/random';
import { encode, type FuzzRequest } from '../wire/request';

type Header = readonly [name: string, value: string];

export interface Parts {
  readonly method: string;
  readonly target: string;
  readonly type?: string;
  readonly body?: Buffer | string;
  readonly headers?: readonly Header[];
}

const CODINGS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  identity: (bytes) => bytes,
};

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'get'];

const TYPES = [
  ...['application/json', 'application/rdf', 'application/dql', 'text/plain', 'text/turtle', 'application/graphql'],
  ...['application/json; charset=utf-16', 'application/json;', ';', 'application', '*/*', 'multipart/form-data'],
  ...['application/x-www-form-urlencoded', 'text/html; charset="utf-8', 'application/graphql+-', 'APPLICATION/JSON'],
];

/** A header that any request may carry. */
function oddHeader(random: Random): Header {
  const text = headerText(random.pick(ODD_TEXTS));
  const groups: readonly (readonly Header[])[] = [
    [
      [
        'Accept',
        random.pick(['*/*', 'text/plain', 'text/event-stream', 'application/x-ndjson', 'text/turtle;q=0', 'x']),
      ],
      ['Accept-Encoding', random.pick(['gzip', 'br', 'gzip;q=0, *', 'identity;q=0', text])],
      ['Content-Type', random.pick([...TYPES, text])],
      ['Content-Encoding', random.pick([...Object.keys(CODINGS), 'x-gzip', 'gzip, gzip', 'br, identity', text])],
    ],
    [
      [
        'Connection',
        random.pick(['close, content-encoding', 'content-length', 'keep-alive', 'upgrade', 'x-auth-token']),
      ],
      ['Expect', random.pick(['100-continue', '200-ok'])],
      ['Transfer-Encoding', random.pick(['identity', 'gzip, chunked', 'xchunked'])],
      ['Content-Length', random.pick(['0', '-1', '+1', '1e3', '99999999999999999999', '1, 1'])],
      ['Upgrade', random.pick(['h2c', 'websocket', 'x'])],
      ['TE', 'trailers'],
      ['Trailer', 'content-encoding'],
    ],
    [
      [
        'Host',
        random.pick(['', 'localhost', '127.0.0.1', 'evil.example', '[::1]:80', 'a b', 'localhost:99999999', '::']),
      ],
      ['Origin', random.pick(['null', 'http://evil.example', 'http://localhost:3000', 'file://', text])],
      ['X-Forwarded-For', random.pick(['127.0.0.1', '8.8.8.8', '::ffff:127.0.0.1', ', ,', '127.0.0.1, x', text])],
      ['Forwarded', random.pick(['for=127.0.0.1', 'for="[::1]:80";proto=http', 'for=_x', ';;', 'for="', text])],
      ['X-Real-IP', random.pick(['127.0.0.1', text])],
    ],
    [
      ['Authorization', random.pick(['Bearer owk_x', 'Bearer', 'Basic OjpA', `Bearer ${'a.'.repeat(50)}`, text])],
      ['X-Owlgate-Key', random.pick(['owk_x', text])],
      ['X-Auth-Token', random.pick(['owk_x', 'abc', text])],
      ['X-Dgraph-AccessToken', random.pick(['abc', 'eyJhbGciOiJub25lIn0.e30.', text])],
      ['X-Dgraph-AuthToken', text],
    ],
    [
      ['X-Request-Id', random.pick(['a', 'x'.repeat(5_000), text])],
      ['Last-Event-ID', random.pick(['0123456789abcdef:1', '0123456789abcdef:999999999', '0', text])],
      ['If-None-Match', random.pick(['*', '"1"', text])],
      ['Range', random.pick(['bytes=0-1', 'bytes=9-'])],
      ['MCP-Protocol-Version', random.pick(['2025-06-18', '2026-07-28', '1', text])],
      ['Idempotency-Key', random.pick(['k', 'k'.repeat(300), text])],
      ['Cookie', text],
      [`X-${'h'.repeat(random.pick([1, 300]))}`, 'v'.repeat(random.pick([1, 20_000]))],
    ],
  ];
  return random.pick(random.pick(groups));
}

/** Characters that end a header line would make a request of another form; those are what raw requests are for. */
const headerText = (text: string): string => text.replace(/\p{Cc}/gu, '').trim();

/** A request; about every third one with something odd about it. */
export function build(random: Random, { method, target, type, body = '', headers = [] }: Parts): FuzzRequest {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const all: Header[] = [...headers];
  if (type !== undefined && !all.some(([name]) => name === 'Content-Type')) all.push(['Content-Type', type]);
  const plain: FuzzRequest = { method, target, headers: all, body: bytes };
  if (random.chance(0.65)) return plain;
  return random.weighted<() => FuzzRequest>([
    [4, () => ({ ...plain, headers: [...all, ...random.list(1, 3, () => oddHeader(random))] })],
    [
      1,
      () => ({
        ...plain,
        headers: [...all.filter(([name]) => name !== 'Content-Type'), ['Content-Type', random.pick(TYPES)]],
      }),
    ],
    [2, () => compressed(random, plain)],
    [2, () => ({ ...plain, chunks: random.list(1, 3, () => random.pick([1, 7, 1_000, 65_536])) })],
    [1, () => ({ ...plain, method: random.pick(METHODS) })],
    [1, () => ({ ...plain, headers: [...all, ...random.list(1, 1_500, () => ['X-A', 'b'] as const)] })],
    [1, () => ({ ...plain, target: respelled(random, target) })],
    [2, () => ({ ...plain, raw: mutateBytes(random, encode(plain, {}, 'localhost')) })],
  ])();
}

function compressed(random: Random, plain: FuzzRequest): FuzzRequest {
  const coding = random.pick(Object.keys(CODINGS));
  const encoded = CODINGS[coding]!(plain.body);
  const body = random.weighted([
    [6, encoded],
    [1, encoded.subarray(0, random.below(encoded.length))],
    [1, Buffer.concat([encoded, encoded])],
    [1, mutateBytes(random, encoded)],
    // A megabyte of nothing.
    [1, CODINGS[coding]!(Buffer.alloc(1_000_000))],
  ]);
  return { ...plain, headers: [...plain.headers, ['Content-Encoding', coding]], body };
}

/** The same path to a lenient reader, or nearly. */
function respelled(random: Random, target: string): string {
  const [, path = '/', rest = ''] = /^([^?]*)(.*)$/s.exec(target) ?? [];
  const at = random.below(path.length);
  const encoded = `%${path.charCodeAt(at).toString(16).padStart(2, '0')}`;
  return (
    random.pick([
      `${path.slice(0, at)}${encoded}${path.slice(at + 1)}`,
      `http://localhost${path}`,
      `//${path.slice(1)}`,
      `${path}/`,
      `/.${path}`,
      `/x/..${path}`,
      path.toUpperCase(),
      `${path}%00`,
      `${path};a=b`,
      `${path}#a`,
      `\\${path.slice(1)}`,
      path.slice(1),
      '*',
    ]) + rest
  );
}
