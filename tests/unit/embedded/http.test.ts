/** HTTP contract for clients: routes, forms of answers, parameters, headers. */
import * as http from 'node:http';
import { gzipSync } from 'node:zlib';
import { startOnPort, type EngineOnPort } from '../../support/embedded/on-port';
import { removeTemporaryDirectories, temporaryDirectory } from '../../support/embedded/store';

let server: EngineOnPort;
beforeAll(async () => {
  server = await startOnPort({ directory: temporaryDirectory(), maxBodyBytes: 100_000 });
});
afterAll(async () => {
  await server.close();
  removeTemporaryDirectories();
});

interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: any;
}

async function send(
  method: string,
  path: string,
  body?: string | Buffer,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(server.url + path, {
    method,
    headers,
    ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  });
  const text = await response.text();
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = undefined;
  }
  return { status: response.status, headers: response.headers, text, body: parsed };
}

const dql = { 'Content-Type': 'application/dql' };
const rdf = { 'Content-Type': 'application/rdf' };
const json = { 'Content-Type': 'application/json' };
const alter = (body: string) => send('POST', '/alter', body, dql);
const failed = (message: unknown, code = 'ErrorInvalidRequest') => ({ errors: [{ message, extensions: { code } }] });

describe('/alter, /mutate and /query', () => {
  it('answer in the forms of Dgraph, with keys in its order', async () => {
    expect((await alter('name: string @index(exact) .\nfriend: [uid] @reverse .')).text).toBe(
      '{"data":{"code":"Success","message":"Done"}}',
    );
    const mutation = await send(
      'POST',
      '/mutate?commitNow=true',
      '{ set {\n_:b <name> "B" .\n_:a <friend> _:b .\n} }',
      rdf,
    );
    expect(mutation.text).toMatch(
      /^{"data":{"code":"Success","message":"Done","queries":null,"uids":{"a":"0x[0-9a-f]+","b":"0x[0-9a-f]+"}},"extensions":{"server_latency":{"parsing_ns":\d+,"processing_ns":\d+,"total_ns":\d+},"txn":{"start_ts":\d+,"commit_ts":\d+,"preds":\["1-0-friend","1-0-name"\]}}}$/,
    );
    const query = await send('POST', '/query', '{ q(func: eq(name, "B")) { name ~friend { uid } } }', dql);
    expect(query.body.data).toEqual({ q: [{ name: 'B', '~friend': [{ uid: mutation.body.data.uids.a }] }] });
    expect(query.text).toMatch(/,"txn":{"start_ts":\d+},"metrics":{"num_uids":{.*"_total":\d+.*}}}}$/);
    expect(query.headers.get('dgraph-toucheduids')).toMatch(/^\d+$/);
    expect(query.headers.get('content-type')).toBe('application/json');
  });

  it('take JSON, with variables and with an upsert', async () => {
    const upsert = {
      query: '{ v as var(func: eq(name, "J")) }',
      mutations: [{ cond: '@if(eq(len(v), 0))', set: [{ uid: '_:j', name: 'J', friend: [{ name: 'K' }] }] }],
    };
    const mutation = await send('POST', '/mutate?commitNow=true', JSON.stringify(upsert), json);
    expect(Object.keys(mutation.body.data.uids)).toEqual([expect.stringMatching(/^dg\.\d+\.\d+$/), 'j']);
    const again = await send('POST', '/mutate?commitNow=true', JSON.stringify(upsert), json);
    expect(again.body.data).toMatchObject({ queries: {}, uids: {} });
    const query = await send('POST', '/query', JSON.stringify({ query: '{ q(func: eq(name, "K")) { name } }' }), {
      'Content-Type': 'application/json; charset=UTF-8',
    });
    expect(query.body.data).toEqual({ q: [{ name: 'K' }] });
  });

  it('accept gzip, and send it on request', async () => {
    const body = gzipSync('{ q(func: has(name)) { uid } }');
    const query = await send('POST', '/query', body, { ...dql, 'Content-Encoding': 'gzip' });
    expect(query.body.data.q.length).toBeGreaterThan(0);
    const broken = await send('POST', '/query', 'not gzip', { ...dql, 'Content-Encoding': 'gzip' });
    expect(broken.body).toEqual(failed('Unable to create decompressor', 'Error'));
    const unknown = await send('POST', '/query', 'x', { ...dql, 'Content-Encoding': 'br' });
    expect(unknown.body).toEqual(failed('Unsupported content encoding'));
    await send('POST', '/mutate?commitNow=true', `{ set {\n_:l <long> "${'x'.repeat(9000)}" .\n} }`, rdf);
    const large = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const request = http.request(`${server.url}/query`, {
        method: 'POST',
        headers: { ...dql, 'Accept-Encoding': 'gzip' },
      });
      request.on('response', resolve).on('error', reject);
      request.end('{ q(func: has(long)) { long } }');
    });
    expect(large.headers['content-encoding']).toBe('gzip');
    large.resume();
  });

  it('refuse a body that is too large, and serve the next request', async () => {
    const answer = await send('POST', '/mutate', 'x'.repeat(200_000), rdf).catch((error: unknown) => error);
    // The connection may close before the client has sent everything.
    if (!(answer instanceof Error)) {
      expect((answer as Answer).body).toEqual(failed('the request body is larger than 100000 bytes'));
    }
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    expect((await send('POST', '/query', bomb, { ...dql, 'Content-Encoding': 'gzip' })).body).toEqual(
      failed('the request body is larger than 100000 bytes'),
    );
    expect((await send('GET', '/health')).status).toBe(200);
  });
});

