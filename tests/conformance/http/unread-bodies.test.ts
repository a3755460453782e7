/**
 * Bodies that only the engine would read, headers that two readers read differently, and paths of two spellings:
 * whatever happens to them, the store gets nothing that the ontology forbids, nothing of the registry, and no fact with
 * a forged facet.
 */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { exchangeBytes } from '../../support/http/client';
import { dump } from '../../support/engines/graph';
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { ask, query } from '../../support/engines/wire';
import { ZOO } from '../ontology/zoo';

interface Forbidden {
  readonly name: string;
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

const CONTRADICTION = '{ set {\n_:x <graph.type> "Dog" .\n_:x <graph.type> "Cat" .\n_:x <name> "Unread" .\n} }';
const MAPPED = 'type Forged { id: ID! key: String @dgraph(pred: "owlgate.key") }';
/** Bodies that the gateway refuses when it reads them. */
const FORBIDDEN: readonly Forbidden[] = [
  { name: 'a contradiction in RDF', path: '/mutate?commitNow=true', type: 'application/rdf', body: CONTRADICTION },
  {
    name: 'a contradiction in JSON',
    path: '/mutate?commitNow=true',
    type: 'application/json',
    body: '{"set":[{"graph.type":["Dog","Cat"],"name":"Unread"}]}',
  },
  {
    name: 'a write to the registry',
    path: '/mutate?commitNow=true',
    type: 'application/rdf',
    body: '{ set { _:x <owlgate.key> "head" . } }',
  },
  {
    name: 'a forged mark',
    path: '/mutate?commitNow=true',
    type: 'application/json',
    body: '{"set":[{"uid":"_:a","name":"Unread","name|owl.inferred":true}]}',
  },
  { name: 'an alteration of the registry', path: '/alter', type: 'application/dql', body: 'owlgate.key: int .' },
  { name: 'a drop of the registry', path: '/alter', type: 'application/json', body: '{"drop_attr":"owlgate.key"}' },
  { name: 'SDL over the registry', path: '/admin/schema', type: 'application/graphql', body: MAPPED },
  {
    name: 'SDL over the registry, by a mutation',
    path: '/admin',
    type: 'application/json',
    body: JSON.stringify({
      query: `mutation { updateGQLSchema(input: { set: { schema: ${JSON.stringify(MAPPED)} } }) { gqlSchema { id } } }`,
    }),
  },
];

/** Modification of a request: lines of its head, its path, its method, and its bytes. */
interface Spoilt {
  readonly lines?: readonly string[];
  readonly method?: string;
  readonly path?: (path: string) => string;
  readonly bytes?: (body: Buffer) => Buffer;
  /** Lines in place of `Content-Type` and `Content-Length`. */
  readonly type?: (type: string) => readonly string[];
  readonly framing?: (length: number) => readonly string[];
}

const passed = 'Connection: content-encoding';
const before = (prefix: string) => (path: string) => prefix + path;
const SPOILT: Readonly<Record<string, Spoilt>> = {
  'nothing at all': {},
  'br, which the engine is not to hear of': { lines: ['Content-Encoding: br', passed] },
  br: { lines: ['Content-Encoding: br'], bytes: (body) => brotliCompressSync(body) },
  'identity twice': { lines: ['Content-Encoding: identity', 'Content-Encoding: identity'] },
  'identity twice, which the engine is not to hear of': {
    lines: ['Content-Encoding: identity', 'content-encoding: identity', passed],
  },
  'gzip twice': { lines: ['Content-Encoding: gzip, gzip', passed], bytes: (body) => gzipSync(gzipSync(body)) },
  'gzip beside identity': {
    lines: ['Content-Encoding: identity', 'Content-Encoding: gzip'],
    bytes: (body) => gzipSync(body),
  },
  'gzip in capitals': { lines: ['Content-Encoding: GZIP'], bytes: (body) => gzipSync(body) },
  'gzip that is none': { lines: ['Content-Encoding: gzip', passed] },
  'gzip in two members': {
    lines: ['Content-Encoding: gzip'],
    bytes: (body) => Buffer.concat([gzipSync(body.subarray(0, 9)), gzipSync(body.subarray(9))]),
  },
  'gzip with bytes behind it': {
    lines: ['Content-Encoding: gzip'],
    bytes: (body) => Buffer.concat([gzipSync('{}'), body]),
  },
  'a folded encoding': { lines: ['Content-Encoding: identity,', ' gzip'] },
  'a space before the colon': { lines: ['Content-Encoding : br'] },
  'a connection that names everything': {
    lines: ['Connection: content-type, content-encoding, content-length, transfer-encoding, host'],
  },
  'two types': { type: (type) => [`Content-Type: text/plain`, `Content-Type: ${type}`] },
  'two types in one': { type: (type) => [`Content-Type: text/plain, ${type}`] },
  'a type with half a parameter': { type: (type) => [`Content-Type: ${type}; x`] },
  'a type with two charsets': { type: (type) => [`Content-Type: ${type}; charset=utf-8; charset=utf-16`] },
  'a type in capitals': { type: (type) => [`Content-Type: ${type.toUpperCase()} ;`] },
  'no type': { type: () => [] },
  'a length and chunks': { framing: (length) => [`Content-Length: ${length}`, 'Transfer-Encoding: chunked'] },
  'two lengths': { framing: (length) => ['Content-Length: 0', `Content-Length: ${length}`] },
  'chunks twice': { framing: () => ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'] },
  'chunks that are none': { framing: () => ['Transfer-Encoding: chunked, identity'] },
  'two hosts': { lines: ['Host: elsewhere'] },
  PUT: { method: 'PUT' },
  PATCH: { method: 'PATCH' },
  'a trailing slash': { path: (path) => path.replace(/(\?|$)/, '/$1') },
  'an empty segment': { path: before('/') },
  'a dot': { path: before('/.') },
  'two dots': { path: before('/x/..') },
  'encoded dots': { path: before('/x/%2e%2e') },
  'an encoded slash': { path: (path) => path.replace('/', '/x%2F..%2F') },
  'a backslash': { path: (path) => path.replace('/', '/x\\..\\') },
  'an encoded letter': { path: (path) => path.replace(/[am]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`) },
  'another host in the target': { path: before('http://elsewhere') },
  'a semicolon': { path: (path) => path.replace(/(\?|$)/, ';x=1$1') },
  'a parameter twice': { path: (path) => `${path}${path.includes('?') ? '&commitNow=false' : ''}` },
};

underGateway((testbed) => {
  let stored: string;
  beforeAll(async () => {
    await loadOntology(testbed.url, ZOO);
    stored = await dump(testbed.engine.url);
  });

  const send = (forbidden: Forbidden, spoilt: Spoilt): Promise<string> => {
    const { lines = [], method = 'POST', path = (unchanged) => unchanged, bytes = (unchanged) => unchanged } = spoilt;
    const type = spoilt.type?.(forbidden.type) ?? [`Content-Type: ${forbidden.type}`];
    const body = bytes(Buffer.from(forbidden.body));
    const framing = spoilt.framing?.(body.length) ?? [`Content-Length: ${body.length}`];
    const head = [`${method} ${path(forbidden.path)} HTTP/1.1`, 'Host: localhost', ...type, ...lines, ...framing];
    const sent = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
    return exchangeBytes(testbed.url, sent, /\r\n\r\n(?:[^]*[}\n]|$)/);
  };

  describe.each(Object.entries(SPOILT))('%s', (_, spoilt) => {
    it('nothing is stored', async () => {
      for (const forbidden of FORBIDDEN) {
        const answer = await send(forbidden, spoilt);
        const title = `${forbidden.name}: ${answer.slice(0, 400)}`;
        // Dgraph's form is a refusal with 200; other refusals have a status of their own.
        expect([title, /^HTTP\/1\.1 (200 OK[^]*"errors":\[\{|4\d\d )/.test(answer)]).toEqual([title, true]);
        expect([title, /"Success"|"uids"/.test(answer)]).toEqual([title, false]);
        if (spoilt.lines?.some((line) => /content-encoding: (br|identity)/i.test(line))) {
          expect(answer).toMatch(/^HTTP\/1\.1 4(15|00) /);
        }
      }
      expect(await dump(testbed.engine.url)).toBe(stored);
    });
  });

  it('an allowed body is stored, compressed or not', async () => {
    const allowed = (name: string): Forbidden => ({
      ...FORBIDDEN[0]!,
      body: `{ set { _:x <graph.type> "Dog" .\n_:x <name> "${name}" . } }`,
    });
    for (const name of [
      'nothing at all',
      'gzip in capitals',
      'gzip in two members',
      'PUT',
      'an empty segment',
    ] as const) {
      expect(await send(allowed(name), SPOILT[name]!)).toContain('"Success"');
      const { data } = await ask(
        testbed.engine.url,
        query(`{ q(func: type(Animal)) @filter(eq(name, "${name}")) { uid } }`),
      );
      expect(data.q).toHaveLength(1);
    }
  });
});
