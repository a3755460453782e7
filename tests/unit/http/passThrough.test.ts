/** Dgraph's routes: what reaches the engine, and what comes back. */
import { gzipSync } from 'node:zlib';
import { startTestGateway, type TestGateway } from '../../support/http/gateway';
import { DGRAPH_HEADERS } from '../../support/http/upstream';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startTestGateway();
});
afterEach(() => gateway.close());

const DQL = { 'Content-Type': 'application/dql' };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const post = (path: string, body: string | Buffer, headers: Record<string, string> = DQL) =>
  gateway.ask(path, { method: 'POST', headers, body });
const last = () => gateway.upstream.heard.at(-1)!;

describe('POST /query', () => {
  it('passes a query on byte for byte, with its parameters and credentials, and the answer back', async () => {
    gateway.upstream.answer((_heard, response) =>
      response.writeHead(200, { ...DGRAPH_HEADERS, 'Dgraph-TouchedUids': '3' }).end('{"data": {"q":[]} }'),
    );
    const query = '# ż\r\n{ q(func: eq(dgraph.type, "graph type")) { uid } }';
    const { status, text, headers } = await post('/query?ro=true&timeout=20s', query, {
      ...DQL,
      'X-Dgraph-AccessToken': 'secret',
    });
    expect(status).toBe(200);
    expect(text).toBe('{"data": {"q":[]} }');
    expect(headers['dgraph-toucheduids']).toBe('3');
    expect(last()).toMatchObject({ method: 'POST', url: '/query?ro=true&timeout=20s', body: Buffer.from(query) });
    expect(last().headers).toMatchObject({
      'content-type': 'application/dql',
      'x-dgraph-accesstoken': 'secret',
      'content-length': String(Buffer.byteLength(query)),
    });
  });

  it('rewrites graph.type', async () => {
    await post('/query', '{ q(func: eq(graph.type, "graph.type")) { graph.type } }');
    expect(last().body.toString()).toBe('{ q(func: eq(dgraph.type, "graph.type")) { graph.type: dgraph.type } }');
    await post('/query', '{ q(func: has(graph.type)) { uid } }', { 'Content-Type': 'application/graphql+-' });
    expect(last().body.toString()).toBe('{ q(func: has(dgraph.type)) { uid } }');
  });

  it.each([
    ['plain', '"{ q(func: has(graph.type)) { uid } }"'],
    ['escaped', '"{ q(func: has(graph\\u002etype)) { uid } }"'],
  ])('rewrites it in a JSON body (%s), and leaves the rest', async (_, query) => {
    await post('/query', `{"query": ${query}, "variables": {"$graph.type": "graph.type"}}`, JSON_TYPE);
    expect(JSON.parse(last().body.toString())).toEqual({
      query: '{ q(func: has(dgraph.type)) { uid } }',
      variables: { '$graph.type': 'graph.type' },
    });
  });

  it.each([
    ['no rewriting needed', '{ "query" : "{ q(func: uid(1)) { graph.type: dgraph.type } }" }'],
    ['the word elsewhere', '{"query":"{}","variables":{"$a":"graph.type"}}'],
    ['not JSON', '{"query": graph.type'],
    ['not an object', '["graph.type"]'],
    ['nested without measure', `{"query":"graph.type","x":${'['.repeat(40_000)}${']'.repeat(40_000)}}`],
  ])('passes a JSON body on as it is: %s', async (_, body) => {
    await post('/query', body, JSON_TYPE);
    expect(last().body.toString()).toBe(body);
  });

  it('leaves what cannot be read to the engine', async () => {
    const broken = '{ q(func: eq(graph.type, "A) { uid } }';
    await post('/query', broken);
    expect(last().body.toString()).toContain('{ q(func: eq(');
    await post('/query', 'graph.type', { 'Content-Type': 'text/plain' });
    expect(last().body.toString()).toBe('graph.type');
    await post('/query', 'graph.type', { ...DQL, 'Content-Encoding': 'br' });
    expect(last()).toMatchObject({ body: Buffer.from('graph.type'), headers: { 'content-encoding': 'br' } });
  });

  it('passes a compressed query on compressed, and decompresses what has to be rewritten', async () => {
    const gzip = { ...DQL, 'Content-Encoding': 'gzip' };
    const plain = gzipSync('{ q(func: uid(1)) { uid } }');
    await post('/query', plain, gzip);
    expect(last()).toMatchObject({ body: plain, headers: { 'content-encoding': 'gzip' } });
    await post('/query', gzipSync('{ q(func: has(graph.type)) { uid } }'), gzip);
    expect(last().body.toString()).toBe('{ q(func: has(dgraph.type)) { uid } }');
    expect(last().headers['content-encoding']).toBeUndefined();
  });

  it.each([
    ['too large', Buffer.alloc(100_001, 32), DQL],
    ['a bomb', gzipSync(Buffer.alloc(50_000_000, 32)), { ...DQL, 'Content-Encoding': 'gzip' }],
  ])('refuses a body that is %s as Dgraph words refusals', async (_, body, headers) => {
    const { status, json } = await post('/query', body, headers);
    expect(status).toBe(200);
    expect(json).toEqual({
      errors: [
        { message: 'the request body is larger than 100000 bytes', extensions: { code: 'ErrorInvalidRequest' } },
      ],
      data: null,
    });
    expect(gateway.upstream.heard).toEqual([]);
  });

  it('refuses a large body before it has come', async () => {
    // Nothing comes behind its head: whoever waits for it waits for ever.
    const reply = await gateway.ask('/query', {
      method: 'POST',
      headers: { ...DQL, 'Content-Length': '900000000', Expect: '100-continue' },
    });
    expect(reply.json.errors[0].message).toContain('larger than');
    expect(reply.headers.connection).toBe('close');
  });

  it('streams a large answer', async () => {
    gateway.upstream.answer((_heard, response) => {
      response.writeHead(200, DGRAPH_HEADERS);
      for (let i = 0; i < 200; i++) response.write(Buffer.alloc(65_536, 97));
      response.end();
    });
    expect((await post('/query', '{}')).bytes.length).toBe(200 * 65_536);
  });

  it('leaves other methods to the engine', async () => {
    gateway.upstream.answer((_heard, response) => response.writeHead(400, DGRAPH_HEADERS).end('{"errors":[]}'));
    const { status, text } = await gateway.ask('/query?query=graph.type');
    expect([status, text]).toEqual([400, '{"errors":[]}']);
    expect(last()).toMatchObject({ method: 'GET', url: '/query?query=graph.type' });
  });
});