describe('a wrong request', () => {
  it.each([
    ['POST', '/query', '', dql, { ...failed('empty request'), data: null }],
    ['POST', '/query', '{ q(func: }', dql, { ...failed(expect.stringMatching(/^line 1 column \d+: /)), data: null }],
    [
      'POST',
      '/query',
      '{}',
      { 'Content-Type': 'text/plain' },
      failed(
        'Unsupported Content-Type. Supported content types are application/json, application/graphql+-,application/dql',
      ),
    ],
    ['POST', '/query', '{}', { 'Content-Type': ';' }, failed('Invalid Content-Type')],
    [
      'POST',
      '/query',
      '{}',
      { 'Content-Type': 'application/dql; charset=latin1' },
      failed('Unsupported charset. Supported charset is UTF-8'),
    ],
    [
      'POST',
      '/query',
      '{"query": ',
      json,
      failed(expect.stringMatching(/^Error parsing JSON at line 1, character \d+: /)),
    ],
    ['POST', '/query', '[1]', json, failed(expect.stringContaining('JSON object'))],
    ['POST', '/query', '{"query":"{}","variables":{"$a":1}}', json, failed('the variable $a is not a string')],
    [
      'POST',
      '/query?startTs=abc',
      '{}',
      dql,
      failed('while parsing startTs as uint64: strconv.ParseUint: parsing "abc": invalid syntax'),
    ],
    [
      'POST',
      '/query?debug=maybe',
      '{}',
      dql,
      failed('while parsing debug as bool: strconv.ParseBool: parsing "maybe": invalid syntax'),
    ],
    [
      'POST',
      '/query?timeout=5',
      '{}',
      dql,
      failed('while parsing timeout as time.Duration: time: missing unit in duration "5"'),
    ],
    ['POST', '/query?respFormat=xml', '{}', dql, failed('invalid value [xml] for parameter respFormat')],
    [
      'POST',
      '/query?startTs=99999999',
      '{ q(func: uid(1)) { uid } }',
      dql,
      { ...failed(expect.stringContaining('was not given out')), data: null },
    ],
    [
      'POST',
      '/mutate',
      '{}',
      { 'Content-Type': 'text/plain' },
      failed('Unsupported Content-Type. Supported content types are application/json, application/rdf'),
    ],
    [
      'POST',
      '/mutate',
      '{ set {\n_:a <x> <y .\n} }',
      rdf,
      { ...failed(expect.stringMatching(/^while lexing _:a <x> <y . at line 1 column 10: /)), data: null },
    ],
    ['POST', '/commit', '[]', json, failed('startTs parameter is mandatory while trying to commit')],
    ['POST', '/commit?startTs=0&abort=true', '', json, failed('startTs parameter is mandatory while trying to commit')],
    ['POST', '/commit?startTs=1', '', json, failed('unexpected end of JSON input')],
    ['POST', '/commit?startTs=1', '[1]', json, failed(expect.stringContaining('list of keys'))],
    ['POST', '/alter', '', dql, failed('Operation must have at least one field set', 'Error')],
    [
      'POST',
      '/login',
      '{"userid":"groot","password":"password"}',
      json,
      { ...failed('invalid username or password'), data: null },
    ],
  ])('%s %s %j', async (method, path, body, headers, expected) => {
    const answer = await send(method, path, body, headers);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(expected);
  });

  it('has a wrong method or path', async () => {
    const get = await send('GET', '/query?query={}');
    expect([get.status, get.body]).toEqual([400, failed('Invalid method', 'ErrorInvalidMethod')]);
    const nowhere = await send('GET', '/debug/pprof');
    expect([nowhere.status, nowhere.text]).toEqual([404, '404 page not found\n']);
  });

  it('never returns markup unescaped', async () => {
    const answer = await send('POST', '/query', '{ q(func: <b>&) }', dql);
    expect(answer.text).not.toMatch(/[<>&]/);
  });
});

