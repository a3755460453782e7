/** Behaviour of every route: ids, log lines, CORS, administering addresses, an unreachable engine, shutdown. */
import * as http from 'node:http';
import * as net from 'node:net';
import { openSocket } from '../../support/engines/subscriber';
import { EngineFailure } from '../../../src/dgraph';
import { OwlgateError } from '../../../src/errors';
import { HttpServer } from '../../../src/http';
import { noticeOf } from '../../../src/http/shared/schema-change';
import { ROUTES } from '../../../src/http/routes';
import { silent } from '../../../src/util/log';
import { ask, exchangeBytes } from '../../support/http/client';
import { startTestGateway, type TestGateway } from '../../support/http/gateway';
import { DGRAPH_HEADERS } from '../../support/http/upstream';
import { until } from '../../support/until';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startTestGateway();
});
afterEach(() => gateway.close());

const RDF = { 'Content-Type': 'application/rdf' };
const mutate = (url = '/mutate') => gateway.ask(url, { method: 'POST', headers: RDF, body: '{}' });

describe('request ids', () => {
  it.each(['/health', '/ontology', '/query'])('are the client’s, if valid: %s', async (path) => {
    const { headers } = await gateway.ask(path, { headers: { 'X-Request-Id': 'trace-1.a/b=' } });
    expect(headers['x-request-id']).toBe('trace-1.a/b=');
  });

  it.each(['with space', 'x'.repeat(129), 'a"b', 'ü'])(
    'are new ones in place of invalid ones: %j',
    async (requestId) => {
      const { headers } = await gateway.ask('/health', { headers: { 'X-Request-Id': requestId } });
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});

describe('the access log', () => {
  const line = () => gateway.log.find(({ message }) => message === 'request')!;

  it('has one line for each request, without query string, headers and body', async () => {
    await gateway.ask('/query?secret=1#x', {
      method: 'POST',
      headers: { 'Content-Type': 'application/dql', 'X-Dgraph-AccessToken': 'hidden', 'X-Request-Id': 'me' },
      body: '{ secret }',
    });
    await gateway.ask('http://user:password@host/state?x=1');
    const requests = () => gateway.log.filter(({ message }) => message === 'request');
    await until(() => requests().length >= 2);
    const lines = requests();
    expect(lines).toHaveLength(2);
    expect(lines[0]).toEqual({
      level: 'info',
      message: 'request',
      fields: {
        requestId: 'me',
        address: '127.0.0.1',
        method: 'POST',
        route: '/query',
        path: '/query',
        status: 200,
        ms: expect.any(Number),
        bytes: expect.any(Number),
      },
    });
    expect(lines[0]!.fields['bytes']).toBeGreaterThan(50);
    expect(JSON.stringify(gateway.log)).not.toMatch(/secret|hidden|password/);
  });

  it('marks requests whose client left', async () => {
    gateway.upstream.answer(() => {});
    const request = http.get(`${gateway.url}/health`).on('error', () => {});
    await until(() => gateway.upstream.requests.length > 0);
    request.destroy();
    await until(() => line() !== undefined);
    expect(line().fields['status']).toBe(499);
  });
});

describe('CORS', () => {
  const DGRAPH = {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST, OPTIONS',
    'access-control-allow-headers':
      'X-Dgraph-AccessToken, X-Dgraph-AuthToken, Content-Type, Content-Length, Accept-Encoding, ' +
      'Cache-Control, X-CSRF-Token, X-Auth-Token, X-Requested-With, Idempotency-Key',
    'access-control-allow-credentials': 'true',
  };
  const paths = ROUTES.map(({ path }) => path);

  it.each([...paths, '/health', '/state', '/ui/keywords', '/commit', '/login', '/admin/config/cache_mb', '/anything'])(
    'answers the preflight of %s',
    async (path) => {
      gateway.upstream.answer((_heard, response) => response.writeHead(200, DGRAPH).end());
      const { status, headers, text } = await gateway.ask(path, {
        method: 'OPTIONS',
        headers: { Origin: 'http://localhost:8000', 'Access-Control-Request-Headers': 'content-type,x-auth-token' },
      });
      expect([status, text]).toEqual([200, '']);
      const { 'access-control-allow-methods': _, 'access-control-allow-headers': allowed, ...rest } = DGRAPH;
      expect(headers).toMatchObject(rest);
      const gatewayHeaders =
        ', Authorization, X-Owlgate-Key, Last-Event-ID, Mcp-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name';
      expect([allowed, allowed + gatewayHeaders]).toContain(headers['access-control-allow-headers']);
      expect(headers['access-control-allow-methods']).toMatch(/^(GET|POST|DELETE), .*OPTIONS$/);
    },
  );

  it('names the methods of owlgate’s routes', async () => {
    const methods = async (path: string) =>
      (await gateway.ask(path, { method: 'OPTIONS' })).headers['access-control-allow-methods'];
    expect(await methods('/ontology')).toBe('GET, HEAD, POST, OPTIONS');
    expect(await methods('/ontology/introspect')).toBe('GET, HEAD, OPTIONS');
    const { headers } = await gateway.ask('/ontology');
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-expose-headers']).toContain('X-Owlgate-Version');
  });

  it('is applied once to a forwarded answer', async () => {
    gateway.upstream.answer((_heard, response) => response.writeHead(200, DGRAPH_HEADERS).end('{}'));
    for (const path of ['/query', '/alter', '/mutate', '/login']) {
      const { rawHeaders } = await gateway.ask(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
      });
      const names = rawHeaders.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase());
      expect(names.filter((name) => name === 'access-control-allow-origin')).toHaveLength(1);
      expect(new Set(names).size).toBe(names.length);
    }
  });
});

