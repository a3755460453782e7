/**
 * Requests that would exhaust the engine: each gets an answer or an error within its limit, while other requests are
 * served; directly, and through a gateway.
 */
import * as http from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Gateway } from '../../../src/app';
import { startOnPort, type EngineOnPort } from '../../support/embedded/on-port';
import { startGatewayOver } from '../../support/engines/gateway';
import { threadEntry } from '../../support/embedded/thread-entry';
import { removeTemporaryDirectories, temporaryDirectory } from '../../support/embedded/store';

const NODES = 500;
const EDGES = 10;
const MAX_BODY = 8_000_000;
/** Maximum wait of another client; a request that blocks the engine would exceed it by seconds. */
const PATIENCE_MS = 1500;
const TIMEOUT_MS = 2000;

let server: EngineOnPort;
let gateway: Gateway;
beforeAll(async () => {
  const directory = temporaryDirectory();
  server = await startOnPort({ directory, maxBodyBytes: MAX_BODY, threadEntry: threadEntry() });
  gateway = await startGatewayOver(server);
  await post(server.url, '/alter', 'n: int @index(int) .\nname: string @index(trigram) .\nnext: [uid] .');
  const lines = Array.from({ length: NODES }, (_, i) => [
    `<0x${(i + 1).toString(16)}> <n> "${i}" .`,
    `<0x${(i + 1).toString(16)}> <name> "${'a'.repeat(20 + (i % 30))}" .`,
    ...Array.from({ length: EDGES }, (__, k) => {
      return `<0x${(i + 1).toString(16)}> <next> <0x${(1 + ((i * 7 + k * 13) % NODES)).toString(16)}> .`;
    }),
  ]);
  const { text } = await post(server.url, '/mutate?commitNow=true', `{ set {\n${lines.flat().join('\n')}\n} }`, RDF);
  expect(text).toContain('Success');
});
afterAll(async () => {
  await gateway.close();
  await server.close();
  removeTemporaryDirectories();
});

const DQL = { 'Content-Type': 'application/dql' };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const RDF = { 'Content-Type': 'application/rdf' };

interface Answer {
  readonly text: string;
  readonly ms: number;
}

function post(
  url: string,
  path: string,
  body: string | Buffer,
  headers: Record<string, string> = DQL,
  signal?: AbortSignal,
): Promise<Answer> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.request(url + path, { method: 'POST', headers, signal, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      response.on('end', () => resolve({ text: Buffer.concat(chunks).toString(), ms: performance.now() - began }));
    });
    request.on('error', reject).end(body);
  });
}

const LOOKUP = '{ q(func: eq(n, 77)) { n } }';

/** Retries: load of the machine may cause one long wait, but not one each time. */
const ATTEMPTS = 3;

/** Sends a small request every 50 ms until `work` is done. @returns the longest answer time */
async function besides<T>(url: string, start: () => Promise<T>): Promise<{ result: T; longestMs: number }> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await besidesOnce(url, start());
    if (outcome.longestMs < PATIENCE_MS || attempt === ATTEMPTS) return outcome;
  }
}

async function besidesOnce<T>(url: string, work: Promise<T>): Promise<{ result: T; longestMs: number }> {
  let isOver = false;
  const end = (): void => void (isOver = true);
  work.then(end, end);
  let longestMs = 0;
  do {
    const { text, ms } = await post(url, '/query', LOOKUP);
    expect(text).toContain('{"data":{"q":[{"n":77}]}');
    longestMs = Math.max(longestMs, ms);
    await new Promise((resolve) => setTimeout(resolve, 50 - Math.min(ms, 50)));
  } while (!isOver);
  return { result: await work, longestMs };
}

const nested = (n: number): string => 'next { '.repeat(n) + 'n' + ' }'.repeat(n);
const ENDLESS = `{ q(func: has(next)) { ${nested(12)} } }`;
const QUERY = `/query?timeout=${TIMEOUT_MS}ms`;
const MUTATE = '/mutate?commitNow=true';
const repeated = (text: string, bytes: number): Buffer => Buffer.alloc(bytes, text);

