/** Foreign web pages, forged host names, and clients that hide their address: no stored data changes. */
import { ask as askRaw, exchangeBytes } from '../../support/http/client';
import { alterPatiently, alter, ask, json, query, type Answer } from '../../support/engines/wire';
import { underGateway } from '../../support/engines/under-gateway';

const ZOO = '@prefix : <https://example.org/zoo#> . @prefix owl: <http://www.w3.org/2002/07/owl#> . :Dog a owl:Class .';
const OTHER =
  '@prefix : <https://example.org/other#> . @prefix owl: <http://www.w3.org/2002/07/owl#> . :Cat a owl:Class .';

interface Change {
  readonly path: string;
  readonly body: string;
  /** Media type that clients use; forms use others. */
  readonly type: string;
}

const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'mutate', arguments: { set: [{ name: 'stranger' }], dry_run: false } },
};
const CHANGES: readonly Change[] = [
  { path: '/alter', type: 'application/json', body: '{"drop_all":true}' },
  { path: '/%61lter', type: 'application/json', body: '{"drop_op":"DATA"}' },
  { path: '/alter', type: 'application/dql', body: 'stranger: string .' },
  { path: '/mutate?commitNow=true', type: 'application/json', body: '{"set":[{"name":"stranger"}]}' },
  { path: '/mutate?commitNow=true', type: 'application/rdf', body: '{ set { _:a <name> "stranger" . } }' },
  { path: '/commit?startTs=1', type: 'application/json', body: '{"keys":[],"preds":[]}' },
  { path: '/commit?startTs=1&abort=true', type: 'application/json', body: '' },
  { path: '/admin/schema', type: 'application/graphql', body: 'type Stranger { name: String }' },
  {
    path: '/admin',
    type: 'application/json',
    body: '{"query":"mutation { draining(enable: true) { response { code } } }"}',
  },
  { path: '/graphql', type: 'application/json', body: '{"query":"mutation { addDog(input: []) { numUids } }"}' },
  { path: '/ontology', type: 'text/turtle', body: OTHER },
  { path: '/ontology?validate=true', type: 'text/turtle', body: OTHER },
  { path: '/ontology/materialize', type: '', body: '' },
  { path: '/ontology/graphql', type: 'application/graphql', body: 'type Stranger { name: String }' },
  { path: '/api/v1/databases/default/documents?source=stranger', type: 'text/plain', body: 'A stranger was here.' },
  { path: '/api/v1/databases/default/documents/relink', type: '', body: '' },
  { path: '/mcp', type: 'application/json', body: JSON.stringify(CALL) },
];
/** Media types that a page may send anywhere without a preflight. */
const SIMPLE = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];