describe('transactions over HTTP', () => {
  it('are opened by a mutation or a query, see their own writes, and commit with their keys', async () => {
    const first = await send('POST', '/mutate', '{ set {\n_:t <name> "T" .\n} }', rdf);
    const { start_ts: startTs, keys, preds, commit_ts: commitTs } = first.body.extensions.txn;
    expect(commitTs).toBeUndefined();
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-z]+$/), expect.stringMatching(/^[0-9a-z]+$/)]);
    const question = '{ q(func: eq(name, "T")) { name } }';
    expect((await send('POST', `/query?startTs=${startTs}`, question, dql)).body.data).toEqual({ q: [{ name: 'T' }] });
    expect((await send('POST', '/query', question, dql)).body.data).toEqual({ q: [] });
    const commit = await send('POST', `/commit?startTs=${startTs}`, JSON.stringify({ keys, preds }), json);
    expect(commit.text).toMatch(
      /^{"data":{"code":"Success","message":"Done"},"extensions":{"txn":{"start_ts":\d+,"commit_ts":\d+}}}$/,
    );
    expect((await send('POST', '/query?ro=true', question, dql)).body.data).toEqual({ q: [{ name: 'T' }] });
    expect((await send('POST', '/query?be=true', question, dql)).body.data).toEqual({ q: [{ name: 'T' }] });
  });

  it('report that they were aborted', async () => {
    const open = async () =>
      (await send('POST', '/mutate', '{ set {\n<0x1> <name> "C" .\n} }', rdf)).body.extensions.txn;
    const [a, b, c] = [await open(), await open(), await open()];
    expect((await send('POST', `/commit?startTs=${c.start_ts}&abort=true`)).text).toBe(
      '{"code":"Success","message":"Done"}',
    );
    await send('POST', `/commit?startTs=${a.start_ts}`, JSON.stringify(a.keys), json);
    const aborted = 'rpc error: code = Aborted desc = Transaction has been aborted. Please retry';
    for (const { start_ts: startTs, keys } of [b, c]) {
      expect((await send('POST', `/commit?startTs=${startTs}`, JSON.stringify(keys), json)).body).toEqual(
        failed(aborted),
      );
    }
    const late = await send(
      'POST',
      `/mutate?startTs=${b.start_ts}&commitNow=true`,
      '{ set {\n<0x1> <name> "D" .\n} }',
      rdf,
    );
    expect(late.body).toEqual({ ...failed(aborted), data: null });
  });
});

