/** Requests to an engine: headers of a list, each once, and the body that was read here. Generated. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { exchangeBytes } from '../../support/http/client';
import { startTestGateway, type TestGateway } from '../../support/http/gateway';
import { runs } from '../../support/runs';

/** Written from docs/security.md. */
const SENT = [
  'accept',
  'accept-encoding',
  'accept-language',
  'access-control-request-headers',
  'access-control-request-method',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'host',
  'origin',
  'traceparent',
  'tracestate',
  'x-auth-token',
  'x-dgraph-accesstoken',
  'x-dgraph-authtoken',
  'x-request-id',
];

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ hosts: ['gateway'] });
});
afterAll(() => gateway.close());

interface Sent {
  readonly method?: string;
  readonly target: string;
  readonly lines: readonly string[];
  readonly body: Buffer;
}

/** Sends bytes, and returns the status and what reached the engine. */
async function send({ method = 'POST', target, lines, body }: Sent) {
  gateway.upstream.requests.length = 0;
  const head = [`${method} ${target} HTTP/1.1`, 'Host: gateway', ...lines, `Content-Length: ${body.length}`];
  const bytes = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
  // An answer may come before the whole body is read.
  const answer = await exchangeBytes(gateway.url, bytes, /\r\n\r\n(.|\n)*\}|\r\n\r\n$/);
  // The gateway asks for the engine's health, too.
  const received = gateway.upstream.requests.filter(({ method, url }) => method !== 'OPTIONS' && url !== '/health');
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]), answer, received };
}

function expectComposed({ received }: Awaited<ReturnType<typeof send>>): void {
  for (const { rawHeaders, headers, body } of received) {
    const names = rawHeaders.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase());
    expect(names.filter((name) => !SENT.includes(name))).toEqual([]);
    expect(names).toHaveLength(new Set(names).size);
    expect(headers['content-length']).toBe(String(body.length));
  }
}

const DQL = '{ q(func: uid(0x1)) { uid } }';
const RDF = '{ set { _:a <name> "A" . } }';
const ASKED = '{"query":"{ q }"}';
/** Route, type, body, and the target and the body that an engine gets. */
const REQUESTS: readonly [target: string, type: string, body: string, sentTo?: string][] = [
  ['/query?ro=true', 'application/dql', DQL],
  ['/query/x', 'application/json', ASKED, '/query'],
  ['/mutate?commitNow=true', 'application/rdf', RDF],
  ['/mutate', 'application/json', '{"set":[]}'],
  ['/alter', 'application/dql', 'name: string .'],
  ['/alter', 'text/plain', '{"drop_attr":"name"}'],
  ['/commit?startTs=1', 'application/json', '{"keys":[]}'],
  ['/login', 'application/dql', '{"userid":"u"}'],
  ['/graphql', 'application/json', ASKED],
  ['/admin', 'application/json', ASKED],
  ['/admin/schema', 'application/graphql', 'type A { id: ID! }'],
  ['/admin/schema/validate', 'text/plain', 'type A { id: ID! }'],
  ['/admin/anything', 'text/plain', 'x'],
  ['/mcp/message', 'application/json', '{"jsonrpc":"2.0"}'],
  ['/nowhere', 'application/octet-stream', 'x'],
];