describe('administering addresses', () => {
  it('are required on every administering route, and on no other', async () => {
    const stranger = { 'X-Forwarded-For': '203.0.113.5', 'Content-Type': 'application/dql' };
    const send = (method: string, path: string) =>
      gateway.ask(path, { method, headers: stranger, ...(method === 'GET' ? {} : { body: 'x' }) });
    for (const [method, path] of [
      ['POST', '/alter'],
      ['PUT', '/alter'],
      ['POST', '/%61lter'],
      ['GET', '/admin'],
      ['POST', '/admin'],
      ['POST', '/admin/schema'],
      ['PUT', '/admin/draining'],
      ['GET', '/admin/shutdown'],
      ['GET', '//admin/./shutdown'],
    ] as const) {
      const { status, json } = await send(method, path);
      expect([path, status, json]).toEqual([
        path,
        200,
        {
          errors: [
            {
              message: expect.stringMatching(
                /^unauthorized ip address: 127.0.0.1: by the header X-Forwarded-For .* OWLGATE_TRUSTED_PROXIES /,
              ),
              extensions: { code: 'Error' },
            },
          ],
          data: null,
        },
      ]);
    }
    expect(gateway.upstream.requests).toEqual([]);
    const refused = await send('POST', '/ontology');
    expect([refused.status, refused.json.errors[0].extensions.code]).toEqual([403, 'ForwardedRequest']);
    for (const path of ['/query', '/mutate', '/commit', '/login', '/graphql'])
      expect((await send('POST', path)).text).not.toContain('unauthorized');
    expect((await send('GET', '/ontology')).status).toBe(409);
    expect(gateway.materializer.ends).toHaveLength(1);
  });
});

describe('noticeOf', () => {
  it.each([
    ['name: string @index(exact) .', 'schema'],
    ['type A { name }', 'schema'],
    ['{"schema":"name: string ."}', 'schema'],
    ['{"drop_all":true}', 'drop_all'],
    [' {"dropAll": true}', 'drop_all'],
    ['{"drop_op":"ALL"}', 'drop_all'],
    ['{"dropOp":1}', 'drop_all'],
    ['{"drop_op":"DATA"}', 'drop_data'],
    ['{"drop_op":2}', 'drop_data'],
    ['{"drop_attr":"name"}', 'drop_attr'],
    ['{"drop_op":"ATTR","drop_value":"name"}', 'drop_attr'],
    ['{"drop_op":"TYPE","drop_value":"A"}', 'schema'],
    ['{"drop_all":true,"more":1}', 'schema'],
    ['{"drop_all":', 'schema'],
    ['[]', 'schema'],
    ['', 'schema'],
  ])('%s: %s', (body, expected) => expect(noticeOf(body)).toBe(expected));
});