describe('a request of Ratel', () => {
  it('finds a node, its state and its keywords', async () => {
    const [health] = (await send('GET', '/health')).body;
    expect(health).toMatchObject({
      instance: 'alpha',
      status: 'healthy',
      version: expect.stringMatching(/^v25\.4\.0/),
    });
    expect((await send('GET', '/health?all')).body[0]).toMatchObject({
      address: 'embedded',
      lastEcho: expect.any(Number),
    });
    const state = (await send('GET', '/state', undefined, dql)).body;
    expect(Object.values(state.groups['1'].tablets)).toContainEqual(expect.objectContaining({ predicate: '0-name' }));
    expect(Object.keys(state.zeros)).toEqual(['1']);
    expect((await send('GET', '/ui/keywords')).body.keywords).toContainEqual({ type: '', name: 'allofterms' });
    expect((await send('POST', '/query', '{ q(func: uid(1)) { uid } }', dql)).body.data).toEqual({
      q: [{ uid: '0x1' }],
    });
  });

  it.each([
    '/query',
    '/mutate',
    '/alter',
    '/commit',
    '/login',
    '/health',
    '/state',
    '/ui/keywords',
    '/admin',
    '/graphql',
  ])('may ask from another origin: %s', async (path) => {
    const answer = await send('OPTIONS', path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-headers')).toContain('X-Auth-Token');
    expect(answer.headers.get('access-control-allow-headers')).toContain('X-Dgraph-AccessToken');
  });

  it('is answered by /admin if it concerns this node, and refused with a list of fields otherwise', async () => {
    const ask = (query: string) => send('POST', '/admin', JSON.stringify({ query }), json);
    expect(
      (await ask('{ health { status version } state { groups { tablets { predicate } } } getGQLSchema { schema } }'))
        .body,
    ).toMatchObject({
      data: { health: [{ status: 'healthy' }], getGQLSchema: null },
    });
    expect((await ask('mutation { shutdown { response { code } } }')).body.errors[0].message).toContain(
      'not served by the embedded engine',
    );
    expect((await ask('{ config { cacheMb } }')).body.errors[0].message).toContain('not served by the embedded engine');
    expect((await send('GET', '/probe/graphql')).status).toBe(200);
  });
});

describe('a server', () => {
  it('answers open requests before it closes, and releases the directory', async () => {
    const directory = temporaryDirectory();
    const first = await startOnPort({ directory });
    await expect(startOnPort({ directory })).rejects.toThrow('another process has it open');
    const pending = Array.from({ length: 20 }, (_, i) =>
      fetch(`${first.url}/mutate?commitNow=true`, {
        method: 'POST',
        headers: rdf,
        body: `{ set {\n_:a <n> "${i}" .\n} }`,
      }),
    );
    await Promise.race(pending);
    const closed = first.close();
    const answers = await Promise.allSettled(pending);
    await closed;
    const second = await startOnPort({ directory });
    const count = await fetch(`${second.url}/query`, {
      method: 'POST',
      headers: dql,
      body: '{ q(func: has(n)) { count(uid) } }',
    });
    const { data } = (await count.json()) as any;
    expect(data.q[0].count).toBeGreaterThanOrEqual(answers.filter((a) => a.status === 'fulfilled').length);
    await second.close();
    await expect(fetch(`${second.url}/health`)).rejects.toThrow();
  });

  it('reports a port that is in use', async () => {
    const port = Number(new URL(server.url).port);
    const directory = temporaryDirectory();
    await expect(startOnPort({ directory }, port)).rejects.toThrow('EADDRINUSE');
    await (await startOnPort({ directory })).close();
  });
});