describe('POST /mutate', () => {
  const RDF = { 'Content-Type': 'application/rdf; charset=utf-8' };

  it('forwards what is not the materializer’s concern, as it came', async () => {
    const body = gzipSync('{ set { _:a <name> "A" . } }');
    await post('/mutate?commitNow=true', body, { ...RDF, 'Content-Encoding': 'gzip' });
    expect(last()).toMatchObject({ url: '/mutate?commitNow=true', body, headers: { 'content-encoding': 'gzip' } });
  });

  it('hands the materializer the decompressed body, the type, the parameters and who asks', async () => {
    gateway.materializer.reply = () => Promise.resolve({ body: '{"data":{"uids":{}}}' });
    const { status, text, headers } = await post('/mutate/?commitNow=true&startTs=3', gzipSync('{ set { } }'), {
      ...RDF,
      'Content-Encoding': 'gzip',
      'X-Dgraph-AccessToken': 'token',
    });
    expect([status, text]).toEqual([200, '{"data":{"uids":{}}}']);
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'access-control-allow-origin': '*' });
    const [call] = gateway.materializer.calls;
    expect(call!.body.toString()).toBe('{ set { } }');
    expect(call!.contentType).toBe('application/rdf');
    expect([...call!.parameters]).toEqual([
      ['commitNow', 'true'],
      ['startTs', '3'],
    ]);
    expect(call!.credentials).toEqual({ 'X-Dgraph-AccessToken': 'token' });
    expect(gateway.upstream.heard).toEqual([]);
  });

  it('cannot be passed by in another spelling of the path', async () => {
    gateway.materializer.reply = () => Promise.resolve({ body: '{}' });
    for (const path of ['/%6dutate', '/mutat%65?x=1', '/mutate/anything', 'http://somewhere/mutate']) {
      await post(path, '{ set { } }', RDF);
    }
    expect(gateway.materializer.calls).toHaveLength(4);
    expect((await gateway.ask('/mutate', { method: 'PUT', headers: RDF, body: '{}' })).text).toBe('{}');
    expect(gateway.upstream.heard).toEqual([]);
  });
});

