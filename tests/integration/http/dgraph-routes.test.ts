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
const last = () => gateway.upstream.requests.at(-1)!;

describe('POST /query', () => {
  it('passes a query, its parameters and credentials, and the answer unchanged', async () => {
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

  it('rewrites a long query in a document process, and refuses one beyond the limit', async () => {
    await gateway.close();
    gateway = await startTestGateway({ maxBodyBytes: 32 * 2 ** 20 });
    const comment = `# ${'x'.repeat(256 * 1024)}\n`;
    const first = await post('/query', `${comment}{ q(func: has(graph.type)) { uid } }`);
    expect(first.json?.errors).toBeUndefined();
    expect(last().body.toString()).toBe(`${comment}{ q(func: has(dgraph.type)) { uid } }`);
    const json = JSON.stringify({ query: `${comment}{ q(func: has(graph.type)) { uid } }` });
    await post('/query', json, JSON_TYPE);
    expect(last().body.toString()).toBe(json.replace('graph.type', 'dgraph.type'));
    const twice = await post('/query', `{"query": "${'x'.repeat(256 * 1024)}", "query": "y"}`, JSON_TYPE);
    expect(twice.json.errors[0].message).toMatch('Error parsing JSON');
    const requestCount = gateway.upstream.requests.length;
    const { json: refused } = await post('/query', `graph.type ${'x'.repeat(16 * 2 ** 20)}`);
    expect(refused.errors[0].extensions.code).toBe('QueryTooLarge');
    expect(gateway.upstream.requests.length).toBe(requestCount);
  });

  it.each([
    ['/alter', 'text/plain', 4],
    ['/admin', 'application/json', 4],
    ['/admin/schema', 'application/graphql', 4],
    ['/commit?startTs=1', 'application/json', 16],
    ['/graphql', 'application/json', 16],
  ])('%s refuses a body that would take long to parse', async (path, type, mebibytes) => {
    await gateway.close();
    gateway = await startTestGateway({ maxBodyBytes: 32 * 2 ** 20 });
    const body = Buffer.alloc(mebibytes * 2 ** 20 + 1, ' ');
    const { json } = await post(path, body, { 'Content-Type': type });
    expect(json.errors[0].message).toBe(`the request body is larger than ${mebibytes * 2 ** 20} bytes`);
    expect(gateway.upstream.requests.filter(({ body: sent }) => sent.length > 1_000_000)).toEqual([]);
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
  ])('rewrites graph.type in a JSON body (%s) and keeps the rest', async (_, query) => {
    await post('/query', `{"query": ${query}, "variables": {"$graph.type": "graph.type"}}`, JSON_TYPE);
    expect(JSON.parse(last().body.toString())).toEqual({
      query: '{ q(func: has(dgraph.type)) { uid } }',
      variables: { '$graph.type': 'graph.type' },
    });
  });

  it.each([
    ['no rewriting needed', '{ "query" : "{ q(func: uid(1)) { graph.type: dgraph.type } }" }'],
    ['the word elsewhere', '{"query":"{}","variables":{"$a":"graph.type"}}'],
  ])('composes a JSON body of the same members: %s', async (_, body) => {
    await post('/query', body, JSON_TYPE);
    expect(JSON.parse(last().body.toString())).toEqual(JSON.parse(body));
  });

  it.each([
    ['other case', '{"QUERY":"{a}"}', { query: '{a}' }],
    ['two cases, of which the last counts', '{"query":"{a}","Query":"{b}"}', { query: '{b}' }],
    [
      'two objects, which are merged',
      '{"variables":{"$a":"1"},"Variables":{"$b":null}}',
      { variables: { $a: '1', $b: '' } },
    ],
    ['the long s', '{"query":"{a}","variable\u017f":{"$a":"1"}}', { query: '{a}', variables: { $a: '1' } }],
    ['members that Dgraph does not know', '{"query":"{a}","mutations":[{"set":[]}]}', { query: '{a}' }],
    ['null', '{"query":"{a}","Query":null,"variables":null}', { query: '{a}' }],
  ])('reads the members of a JSON body as Go does: %s', async (_, body, expected) => {
    await post('/query', body, JSON_TYPE);
    expect(JSON.parse(last().body.toString())).toEqual(expected);
  });

  it.each([
    ['not JSON', '{"query": graph.type'],
    ['not an object', '["graph.type"]'],
    ['a query that is no text', '{"query":5}'],
    ['a variable that is no text', '{"query":"{a}","variables":{"$a":5}}'],
  ])('leaves errors of a JSON body to the engine: %s', async (_, body) => {
    await post('/query', body, JSON_TYPE);
    expect(last().body.toString()).toBe(body);
  });

  it.each([
    ['a member twice', '{"query":"{a}","query":"{b}"}'],
    ['a variable twice', '{"query":"{a}","variables":{"$a":"1","$a":"2"}}'],
    ['nested without measure', `{"query":"graph.type","x":${'['.repeat(40_000)}${']'.repeat(40_000)}}`],
  ])('refuses an ambiguous JSON body: %s', async (_, body) => {
    const { status, json } = await post('/query', body, JSON_TYPE);
    expect([status, json.errors[0].extensions.code]).toEqual([200, 'ErrorInvalidRequest']);
    expect(json.errors[0].message).toMatch(/^Error parsing JSON: /);
    expect(gateway.upstream.requests).toEqual([]);
  });

  it('leaves unreadable bodies to the engine', async () => {
    const broken = '{ q(func: eq(graph.type, "A) { uid } }';
    await post('/query', broken);
    expect(last().body.toString()).toContain('{ q(func: eq(');
  });

  it('decompresses a query, so that engine and gateway read the same', async () => {
    const gzip = { ...DQL, 'Content-Encoding': 'GZIP' };
    for (const word of ['dgraph.type', 'graph.type']) {
      await post('/query', gzipSync(`{ q(func: has(${word})) { uid } }`), gzip);
      expect(last().body.toString()).toBe('{ q(func: has(dgraph.type)) { uid } }');
      expect(last().headers['content-encoding']).toBeUndefined();
    }
  });

  it.each([
    ['too large', Buffer.alloc(100_001, 32), DQL],
    ['a bomb', gzipSync(Buffer.alloc(50_000_000, 32)), { ...DQL, 'Content-Encoding': 'gzip' }],
  ])('refuses a body that is %s in Dgraph’s words', async (_, body, headers) => {
    const { status, json } = await post('/query', body, headers);
    expect(status).toBe(200);
    expect(json).toEqual({
      errors: [
        { message: 'the request body is larger than 100000 bytes', extensions: { code: 'ErrorInvalidRequest' } },
      ],
      data: null,
    });
    expect(gateway.upstream.requests).toEqual([]);
  });

  it('refuses a large body before its end', async () => {
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

  it('refuses other methods in Dgraph’s words', async () => {
    const { status, json } = await gateway.ask('/query?query=graph.type');
    const extensions = { code: 'ErrorInvalidMethod' };
    expect([status, json]).toEqual([400, { errors: [{ message: 'Invalid method', extensions }] }]);
    expect(gateway.upstream.requests).toEqual([]);
  });
});

describe('POST /mutate', () => {
  const RDF = { 'Content-Type': 'application/rdf; charset=utf-8' };

  it('forwards a plain mutation, decompressed', async () => {
    const body = '{ set { _:a <name> "A" . } }';
    await post('/mutate?commitNow=true', gzipSync(body), { ...RDF, 'Content-Encoding': 'gzip' });
    expect(last()).toMatchObject({ url: '/mutate?commitNow=true', body: Buffer.from(body) });
    expect(last().headers['content-type']).toBe('application/rdf');
    expect(last().headers['content-encoding']).toBeUndefined();
  });

  it('gives the materializer the decompressed body, the type, the parameters and the credentials', async () => {
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
    expect(Object.fromEntries(call!.parameters)).toEqual({ commitNow: 'true', startTs: '3' });
    expect(call!.credentials).toEqual({ 'X-Dgraph-AccessToken': 'token' });
    expect(gateway.upstream.requests).toEqual([]);
  });

  it('has no bypass by another spelling of the path', async () => {
    gateway.materializer.reply = () => Promise.resolve({ body: '{}' });
    const paths = [
      '/%6dutate',
      '/mutat%65?x=1',
      '/mutate/anything',
      'http://somewhere/mutate',
      '//mutate',
      '/./mutate',
    ];
    for (const path of [...paths, '/x/../mutate', '/mutate/..%2f', '/mutate/x%2F..']) {
      await post(path, '{ set { } }', RDF);
    }
    expect(gateway.materializer.calls).toHaveLength(7);
    expect((await gateway.ask('/mutate', { method: 'PUT', headers: RDF, body: '{}' })).text).toBe('{}');
    expect(gateway.upstream.requests).toEqual([]);
  });
});

describe('POST /alter', () => {
  it('notifies the materializer before the client', async () => {
    let isNotified = false;
    gateway.materializer.onAltered = async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      isNotified = true;
    };
    const { text } = await post('/alter', 'name: string .', { ...DQL, 'X-Dgraph-AuthToken': 'x' });
    expect(text).toBe('{"data":{"code":"Success","message":"Done"}}');
    expect(isNotified).toBe(true);
    expect(gateway.materializer.notices).toEqual(['schema']);
    expect(last()).toMatchObject({ body: Buffer.from('name: string .'), headers: { 'x-dgraph-authtoken': 'x' } });
  });

  it('accepts a compressed operation', async () => {
    const body = '{"drop_all": true}';
    await post('/alter', gzipSync(body), { ...JSON_TYPE, 'Content-Encoding': 'gzip' });
    expect(last().body.toString()).toBe(body);
    expect(gateway.materializer.notices).toEqual(['drop_all']);
  });

  it('reports no refused change, and returns the engine’s answer', async () => {
    const refusal = '{"errors":[{"message":"no","extensions":{"code":"Error"}}]}';
    gateway.upstream.answer((_heard, response) => response.writeHead(200, DGRAPH_HEADERS).end(refusal));
    expect((await post('/alter', 'name: strung .')).text).toBe(refusal);
    gateway.upstream.answer((_heard, response) => response.writeHead(400, DGRAPH_HEADERS).end('{}'));
    expect((await post('/alter', 'x')).status).toBe(400);
    expect(gateway.materializer.notices).toEqual([]);
  });

  it('returns the engine’s answer if the materializer fails', async () => {
    gateway.materializer.onAltered = () => Promise.reject(new Error('lost'));
    expect((await post('/alter', 'name: string .')).json.data.code).toBe('Success');
    expect(gateway.log.some(({ level, fields }) => level === 'error' && fields['notice'] === 'schema')).toBe(true);
  });
});

describe('/admin and /graphql', () => {
  it('notify the materializer of mutations only', async () => {
    await post('/admin', '{"query":"{ health { status } }"}', JSON_TYPE);
    await gateway.ask('/admin?query={health{status}}');
    expect(gateway.materializer.notices).toEqual([]);
    await post('/admin', '{"query":"mutation { updateGQLSchema(input: {}) { x } }"}', JSON_TYPE);
    await post('/admin/schema', 'type A { id: ID! }');
    expect(gateway.materializer.notices).toEqual(['schema', 'schema']);
    await post('/admin/schema/validate', 'type A { id: ID! }');
    expect(gateway.materializer.notices).toHaveLength(2);
    expect(gateway.upstream.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /admin',
      'POST /admin',
      'POST /admin',
      'POST /admin/schema',
      'POST /admin/schema/validate',
    ]);
  });

  it.each([
    ['GET', '/admin?query=mutation%7Bx%7D', undefined],
    ['POST', '/admin', '{"query":"\\u006dutation{x}"}'],
    ['POST', '/admin', '{"query":"{health{status}}","Query":"mutation{x}"}'],
    ['POST', '/admin?query={health{status}}', '{"query":"mutation{x}"}'],
    ['POST', '/admin', '{"operationName":"q","query":"query q { health { status } } mutation m { x }"}'],
  ])('recognize a mutation in any form: %s %s %s', async (method, path, body) => {
    await gateway.ask(path, { method, headers: JSON_TYPE, ...(body !== undefined && { body }) });
    expect(gateway.materializer.notices).toEqual(['schema']);
    expect(JSON.parse(last().body.toString()).query).toContain('mutation');
  });

  it('send /admin without the hash of a persisted document', async () => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: 'f'.repeat(64) } };
    const { json } = await post('/admin', JSON.stringify({ extensions }), JSON_TYPE);
    expect(json.errors[0].message).toBe('no query string supplied in request');
    expect(gateway.upstream.requests).toEqual([]);
  });

  it.each([
    ['of a schema', '/admin/schema', (sdl: string) => sdl],
    [
      'of a mutation',
      '/admin',
      (sdl: string) => JSON.stringify({ query: `mutation { u(s: ${JSON.stringify(sdl)}) { x } }` }),
    ],
    [
      'of a variable',
      '/admin',
      (sdl: string) =>
        JSON.stringify({ query: 'mutation ($s: String!) { u(s: $s) { x } }', variables: { s: [{ a: sdl }] } }),
    ],
  ])('do not map the registry by the text %s', async (_, path, bodyOf) => {
    for (const name of ['"owlgate.key"', '\n"owlgate.key"', '"<owlgate.key>"', '"\\u006fwlgate.key"']) {
      const { json } = await post(path, bodyOf(`type A { id: ID! b: String @dgraph(pred:${name}) }`), JSON_TYPE);
      expect(json.errors[0].extensions.code).toBe('ReservedPredicate');
    }
    expect(gateway.upstream.requests).toEqual([]);
  });

  it('leave GraphQL to a cluster, with OPTIONS', async () => {
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
    '/debug/prometheus_metrics',
    '/debug/vars',
    '/debug/pprof/profile?seconds=1',
    '/admin/config/cache_mb',
    '/no/such%20place?a=b%20c',
  ])('passes %s through', async (path) => {
    gateway.upstream.answer(({ url }, response) => response.writeHead(418, { 'X-Own': 'yes' }).end(`at ${url}`));
    const { status, text, headers } = await gateway.ask(path);
    expect([status, text, headers['x-own']]).toEqual([418, `at ${path}`, 'yes']);
  });

  it('accepts a long target', async () => {
    const path = `/graphql?query=%7Bq(a:%22${'x'.repeat(100_000)}%22)%7D`;
    expect((await gateway.ask(path)).status).toBe(200);
    expect(JSON.parse(last().body.toString()).query).toHaveLength(100_009);
  });

  it('passes /login through with its body', async () => {
    await post('/login', '{"userid":"u"}', JSON_TYPE);
    expect(last()).toMatchObject({ url: '/login', body: Buffer.from('{"userid":"u"}') });
  });
});