/** Lines of the head, and the bytes of a body; undefined for what is refused. */
const ENCODINGS: readonly [
  name: string,
  lines: readonly string[],
  encode: (body: Buffer) => Buffer,
  status?: number,
][] = [
  ['none', [], (body) => body],
  ['identity', ['Content-Encoding: identity'], (body) => body],
  ['an empty one', ['Content-Encoding:'], (body) => body],
  ['gzip', ['Content-Encoding: gzip'], (body) => gzipSync(body)],
  ['GZip', ['content-encoding: \tGZip '], (body) => gzipSync(body)],
  [
    'gzip in two members',
    ['Content-Encoding: gzip'],
    (body) => Buffer.concat([gzipSync(body.subarray(0, 2)), gzipSync(body.subarray(2))]),
  ],
  ['gzip, of another reader', ['Content-Encoding: gzip', 'Connection: content-encoding'], (body) => gzipSync(body)],
  ['br', ['Content-Encoding: br'], (body) => brotliCompressSync(body), 415],
  ['br that is none', ['Content-Encoding: br', 'Connection: content-encoding'], (body) => body, 415],
  ['deflate', ['Content-Encoding: deflate'], (body) => deflateSync(body), 415],
  ['x-gzip', ['Content-Encoding: x-gzip'], (body) => gzipSync(body), 415],
  ['zstd', ['Content-Encoding: zstd'], (body) => body, 415],
  ['identity twice', ['Content-Encoding: identity', 'Content-Encoding: identity'], (body) => body, 415],
  ['gzip and identity', ['Content-Encoding: gzip', 'content-encoding: identity'], (body) => gzipSync(body), 415],
  ['a list', ['Content-Encoding: gzip, gzip'], (body) => gzipSync(gzipSync(body)), 415],
  ['a list of one', ['Content-Encoding: gzip,'], (body) => gzipSync(body), 415],
  ['a quoted one', ['Content-Encoding: "gzip"'], (body) => gzipSync(body), 415],
  ['a folded line', ['Content-Encoding: identity,', ' gzip'], (body) => gzipSync(body), 400],
];

/** Bodies that gzip does not end with, or does not begin. */
const BROKEN: readonly [name: string, encode: (body: Buffer) => Buffer][] = [
  ['nothing', () => Buffer.alloc(0)],
  ['no gzip', (body) => body],
  ['half of it', (body) => gzipSync(body).subarray(0, -5)],
  ['a wrong sum', (body) => Buffer.concat([gzipSync(body).subarray(0, -8), Buffer.alloc(8)])],
  ['bytes behind it', (body) => Buffer.concat([gzipSync(body), Buffer.from('more')])],
  ['zeros behind it', (body) => Buffer.concat([gzipSync(body), Buffer.alloc(7)])],
  ['half a member behind it', (body) => Buffer.concat([gzipSync(body), gzipSync(body).subarray(0, 12)])],
];

describe.each(REQUESTS)('%s of %s', (target, type, text, sentTo = target) => {
  const body = Buffer.from(text);
  const typed = `Content-Type: ${type}`;

  it.each(ENCODINGS)('is decompressed or refused with the encoding %s', async (_, lines, encode, status = 200) => {
    const sent = await send({ target, lines: [typed, ...lines], body: encode(body) });
    // The materializer ends transactions.
    const ends = gateway.materializer.ends.splice(0);
    expect([sent.status, sent.received.length + ends.length]).toEqual([status, status === 200 ? 1 : 0]);
    for (const end of ends) expect(end.body.toString()).toBe(text);
    if (status === 415) expect(sent.answer).toMatch(/^accept-encoding: gzip, identity\r$/im);
    expectComposed(sent);
    for (const { url, body: got, headers } of sent.received) {
      expect(url).toBe(sentTo);
      expect(headers['content-encoding']).toBeUndefined();
      if (headers['content-type'] === 'application/json' && text.startsWith('{"')) {
        expect(JSON.parse(got.toString())).toEqual(JSON.parse(text));
      } else expect(got.toString()).toBe(text);
    }
  });

  it.each(BROKEN)('is refused with gzip that is %s', async (_, encode) => {
    const sent = await send({ target, lines: [typed, 'Content-Encoding: gzip'], body: encode(body) });
    expect([sent.status, sent.received]).toEqual([200, []]);
    expect(sent.answer).toContain('the body is not gzip');
  });
});