const CASES: readonly (readonly [string, string, () => string | Buffer, Record<string, string>, RegExp])[] = [
  ['junk as JSON', MUTATE, () => repeated('{"set":[{"a":"junk"},', 6_000_000), JSON_TYPE, /nested deeper than 512/],
  [
    'junk after much JSON',
    MUTATE,
    () => `{"set":[${'{"n":1},'.repeat(400_000)} junk`,
    JSON_TYPE,
    /invalid character 'j'/,
  ],
  ['junk as RDF', MUTATE, () => repeated('junk', 6_000_000), RDF, /Invalid operation type/],
  [
    'junk after much RDF',
    MUTATE,
    () => `{ set {\n${'<0x1> <z> "1" .\n'.repeat(200_000)} junk`,
    RDF,
    /Invalid input: j/,
  ],
  ['many facts', MUTATE, () => `{ set {\n${'_:a <z> "1" .\n'.repeat(100_000)}} }`, RDF, /Success/],
  ['a body beyond its limit', MUTATE, () => repeated('x', MAX_BODY + 1), JSON_TYPE, /larger than 8000000 bytes/],
  [
    'a body beyond its limit, compressed',
    MUTATE,
    () => gzipSync(Buffer.alloc(30_000_000)),
    { ...JSON_TYPE, 'Content-Encoding': 'gzip' },
    /larger than \d+ bytes/,
  ],
  ['a schema beyond its limit', '/alter', () => repeated('a: int .\n', 5_000_000), DQL, /larger than 4194304 bytes/],
  [
    'a commit with junk',
    '/commit?startTs=1',
    () => repeated('["a",', 6_000_000),
    JSON_TYPE,
    /startTs|Aborted|Success/i,
  ],
  ['a deep query', '/query', () => `{ q(func: has(n)) ${'{ next '.repeat(100_000)}`, DQL, /Unclosed|deeper/],
  ['a deep body of a query', QUERY, () => '['.repeat(1_000_000), JSON_TYPE, /nested deeper than 512 levels/],
  [
    'a deep filter',
    '/query',
    () => `{ q(func: has(n)) @filter(${'('.repeat(100_000)}`,
    DQL,
    /Unclosed|nested deeper than 128 levels/,
  ],
  [
    'a long list of uids',
    QUERY,
    () => `{ q(func: uid(${Array.from({ length: 50_000 }, (_, i) => i + 1).join(', ')})) { count(uid) } }`,
    DQL,
    /"count":50000|deadline exceeded/,
  ],
  ['a regular expression', QUERY, () => '{ q(func: regexp(name, /^(a+)+(a|a)*aaab$/)) { n } }', DQL, /"q":\[\]/],
  ['a query without end', QUERY, () => ENDLESS, DQL, /deadline exceeded/],
  [
    'a recursion without end',
    QUERY,
    () => '{ q(func: has(n)) @recurse(depth: 90, loop: true) { n next } }',
    DQL,
    /errors/,
  ],
  [
    'paths without number',
    QUERY,
    () => '{ p as shortest(from: 0x1, to: 0x190, numpaths: 100000) { next } q(func: uid(p)) { n } }',
    DQL,
    /./,
  ],
];

/** Cases that the gateway handles in part. */
const PASSED_ON = ['junk after much JSON', 'a body beyond its limit, compressed', 'a query without end'];

describe.each([
  ['directly', () => server.url, CASES],
  ['through a gateway', () => gateway.url, CASES.filter(([name]) => PASSED_ON.includes(name))],
])('other clients are answered meanwhile, %s, during', (_, url, cases) => {
  it.each(cases)('%s', async (__, path, body, headers, expected) => {
    const requestBody = body();
    // The gateway reads bodies itself, and refuses large ones with its own message.
    const { result, longestMs } = await besides(url(), () => post(url(), path, requestBody, headers));
    expect(result.text).toMatch(expected);
    expect(longestMs).toBeLessThan(PATIENCE_MS);
    expect(result.ms).toBeLessThan(TIMEOUT_MS + 15_000);
  });

  it('the query of an upsert, and a query of a transaction that has written', async () => {
    const upsert = `upsert { query ${ENDLESS} mutation { set {\n_:a <x> "1" .\n} } }`;
    const opened = await post(url(), '/mutate', '{ set {\n_:a <x> "1" .\n} }', RDF);
    const { start_ts: startTs } = JSON.parse(opened.text).extensions.txn;
    const { longestMs } = await besides(url(), () => {
      const leaving = new AbortController();
      setTimeout(() => leaving.abort(), TIMEOUT_MS);
      return Promise.all(
        [
          post(url(), MUTATE, upsert, RDF, leaving.signal),
          post(url(), `/query?startTs=${startTs}`, ENDLESS, DQL, leaving.signal),
        ].map((request) => expect(request).rejects.toThrow('aborted')),
      );
    });
    expect(longestMs).toBeLessThan(PATIENCE_MS);
    await post(url(), `/commit?startTs=${startTs}&abort=true`, '');
    expect((await post(url(), '/query', '{ q(func: has(x)) { x } }')).text).toContain('"q":[]');
  });

  it('clients that leave release their threads', async () => {
    const leaving = new AbortController();
    // More requests than threads, each for five minutes.
    const left = Array.from({ length: 6 }, (__, i) =>
      post(url(), '/query', ENDLESS + ' '.repeat(i), DQL, leaving.signal),
    );
    const rejections = Promise.all(left.map((request) => expect(request).rejects.toThrow('aborted')));
    setTimeout(() => leaving.abort(), 500);
    await rejections;
    const long = '{ q(func: eq(n, 77)) { n } }' + ' '.repeat(100_000);
    const { result, longestMs } = await besides(url(), () => post(url(), '/query', long));
    expect(result.text).toContain('"n":77');
    expect(result.ms).toBeLessThan(10_000);
    expect(longestMs).toBeLessThan(PATIENCE_MS);
  });
});