describe('a failure', () => {
  it.each([
    [
      'of the ontology',
      new OwlgateError('DisjointnessViolation', { entity: '0x1', a: 'Dog', b: 'Plant' }, { entity: '0x1' }),
      {
        message: 'owl/materializer: disjointness violation on entity 0x1: type "Dog" is disjoint with type "Plant"',
        extensions: { entity: '0x1', code: 'DisjointnessViolation' },
      },
    ],
    [
      'of the engine',
      new OwlgateError('TransactionAborted'),
      { message: 'Transaction has been aborted. Please retry', extensions: { code: 'ErrorInvalidRequest' } },
    ],
    [
      'of our own',
      new Error('hush'),
      { message: expect.stringMatching(/^internal error: the log has the details/), extensions: { code: 'Error' } },
    ],
  ])('of a mutation has Dgraph’s form: %s', async (_, error, entry) => {
    gateway.materializer.reply = () => Promise.reject(error);
    const { status, json, headers } = await mutate();
    expect(status).toBe(200);
    expect(json).toEqual({ errors: [entry], data: null });
    expect(headers['access-control-allow-origin']).toBe('*');
  });

  it('of the engine is returned word for word', async () => {
    const body = Buffer.from('{"errors":[{"message":"x", "extensions":{"code":"Error"}}] }');
    gateway.materializer.reply = () => Promise.reject(new EngineFailure([{ message: 'x' }], body));
    expect((await mutate()).bytes).toEqual(body);
    gateway.materializer.loads.validate = () => Promise.reject(new EngineFailure([{ message: 'x' }], body));
    const { status, json } = await gateway.ask('/ontology', {
      method: 'POST',
      headers: { 'Content-Type': 'text/turtle' },
      body: '',
    });
    expect(status).toBe(502);
    expect(json.errors[0]).toEqual({
      message: 'the engine refused: x',
      extensions: { engine: [{ message: 'x' }], code: 'EngineError' },
    });
  });

  it('is 503 with Retry-After if the engine is unreachable', async () => {
    await gateway.upstream.close();
    for (const path of ['/query', '/mutate', '/alter', '/login', '/graphql']) {
      const { status, headers, json } = await gateway.ask(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"query":"{a}"}',
      });
      expect([path, status]).toEqual([path, 503]);
      expect(headers).toMatchObject({ 'retry-after': '2', 'access-control-allow-origin': '*' });
      expect(json.errors[0].extensions.code).toBe('EngineUnreachable');
    }
  });

  it('ends the connection if the engine’s answer breaks off', async () => {
    gateway.upstream.answer((_heard, response) => {
      response.writeHead(200, { 'Content-Length': 100 });
      response.write('half', () => response.destroy());
    });
    await expect(gateway.ask('/ui/keywords')).rejects.toThrow(/aborted|hang up/);
  });
});