describe('a content type', () => {
  const TYPES: readonly [sentTypes: readonly string[], query: string | RegExp][] = [
    [['application/dql'], 'application/dql'],
    [['Application/DQL ; charset=UTF-8'], 'application/dql'],
    [['application/dql;charset="utf-8";'], 'application/dql'],
    [['application/dql; a=b; c="d;e"'], 'application/dql'],
    [['application/dql; charset=latin1'], /Unsupported charset/],
    [['application/dql; charset=utf-8; charset=utf-16'], /Invalid Content-Type/],
    [['application/dql;;'], /Invalid Content-Type/],
    [['application/dql; charset'], /Invalid Content-Type/],
    [['application/dql; charset = utf-8'], 'application/dql'],
    [['application/dql, application/json'], /Invalid Content-Type/],
    [['application/dql application/json'], /Invalid Content-Type/],
    [['application / dql'], /Invalid Content-Type/],
    [['application/rdf'], /Unsupported Content-Type/],
    [['text/plain'], /Unsupported Content-Type/],
    [[''], /Unsupported Content-Type/],
    [[], /Unsupported Content-Type/],
    [['application/dql', 'application/dql'], /content-type is given more than once/],
    [['application/json', 'application/dql'], /content-type is given more than once/],
  ];

  it.each(TYPES)('%j is read at /query', async (sentTypes, expected) => {
    const lines = sentTypes.map((type) => `Content-Type: ${type}`);
    const sent = await send({ target: '/query', lines, body: Buffer.from(DQL) });
    expectComposed(sent);
    if (typeof expected === 'string') {
      expect(sent.received.map(({ headers }) => headers['content-type'])).toEqual([expected]);
    } else {
      expect(sent.received).toEqual([]);
      expect(sent.answer).toMatch(expected);
    }
  });

  it('has the same meaning for engine and gateway in any spelling', () => {
    const part = fc.constantFrom(
      'application/json',
      'application/rdf',
      'text/turtle',
      ';',
      ',',
      ' ',
      'charset=',
      '"',
      '\\',
      'utf-8',
      'a=b',
      '/',
      '*',
      '\t',
    );
    const routes = fc.constantFrom('/mutate', '/query', '/graphql', '/nowhere');
    return fc.assert(
      fc.asyncProperty(routes, fc.array(part, { minLength: 1, maxLength: 6 }), async (target, parts) => {
        const contentType = parts.join('').trim();
        const sent = await send({ target, lines: [`Content-Type: ${contentType}`], body: Buffer.from(ASKED) });
        expectComposed(sent);
        for (const { headers } of sent.received) {
          const type = headers['content-type'];
          if (type !== undefined) expect(contentType.toLowerCase().startsWith(type.split(';')[0]!)).toBe(true);
          expect(type ?? 'a/b').toMatch(/^[\w*-]+(\/[\w*-]+)?(; charset=utf-8)?$/);
        }
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('headers', () => {
  const SINGLE = [
    'Authorization',
    'Content-Type',
    'Origin',
    'X-Auth-Token',
    'X-Dgraph-AccessToken',
    'X-Dgraph-AuthToken',
    'X-Dgraph-Anything',
    'X-Owlgate-Key',
    'X-Request-Id',
    'Proxy-Authorization',
    'User-Agent',
    'Traceparent',
    'Host',
  ];
  const MANY = [
    'Accept',
    'Accept-Encoding',
    'Accept-Language',
    'Tracestate',
    'Cookie',
    'Via',
    'X-Anything',
    'Cache-Control',
  ];
  const DROPPED = ['X-Forwarded-For', 'Forwarded', 'TE', 'Keep-Alive', 'Resolver'];
  const VALUES: Readonly<Record<string, string>> = { expect: '100-continue', 'content-type': 'application/dql' };
  const cased = (name: string) => fc.constantFrom(name, name.toLowerCase(), name.toUpperCase());
  const line = (names: readonly string[]) =>
    fc
      .constantFrom(...names)
      .chain(cased)
      .map((name) => `${name}: ${VALUES[name.toLowerCase()] ?? 'v'}`);
  const connection = fc.subarray([...SINGLE, ...MANY, 'Content-Encoding', 'Content-Length', 'Transfer-Encoding']);

  it('of a list are sent on once each, and a repeated single-valued header is refused', () => {
    const lines = fc.array(line([...SINGLE, ...MANY, ...DROPPED]), { maxLength: 12 });
    const targets = fc.constantFrom('/query', '/mutate', '/graphql', '/commit', '/nowhere');
    return fc.assert(
      fc.asyncProperty(targets, lines, connection, async (target, sentLines, listed) => {
        const all = [...sentLines, ...(listed.length > 0 ? [`Connection: ${listed.join(', ')}`] : [])];
        const names = all.map((each) => each.split(':')[0]!.toLowerCase());
        const isTwice = (name: string) => names.filter((each) => each === name).length > (name === 'host' ? 0 : 1);
        const twice = SINGLE.map((name) => name.toLowerCase()).filter(isTwice);
        const sent = await send({ target, lines: all, body: Buffer.from(DQL) });
        expectComposed(sent);
        if (twice.length > 0) {
          expect([sent.status, sent.received]).toEqual([400, []]);
          // Node refuses two hosts by itself.
          if (!sent.answer.endsWith('\r\n\r\n'))
            expect(twice.some((name) => sent.answer.includes(`header ${name} `))).toBe(true);
        }
        for (const { headers } of sent.received) {
          for (const name of names.filter((each) => SENT.includes(each) && each !== 'connection')) {
            if (!['content-type', 'host', 'x-request-id'].includes(name)) expect(headers[name]).toMatch(/^v(, v)*$/);
          }
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it.each([
    ['two lengths', ['Content-Length: 5']],
    ['a length and chunks', ['Transfer-Encoding: chunked']],
    ['an unknown transfer encoding', ['Transfer-Encoding: gzip']],
    ['a header without a name', [': x']],
    ['a space before the colon', ['Content-Encoding : br']],
    ['a null in a value', ['X-A: \0']],
    ['a bare line feed', ['X-A: 1\nContent-Encoding: br']],
  ])('with two readings are refused: %s', async (_, lines) => {
    const sent = await send({
      target: '/query',
      lines: ['Content-Type: application/dql', ...lines],
      body: Buffer.from(DQL),
    });
    expect([sent.status >= 400, sent.received]).toEqual([true, []]);
  });
});

describe('the query string', () => {
  it.each([
    [
      '/query?ro=1&be=t&timeout=20s&debug=TRUE&hash=a%26b&x=1',
      '/query?ro=true&be=true&timeout=20s&debug=true&hash=a%26b',
    ],
    ['/query?startTs=0x10', '/query?startTs=16'],
    ['/query?startTs=18446744073709551615', '/query?startTs=18446744073709551615'],
    ['/mutate?commitNow=&startTs=1_0', '/mutate?commitNow=false&startTs=10'],
    ['/mutate?%63ommitNow=true&CommitNow=false', '/mutate?commitNow=true'],
    ['/alter?runInBackground=true&y=2', '/alter?runInBackground=true'],
  ])('%s is sent on as %s', async (target, sentTo) => {
    const type = target.startsWith('/mutate') ? 'application/rdf' : 'application/dql';
    const { received } = await send({ target, lines: [`Content-Type: ${type}`], body: Buffer.from(DQL) });
    expect(received.map(({ url }) => url)).toEqual([sentTo]);
  });

  it.each([
    ['/mutate?commitNow=false&commitNow=true', 'the parameter commitNow is given twice'],
    ['/mutate?commitNow=false;commitNow=true', 'the query string has a semicolon'],
    ['/mutate?commitNow=%zz', 'has a %'],
    ['/mutate?commitNow=yes', 'while parsing commitNow as bool: strconv.ParseBool: parsing \\"yes\\": invalid syntax'],
    ['/mutate?startTs=-1', 'while parsing startTs as uint64: strconv.ParseUint: parsing \\"-1\\": invalid syntax'],
    ['/commit?startTs=18446744073709551616', 'value out of range'],
    ['/query?timeout=1x', 'while parsing timeout as time.Duration'],
  ])('%s is refused: %s', async (target, reason) => {
    const sent = await send({ target, lines: ['Content-Type: application/rdf'], body: Buffer.from(RDF) });
    expect([sent.status, sent.received]).toEqual([200, []]);
    expect(sent.answer).toContain(reason);
  });
});