const PAGES: readonly [string, Record<string, string>][] = [
  ['another site', { Origin: 'https://evil.example' }],
  ['a file, or a frame without an origin', { Origin: 'null' }],
  ['another site, by a link', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' }],
  ['a site beside this one', { 'Sec-Fetch-Site': 'same-site' }],
  ['another site, in an old browser', { Referer: 'https://evil.example/page' }],
];

underGateway((testbed) => {
  let before: Answer;
  const everything = async (): Promise<Answer> => {
    const { data } = await ask(testbed.url, query('{ q(func: has(name), orderasc: name) { name } } '));
    const { data: schema } = await ask(testbed.url, query('schema { type index }'));
    const ontology = await askRaw(testbed.url, '/ontology');
    const { json: documents } = await askRaw(testbed.url, '/api/v1/databases/default/documents');
    return { data, schema, ontology: [ontology.text, ontology.headers['x-owlgate-version']], documents };
  };

  beforeAll(async () => {
    await alterPatiently(testbed.url, alter('name: string @index(exact) .'));
    await ask(testbed.url, json({ set: [{ name: 'kept' }] }));
    const loaded = await askRaw(testbed.url, '/ontology', {
      method: 'POST',
      headers: { 'Content-Type': 'text/turtle' },
      body: ZOO,
    });
    expect(loaded.status).toBe(200);
    before = await everything();
  });
  afterEach(async () => expect(await everything()).toEqual(before));

  const send = (change: Change, headers: Record<string, string>, type = change.type) =>
    askRaw(testbed.url, change.path, {
      method: 'POST',
      headers: { ...headers, ...(type !== '' && { 'Content-Type': type }) },
      body: change.body,
    });

  it.each(PAGES)('a page of %s changes nothing in any media type', async (_, page) => {
    for (const change of CHANGES) {
      for (const type of [change.type, ...SIMPLE]) {
        // A page's document may be a query: only a mutation is refused.
        if (change.path === '/graphql' && type === SIMPLE[1]) continue;
        const { status, json: answer } = await send(change, page, type);
        const place = [change.path, type];
        const codes = (answer as { errors: { extensions?: { code?: string } }[] }).errors.map(
          (error) => error.extensions?.code,
        );
        // Of a media type that GraphQL does not accept, no document is read.
        const isUnread = change.path === '/graphql' && type !== change.type;
        expect([...place, status, codes]).toEqual([
          ...place,
          ...(isUnread ? [200, [undefined]] : [403, ['OriginRefused']]),
        ]);
      }
    }
  });

  it('a link or an image changes nothing', async () => {
    for (const path of [
      '/commit?startTs=1&abort=true',
      '/admin/shutdown',
      '/admin/draining?enable=true',
      '/graphql?query=mutation%7Ba%7D',
    ]) {
      for (const [, page] of PAGES) {
        for (const method of ['GET', 'HEAD']) {
          const { status } = await askRaw(testbed.url, path, { method, headers: page });
          // HEAD requests have no document.
          const expected = method === 'HEAD' && path.startsWith('/graphql') ? 200 : 403;
          expect([method, path, status]).toEqual([method, path, expected]);
        }
      }
    }
  });

  it('a page under a forged host name is refused on every route', async () => {
    const { port } = new URL(testbed.url);
    for (const Host of [`evil.example:${port}`, `127.0.0.1.evil.example:${port}`, 'localhost.evil.example']) {
      for (const change of CHANGES) {
        const pages: Record<string, string>[] = [{}, { Origin: `http://${Host}` }, { 'Sec-Fetch-Site': 'same-origin' }];
        for (const page of pages) {
          const { status, json: answer } = await send(change, { Host, ...page });
          expect([change.path, status, answer.errors[0].extensions.code]).toEqual([change.path, 403, 'HostRefused']);
        }
      }
      expect((await askRaw(testbed.url, '/query', { headers: { Host } })).status).toBe(403);
    }
  });

  it('headers with unchecked tokens open nothing', async () => {
    for (const name of [
      'X-Dgraph-AccessToken',
      'X-Dgraph-AuthToken',
      'X-Auth-Token',
      'X-Owlgate-Key',
      'Authorization',
    ]) {
      for (const change of CHANGES) {
        const { status } = await send(change, { Origin: 'https://evil.example', [name]: 'Bearer made-up' });
        expect([change.path, name, status]).toEqual([change.path, name, 403]);
      }
    }
  });

  it('administration through a proxy is refused, however many headers hide the proxy', async () => {
    const administer = (headers: string) =>
      exchangeBytes(
        testbed.url,
        'POST /alter HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: ' +
          `application/json\r\nContent-Length: 17\r\n${headers}\r\n{"drop_all":true}`,
      );
    const many = (count: number) => Array.from({ length: count }, (_, i) => `A${i}: ${i}\r\n`).join('');
    for (const count of [0, 150, 994, 1_000, 1_994, 2_000, 4_000]) {
      for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via', 'CF-Connecting-IP', 'True-Client-IP']) {
        const answer = await administer(`${many(count)}${name}: 127.0.0.1\r\n`);
        expect(answer).toMatch(
          count < 190 ? /unauthorized ip address: 127\.0\.0\.1: by the header/ : /^HTTP\/1\.1 431 /,
        );
      }
    }
  });

  it('pages of this machine, and programs, are served', async () => {
    const write = (headers: Record<string, string>) =>
      send({ path: '/mutate?dryRun=true', type: 'application/json', body: '{"set":[{"name":"open"}]}' }, headers);
    for (const headers of [
      {},
      { Origin: 'http://localhost:8000' },
      { Origin: 'http://127.0.0.1:3000' },
      { Origin: testbed.url },
    ]) {
      const { status, json: answer } = await write(headers as Record<string, string>);
      expect([status, answer.errors]).toEqual([200, undefined]);
    }
    const { status, json: read } = await askRaw(testbed.url, '/query', {
      method: 'POST',
      headers: { Origin: 'https://play.example', 'Content-Type': 'application/dql' },
      body: '{ q(func: has(name)) { name } }',
    });
    expect([status, read.data.q]).toEqual([200, [{ name: 'kept' }]]);
  });
});
