/** Client of an engine, against the embedded one and against scripted servers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectEngine, EngineFailure, withGatewayLogin, type Engine } from '../../../src/dgraph';
import { NOBODY } from '../../../src/dgraph/credentials';
import { startEmbedded } from '../../../src/embedded';
import type { EmbeddedServer } from '../../../src/embedded/server';
import { makeCertificate } from '../../support/dgraph/certificate';
import { freePort, httpServer, rawServer, type TestServer } from '../../support/dgraph/servers';
import { until } from '../../support/until';

const rdf = { contentType: 'application/rdf', commitNow: true } as const;

describe('the client of the embedded engine', () => {
  let directory: string;
  let server: EmbeddedServer;
  let engine: Engine;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'owlgate-dgraph-'));
    server = await startEmbedded({ directory });
    engine = connectEngine({ endpoint: server.endpoint, kind: 'embedded' });
  });
  afterAll(async () => {
    await engine.close();
    await server.close();
    rmSync(directory, { recursive: true });
  });
  beforeEach(async () => {
    await engine.alter({ drop_all: true });
    await engine.alter('name: string @index(exact) @upsert .\nage: int .');
  });

  it('writes and reads', async () => {
    const { uids, extensions } = await engine.mutate('{ set { _:a <name> "é" . } }', rdf);
    expect(Object.keys(uids)).toEqual(['a']);
    expect(extensions.txn!.commit_ts).toBeGreaterThan(0);
    const text = 'query q($n: string) { q(func: eq(name, $n)) { uid name } }';
    const { data, body } = await engine.query(text, { variables: { $n: 'é' }, readOnly: true });
    expect(data).toEqual({ q: [{ uid: uids['a'], name: 'é' }] });
    expect(JSON.parse(body.toString())).toMatchObject({ data });
  });

  it("returns an upsert's query results, with digits that a double loses", async () => {
    await engine.mutate('{ set { _:a <age> "9007199254740993" . } }', rdf);
    const answer = await engine.mutate(
      'upsert { query { q(func: has(age)) { v as uid age } } mutation { set { uid(v) <name> "x" . } } }',
      rdf,
    );
    expect(answer.queries).toMatchObject({ q: [{ uid: expect.any(String) }] });
    expect(answer.body.toString()).toContain('9007199254740993');
    expect((await engine.mutate('{ set { _:a <age> "1" . } }', rdf)).queries).toBeNull();
  });

  it('holds a transaction open, and commits or aborts it', async () => {
    const { contentType } = rdf;
    const write = async (name: string) => {
      const { extensions, uids } = await engine.mutate(`{ set { _:a <name> "${name}" . } }`, { contentType });
      return { ...extensions.txn!, uid: uids['a']! };
    };
    const ask = async (func: string, startTs?: number) =>
      (await engine.query<{ q: { name: string }[] }>(`{ q(func: ${func}) { name } }`, startTs ? { startTs } : {})).data
        .q;
    const names = (startTs?: number) => ask('has(name)', startTs);
    const one = await write('one');
    const two = await write('two');
    expect([await names(), await ask(`uid(${one.uid})`, one.start_ts)]).toEqual([[], [{ name: 'one' }]]);
    await engine.commit({ ...one, startTs: one.start_ts });
    await engine.commit({ startTs: two.start_ts, abort: true });
    expect(await names()).toEqual([{ name: 'one' }]);
  });

  it("throws the engine's refusals, with its answer", async () => {
    const failure: unknown = await engine.query('{ q(').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(EngineFailure);
    const { errors, body, isAborted, isPending } = failure as EngineFailure;
    expect(errors).toEqual([
      { message: expect.stringContaining('line 1'), extensions: { code: 'ErrorInvalidRequest' } },
    ]);
    expect(JSON.parse(body.toString())).toMatchObject({ errors });
    expect([isAborted, isPending]).toEqual([false, false]);
    await expect(engine.mutate('{ set { nonsense } }', rdf)).rejects.toBeInstanceOf(EngineFailure);
    await expect(engine.commit({ startTs: 4_000_000 })).rejects.toBeInstanceOf(EngineFailure);
    await expect(engine.alter('name: nonsense .')).rejects.toMatchObject({
      name: 'EngineFailure',
      errors: [{ message: expect.stringContaining('Undefined Type') }],
    });
    await expect(engine.login({ userid: 'groot', password: 'x' })).rejects.toThrow('invalid username or password');
  });

  it('recognizes an aborted transaction', async () => {
    await engine.mutate('{ set { <0x1> <name> "x" . } }', rdf);
    const { contentType } = rdf;
    const [one, two] = [
      (await engine.mutate('{ set { <0x1> <name> "y" . } }', { contentType })).extensions.txn!,
      (await engine.mutate('{ set { <0x1> <name> "z" . } }', { contentType })).extensions.txn!,
    ];
    await engine.commit({ ...one, startTs: one.start_ts });
    await expect(engine.commit({ ...two, startTs: two.start_ts })).rejects.toMatchObject({ isAborted: true });
  });

  it('administers', async () => {
    expect(await engine.health()).toMatchObject([{ status: 'healthy', instance: 'alpha' }]);
    expect(await engine.health({ all: true })).toHaveLength(1);
    expect(await engine.state()).toHaveProperty('groups');
    await engine.alter('type Person {\nname\nage\n}');
    const answer = await engine.schema();
    const { schema, types } = answer;
    expect(await engine.schema()).toBe(answer);
    expect(schema.find(({ predicate }) => predicate === 'age')).toMatchObject({ type: 'int' });
    expect(types.find(({ name }) => name === 'Person')!.fields).toHaveLength(2);
    await engine.alter({ drop_attr: 'age' });
    expect((await engine.schema()).schema.some(({ predicate }) => predicate === 'age')).toBe(false);
  });
});

describe('a client', () => {
  const ended: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ended.splice(0).reverse()) await end();
  });
  function before(server: TestServer, options: Partial<Parameters<typeof connectEngine>[0]> = {}): Engine {
    const engine = connectEngine({ urls: [server.url], kind: 'cluster', ...options });
    ended.push(
      () => server.close(),
      () => engine.close(),
    );
    return engine;
  }
  const answering = (json: unknown, status = 200): Promise<TestServer> =>
    httpServer((_, response) => response.writeHead(status).end(typeof json === 'string' ? json : JSON.stringify(json)));

  it('sends parameters, credentials and bodies in the form of Dgraph', async () => {
    const received: [IncomingMessage, string][] = [];
    const server = await httpServer((request, response) => {
      let body = '';
      request
        .on('data', (chunk) => (body += String(chunk)))
        .on('end', () => {
          received.push([request, body]);
          response.end('{"data":{"accessJWT":"a","refreshJWT":"r"}}');
        });
    });
    const engine = before(server, { credentials: { 'X-Auth-Token': 'own' } });
    const mine = { 'X-Dgraph-AccessToken': 'client' };
    await engine.query('{}', { startTs: 5, hash: 'h&h', bestEffort: true, timeout: '20s' });
    await engine.query('{}', { variables: { $a: '1' }, credentials: mine });
    await engine.mutate('{}', { contentType: 'application/json', startTs: 7, parameters: { x: 'y z' } });
    await engine.commit({ startTs: 7, keys: ['k'], preds: ['p'], hash: 'h', credentials: mine });
    await engine.alter({ drop_op: 'DATA' }, mine);
    await engine.alter('a: int .');
    expect(await engine.login({ userid: 'u', password: 'p', namespace: 2 })).toEqual({
      accessJwt: 'a',
      refreshJwt: 'r',
    });
    await engine.login({ refreshToken: 'r' });
    expect(
      received.map(([{ url, headers }, body]) => [
        url,
        headers['content-type'],
        headers['x-auth-token'] ?? headers['x-dgraph-accesstoken'],
        body,
      ]),
    ).toEqual([
      ['/query?startTs=5&hash=h%26h&ro=true&be=true&timeout=20s', 'application/dql', 'own', '{}'],
      ['/query', 'application/json', 'client', '{"query":"{}","variables":{"$a":"1"}}'],
      ['/mutate?startTs=7&x=y%20z', 'application/json', 'own', '{}'],
      ['/commit?startTs=7&hash=h', 'application/json', 'client', '{"keys":["k"],"preds":["p"]}'],
      ['/alter', 'application/json', 'client', '{"drop_op":"DATA"}'],
      ['/alter', 'application/dql', 'own', 'a: int .'],
      ['/login', 'application/json', undefined, '{"userid":"u","password":"p","namespace":2}'],
      ['/login', 'application/json', undefined, '{"refresh_token":"r"}'],
    ]);
  });

  it('sends the token of the gateway’s login with the other credentials of the client', async () => {
    const tokens: unknown[] = [];
    const server = await httpServer((request, response) => {
      if (request.url === '/login') return response.end('{"data":{"accessJWT":"own","refreshJWT":"r"}}');
      tokens.push([request.headers['x-dgraph-accesstoken'], request.headers['x-dgraph-authtoken']]);
      return response.end('{"data":{}}');
    });
    const engine = before(server, { identity: { userid: 'groot', password: 'p', namespace: 0 } });
    const client = { 'X-Dgraph-AccessToken': 'client', 'X-Dgraph-AuthToken': 'alpha' };
    for (const credentials of [client, withGatewayLogin(client), NOBODY]) await engine.query('{}', { credentials });
    await engine.query('{}');
    expect(tokens).toEqual([
      ['client', 'alpha'],
      ['own', 'alpha'],
      [undefined, undefined],
      ['own', undefined],
    ]);
  });

  it('sends the password of its URL with every request and never shows it', async () => {
    const authorizations: (string | undefined)[] = [];
    const server = await httpServer((request, response) => {
      authorizations.push(request.headers.authorization);
      response.writeHead(401).end('who are you?');
    });
    const lines: string[] = [];
    const log = (message: string, fields?: object) => void lines.push(message + JSON.stringify(fields));
    const urls = [server.url, `http://127.0.0.1:${await freePort()}`].map((url) => url.replace('//', '//user:secret@'));
    const engine = before(server, { urls, logger: { debug: log, info: log, warn: log, error: log } });
    for (let i = 0; i < 2; i++) {
      for (const call of [() => engine.query('{}'), () => engine.health(), () => engine.alter('')]) {
        const error: unknown = await call().catch((thrown: unknown) => thrown);
        expect((error as Error).message).toMatch(/^the engine refused: HTTP 401 .*"who are you\?"$/);
        lines.push((error as Error).message, String((error as Error).stack));
      }
    }
    expect(new Set(authorizations)).toEqual(new Set([`Basic ${Buffer.from('user:secret').toString('base64')}`]));
    expect(lines.some((line) => line.includes('an alpha does not answer'))).toBe(true);
    expect(lines.join() + engine.url).not.toMatch(/secret|user:/);
  });

  it.each([
    ['is away', '', 503, 'EngineUnreachable', 'it answered HTTP 503'],
    ['is away behind a balancer', '<h1>Bad Gateway</h1>', 502, 'EngineUnreachable', 'it answered HTTP 502'],
    ['is something else', '<html>Hello</html>', 200, 'EngineError', 'HTTP 200 from http'],
    ['has no such path', '404 page not found\n', 404, 'EngineError', '"404 page not found"'],
    ['answers a list', [1], 200, 'EngineError', 'not a Dgraph answer'],
    ['answers nothing', '', 200, 'EngineError', 'nothing'],
    ['answers half', '{"data":', 200, 'EngineError', 'not a Dgraph answer'],
    ['answers deep nesting', '['.repeat(100_000), 200, 'EngineError', 'not a Dgraph answer'],
  ])('reports a server that %s', async (_, body, status, code, message) => {
    const engine = before(await answering(body, status));
    const text = expect.stringContaining(message);
    await expect(engine.query('{}')).rejects.toMatchObject({ name: 'OwlgateError', code, message: text });
    // A server that reported success, or a proxy, leaves the outcome of a change unknown.
    const isOpen = status !== 404;
    const refused = isOpen ? { code: 'OutcomeUnknown', status: 504 } : { code, message: text };
    await expect(engine.mutate('{}', rdf)).rejects.toMatchObject({ name: 'OwlgateError', ...refused });
    await expect(engine.alter('')).rejects.toMatchObject({ name: 'OwlgateError', ...refused });
  });

  it.each([
    [[{ message: 'a', path: ['q', 0], extensions: { code: 'E' } }, { message: 'b' }], 200, 'a; b'],
    [['text'], 400, 'text'],
    [
      [null, {}, { message: 7 }],
      200,
      'the engine gave no reason; the engine gave no reason; the engine gave no reason',
    ],
  ])('reads errors: %j', async (errors, status, message) => {
    const engine = before(await answering({ errors, data: null }, status));
    for (const call of [() => engine.query('{}'), () => engine.alter(''), () => engine.state()]) {
      await expect(call()).rejects.toMatchObject({ name: 'EngineFailure', message });
    }
  });

  it.each([null, []])('treats "errors": %j as success', async (errors) => {
    const engine = before(await answering({ errors, data: { code: 'Success' } }));
    expect((await engine.query('{}')).data).toEqual({ code: 'Success' });
    await engine.alter('');
  });

  it.each([
    [{ data: 7 }, {}],
    [{ data: { uids: 7, queries: [], code: {} }, extensions: [] }, {}],
    [{}, {}],
  ])('makes do with a mutation answered by %j', async (json, uids) => {
    const engine = before(await answering(json));
    expect(await engine.mutate('{}', rdf)).toMatchObject({ uids, queries: null, extensions: {} });
  });

  it.each(['Pending transactions found. Please retry operation', 'errIndexingInProgress. Please retry'])(
    'repeats alter after: %s',
    async (message) => {
      let requestCount = 0;
      const server = await httpServer((_, response) => {
        response.end(JSON.stringify(++requestCount < 3 ? { errors: [{ message }] } : { data: { code: 'Success' } }));
      });
      await before(server).alter('a: int .');
      expect(requestCount).toBe(3);
    },
  );

  it('ends alter after its time limit, and at once on another error', async () => {
    const pending = before(await answering({ errors: [{ message: 'Pending transactions found.' }] }), {
      alterPatienceMs: 300,
    });
    const started = Date.now();
    await expect(pending.alter('')).rejects.toMatchObject({ isPending: true });
    expect(Date.now() - started).toBeGreaterThanOrEqual(300);
    expect(Date.now() - started).toBeLessThan(20_000);
    let requestCount = 0;
    const other = await httpServer((_, response) => {
      requestCount++;
      response.end('{"errors":[{"message":"no"}]}');
    });
    await expect(before(other).alter('')).rejects.toThrow('no');
    expect(requestCount).toBe(1);
  });

  it.each([
    ['closes at once', (): string => ''],
    ['answers something that is not HTTP', (): string => 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['answers half', (): string => 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{'],
    ['sends huge headers', (): string => `HTTP/1.1 200 OK\r\n${`X: ${'y'.repeat(1000)}\r\n`.repeat(100)}\r\n`],
  ])('reports EngineUnreachable for a server that %s, and OutcomeUnknown for a change', async (_, bytes) => {
    const engine = before(await rawServer((socket) => socket.end(bytes())));
    const unreachable = { name: 'OwlgateError', code: 'EngineUnreachable', status: 503 };
    await expect(engine.query('{}')).rejects.toMatchObject(unreachable);
    const unknown = { name: 'OwlgateError', code: 'OutcomeUnknown', status: 504 };
    await expect(engine.mutate('{}', rdf)).rejects.toMatchObject(unknown);
    await expect(engine.commit({ startTs: 1 })).rejects.toMatchObject(unknown);
    await expect(engine.alter('')).rejects.toMatchObject(unknown);
    await expect(engine.login({ userid: 'u', password: 'p' })).rejects.toMatchObject(unreachable);
  });

  it('waits for a slow answer up to its time limit or signal', async () => {
    const server = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      const timer = setInterval(() => socket.write('1\r\nx\r\n'), 10);
      socket.on('close', () => clearInterval(timer));
    });
    const engine = before(server);
    const request = { method: 'GET', path: '/' } as const;
    await expect(engine.send({ ...request, timeoutMs: 100 })).rejects.toThrow('no answer within 100 ms');
    await until(() => server.open.size === 0);
    const controller = new AbortController();
    const sent = engine.send({ ...request, signal: controller.signal });
    await until(() => server.open.size === 1);
    const reason = new Error('the caller left');
    controller.abort(reason);
    await expect(sent).rejects.toBe(reason);
    await expect(engine.send({ ...request, signal: controller.signal })).rejects.toBe(reason);
    await until(() => server.open.size === 0);
    const closed = engine.send(request);
    await until(() => server.open.size === 1);
    await engine.close();
    await expect(closed).rejects.toMatchObject({ code: 'EngineUnreachable' });
    await expect(engine.query('{}')).rejects.toThrow('the engine has been closed');
  });

  it('rejects an answer above its limit', async () => {
    const engine = before(await answering('x'.repeat(2_000)), { maxAnswerBytes: 1_000 });
    await expect(engine.send({ method: 'GET', path: '/' })).rejects.toMatchObject({
      code: 'EngineError',
      message: expect.stringContaining('larger than 1000 bytes'),
    });
  });

  it('returns any answer of send unchanged', async () => {
    const server = await httpServer((_, response) => {
      response.writeHead(404, { 'X-A': ['1', '2'], 'X-Proto': 'p' }).end('nothing');
    });
    const answer = await before(server).send({ method: 'PUT', path: '/x' });
    expect(answer).toMatchObject({ status: 404, headers: { 'x-a': '1, 2', 'x-proto': 'p' } });
    expect(answer.body.toString()).toBe('nothing');
  });

  it.each([
    [{ path: '/a b' }],
    [{ path: '/\r\nX: y' }],
    [{ path: '/', headers: { 'X\r\nY': 'z' } }],
    [{ path: '/', headers: { X: 'y\r\nZ: z' } }],
  ])('sends nothing that would break out of its line: %j', async (request) => {
    const server = await rawServer((socket) => socket.end());
    await expect(before(server).send({ method: 'GET', ...request })).rejects.toMatchObject({ code: 'InvalidRequest' });
  });

  it('limits the time of a connection attempt', async () => {
    // An unroutable address may be refused at once without a network; a listener with a full queue would serve as well.
    const engine = connectEngine({ urls: ['http://192.0.2.1:8080'], kind: 'cluster', connectTimeoutMs: 200 });
    const started = Date.now();
    await expect(engine.query('{}')).rejects.toMatchObject({ code: 'EngineUnreachable' });
    // The system's own limit is minutes.
    expect(Date.now() - started).toBeLessThan(20_000);
  });

  it('names an unknown host', async () => {
    const engine = connectEngine({ urls: ['http://no-such-host.invalid:8080'], kind: 'cluster' });
    const message = expect.stringMatching(/^the engine at http:\/\/no-such-host\.invalid:8080 does not answer: .*host/);
    await expect(engine.query('{}')).rejects.toMatchObject({ code: 'EngineUnreachable', message });
    await expect(engine.health()).rejects.toMatchObject({ code: 'EngineUnreachable', message });
  });

  it('sends administration to another alpha if the first does not answer', async () => {
    const server = await answering({ data: { code: 'Success' } });
    const engine = before(server, { urls: [`http://127.0.0.1:${await freePort()}`, server.url] });
    for (let i = 0; i < 4; i++) await engine.alter('a: int .');
    expect(server.accepted()).toBe(4);
  });

  it('follows no redirect, which could reveal credentials', async () => {
    const elsewhere = await answering({ data: {} });
    const server = await httpServer((_, response) => response.writeHead(307, { location: elsewhere.url }).end());
    const engine = before(server, { credentials: { 'X-Auth-Token': 'secret' } });
    ended.push(() => elsewhere.close());
    for (const call of [() => engine.alter(''), () => engine.query('{}')]) {
      await expect(call()).rejects.toMatchObject({ code: 'EngineError' });
    }
    expect(elsewhere.accepted()).toBe(0);
  });

  it('uses TLS and trusts only known authorities', async () => {
    const { key, cert } = makeCertificate();
    const server = createTlsServer({ key, cert }, (_, response) => response.end('[{"status":"healthy"}]'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const url = `https://127.0.0.1:${port}`;
    const knowing = connectEngine({ urls: [url], kind: 'cluster', ca: cert });
    const byName = connectEngine({ urls: [`https://localhost:${port}`], kind: 'cluster', ca: cert });
    const unknowing = connectEngine({ urls: [url], kind: 'cluster' });
    const plain = connectEngine({ urls: [`http://127.0.0.1:${port}`], kind: 'cluster' });
    ended.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    const request = { method: 'GET', path: '/health' } as const;
    for (const engine of [knowing, byName]) {
      expect((await engine.send(request)).status).toBe(200);
      expect(await engine.health()).toEqual([{ status: 'healthy' }]);
    }
    await expect(unknowing.send(request)).rejects.toThrow(/does not answer: .*self-signed/i);
    await expect(unknowing.health()).rejects.toThrow(/does not answer: .*self-signed/i);
    await expect(plain.send(request)).rejects.toMatchObject({ code: 'EngineUnreachable' });
  });

  it('needs a URL', () => {
    expect(() => connectEngine({ urls: [], kind: 'cluster' })).toThrow('engine URL: none is given');
  });
});