describe('POST /alter', () => {
  it('tells the materializer before it tells the client', async () => {
    let told = false;
    gateway.materializer.onAltered = async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      told = true;
    };
    const { text } = await post('/alter', 'name: string .', { ...DQL, 'X-Dgraph-AuthToken': 'x' });
    expect(text).toBe('{"data":{"code":"Success","message":"Done"}}');
    expect(told).toBe(true);
    expect(gateway.materializer.notices).toEqual(['schema']);
    expect(last()).toMatchObject({ body: Buffer.from('name: string .'), headers: { 'x-dgraph-authtoken': 'x' } });
  });

  it('takes a compressed operation', async () => {
    const body = gzipSync('{"drop_all": true}');
    await post('/alter', body, { ...JSON_TYPE, 'Content-Encoding': 'gzip' });
    expect(last().body).toEqual(body);
    expect(gateway.materializer.notices).toEqual(['drop_all']);
  });

  it('tells nothing of what the engine refused, and gives its answer', async () => {
    const refusal = '{"errors":[{"message":"no","extensions":{"code":"Error"}}]}';
    gateway.upstream.answer((_heard, response) => response.writeHead(200, DGRAPH_HEADERS).end(refusal));
    expect((await post('/alter', 'name: strung .')).text).toBe(refusal);
    gateway.upstream.answer((_heard, response) => response.writeHead(400, DGRAPH_HEADERS).end('{}'));
    expect((await post('/alter', 'x')).status).toBe(400);
    expect(gateway.materializer.notices).toEqual([]);
  });

  it('answers as the engine did where the materializer fails', async () => {
    gateway.materializer.onAltered = () => Promise.reject(new Error('lost'));
    expect((await post('/alter', 'name: string .')).json.data.code).toBe('Success');
    expect(gateway.log.some(({ level, fields }) => level === 'error' && fields['notice'] === 'schema')).toBe(true);
  });
});

describe('/admin and /graphql', () => {
  it('tells the materializer of mutations alone', async () => {
    await post('/admin', '{"query":"{ health { status } }"}', JSON_TYPE);
    await gateway.ask('/admin?query={health{status}}');
    expect(gateway.materializer.notices).toEqual([]);
    await post('/admin', '{"query":"mutation { updateGQLSchema(input: {}) { x } }"}', JSON_TYPE);
    await post('/admin/schema', 'type A { id: ID! }');
    expect(gateway.materializer.notices).toEqual(['schema', 'schema']);
    await post('/admin/schema/validate', 'type A { id: ID! }');
    expect(gateway.materializer.notices).toHaveLength(2);
    expect(gateway.upstream.heard.map(({ url }) => url)).toEqual([
      '/admin',
      '/admin?query={health{status}}',
      '/admin',
      '/admin/schema',
      '/admin/schema/validate',
    ]);
  });

  it('leaves GraphQL to a cluster, OPTIONS included', async () => {
    gateway.upstream.answer((_heard, response) =>
      response.writeHead(200, { 'Access-Control-Allow-Origin': 'https://app.example' }).end('{"data":{}}'),
    );
    expect((await post('/graphql', '{"query":"{}"}', JSON_TYPE)).text).toBe('{"data":{}}');
    const { headers } = await gateway.ask('/graphql', {
      method: 'OPTIONS',
      headers: { Origin: 'https://app.example' },
    });
    expect(headers['access-control-allow-origin']).toBe('https://app.example');
    expect(last().method).toBe('OPTIONS');
  });
});

describe('every other route', () => {
  it.each([
    '/health?all',
    '/state',
    '/ui/keywords',
    '/probe/graphql',
    '/metrics',
    '/debug/vars',
    '/admin/config/cache_mb',
    '/no/such/place?a=b%20c',
    '/',
  ])('passes %s through', async (path) => {
    gateway.upstream.answer(({ url }, response) => response.writeHead(418, { 'X-Own': 'yes' }).end(`at ${url}`));
    const { status, text, headers } = await gateway.ask(path);
    expect([status, text, headers['x-own']]).toEqual([418, `at ${path}`, 'yes']);
  });

  it('takes a long target', async () => {
    const path = `/graphql?query=%7Bq(a:%22${'x'.repeat(100_000)}%22)%7D`;
    expect((await gateway.ask(path)).status).toBe(200);
    expect(last().url).toBe(path);
  });

  it('passes /login through with its body', async () => {
    await post('/login', '{"userid":"u"}', JSON_TYPE);
    expect(last()).toMatchObject({ url: '/login', body: Buffer.from('{"userid":"u"}') });
  });
});