describe('a request for another protocol', () => {
  it('is answered as plain HTTP unless it is a WebSocket', async () => {
    const text = await exchangeBytes(
      gateway.url,
      'POST /query HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: ' +
        'h2c\r\nHTTP2-Settings: AAMAAABk\r\n' +
        'Content-Type: application/dql\r\nContent-Length: 4\r\n\r\n{ q}',
      /Success.*\}/s,
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
    const [request] = gateway.upstream.requests;
    expect(request).toMatchObject({ method: 'POST', url: '/query', body: Buffer.from('{ q}') });
    expect(request!.headers['upgrade']).toBeUndefined();
    expect(request!.headers['http2-settings']).toBeUndefined();
  });

  it('does not bypass the check of addresses', async () => {
    const text = await exchangeBytes(
      gateway.url,
      'POST /alter HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: ' +
        'websocket\r\nX-Forwarded-For: 127.0.0.1\r\nContent-Length: 1\r\n\r\nx',
      /unauthorized/,
    );
    expect(text).toContain('unauthorized ip address: 127.0.0.1: by the header X-Forwarded-For');
    expect(gateway.upstream.requests).toEqual([]);
  });

  it('is answered as plain HTTP for a WebSocket at /graphql without a sub-protocol of GraphQL', async () => {
    const upgrade =
      'GET /graphql?query=%7Ba%7D HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: ' +
      'websocket\r\nSec-WebSocket-Key: k3y\r\n\r\n';
    expect(await exchangeBytes(gateway.url, upgrade)).toMatch(/^HTTP\/1\.1 200 /);
    const request = gateway.upstream.requests.at(-1);
    expect(request).toMatchObject({ method: 'POST', url: '/graphql', body: Buffer.from('{"query":"{a}"}') });
    expect(request!.headers['upgrade']).toBeUndefined();
  });

  it('for subscriptions is refused if the engine does not answer', async () => {
    await gateway.upstream.close();
    const { inbox, say, socket } = await openSocket(gateway.url, 'graphql-ws');
    say({ type: 'start', id: '1', payload: { query: 'subscription { a }' } });
    expect(await inbox.next()).toEqual({
      type: 'error',
      id: '1',
      payload: { message: expect.stringContaining('does not answer: connection refused') },
    });
    socket.terminate();
  });
});

describe('start and end', () => {
  it('a request waits for a limited time until the gateway is ready', async () => {
    const server = new HttpServer({ host: '127.0.0.1', port: 0, whitelist: [], logger: silent, patienceMs: 100 });
    const url = await server.listen();
    const tooEarly = await ask(url, '/health');
    expect(tooEarly.status).toBe(503);
    expect(tooEarly.headers['retry-after']).toBe('2');
    expect(tooEarly.json.errors[0].extensions.code).toBe('Starting');
    const waiting = ask(url, '/ontology');
    const { materializer } = gateway;
    const rest = {
      graphql: {} as never,
      documents: {} as never,
      retrieval: {} as never,
      chats: {} as never,
      imports: {} as never,
      metrics: { observe: () => undefined } as never,
      logger: silent,
      maxBodyBytes: 1000,
    };
    server.serve({ engine: {} as never, materializer, ...rest });
    expect((await waiting).status).toBe(409);
    await server.close(0);
  });

  it('the end answers running requests and accepts no others', async () => {
    let finish = (): void => {};
    gateway.upstream.answer((_heard, response) => {
      finish = () => response.writeHead(200).end('late');
    });
    const agent = new http.Agent({ keepAlive: true });
    const running = new Promise<string>((resolve, reject) => {
      http
        .get(`${gateway.url}/health`, { agent }, (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => (text += chunk.toString()));
          response.on('end', () => resolve(text));
        })
        .on('error', reject);
    });
    await until(() => gateway.upstream.requests.length > 0);
    const closed = gateway.server.close(5_000);
    await expect(gateway.ask('/health')).rejects.toThrow(/ECONNREFUSED|ECONNRESET|hang up/);
    finish();
    expect(await running).toBe('late');
    await closed;
    agent.destroy();
  });

  it('the end does not wait for unused connections', async () => {
    const socket = net.connect(Number(new URL(gateway.url).port), '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    const ended = new Promise((resolve) => socket.once('close', resolve).resume());
    await gateway.server.close(5_000);
    await ended;
    expect(gateway.log.filter(({ message }) => message.includes('cut off'))).toEqual([]);
  });

  it('the end cancels requests beyond a time limit', async () => {
    gateway.upstream.answer(() => {});
    const running = gateway.ask('/health').catch((error: unknown) => (error as Error).message);
    await until(() => gateway.upstream.requests.length > 0);
    await gateway.server.close(50);
    expect(await running).toMatch(/hang up|ECONNRESET/);
    expect(gateway.log.some(({ level, message }) => level === 'warn' && message.includes('cut off'))).toBe(true);
  });
});
