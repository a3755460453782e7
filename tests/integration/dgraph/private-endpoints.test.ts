/** Requests of the gateway to the embedded engine, at each kind of private endpoint. */
import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { connectEngine, type Engine } from '../../../src/dgraph';
import { startEmbedded, type PrivateListen } from '../../../src/embedded';
import type { EmbeddedServer } from '../../../src/embedded/server';
import { SECRET_HEADER, type Endpoint } from '../../../src/util/endpoint';
import { recordingLogger, type LogLine } from '../../support/http/gateway';
import { gateway, type TestServer } from '../../support/dgraph/servers';

const rdf = { contentType: 'application/rdf', commitNow: true } as const;
const DQL = { 'Content-Type': 'application/dql' };

/** Parts of an endpoint that must stay secret. */
const hidden = (endpoint: Endpoint): string[] =>
  endpoint.kind === 'socket'
    ? [endpoint.path, path.basename(endpoint.path)]
    : [endpoint.secret!, new URL(endpoint.url).host, `:${new URL(endpoint.url).port}`];

describe.each<PrivateListen>(['socket', 'secret'])('the endpoint %s', (listen) => {
  const log: LogLine[] = [];
  let directory: string;
  let server: EmbeddedServer;
  let engine: Engine;
  let front: TestServer;

  beforeAll(async () => {
    directory = fs.mkdtempSync(path.join(tmpdir(), 'owlgate-endpoints-'));
    server = await startEmbedded({ directory, listen });
    engine = connectEngine({ endpoint: server.endpoint, kind: 'embedded', logger: recordingLogger(log) });
    front = await gateway(engine);
    await engine.alter('name: string @index(exact) .');
  });
  afterAll(async () => {
    await front.close();
    await engine.close();
    await server.close();
    fs.rmSync(directory, { recursive: true });
  });

  const queryFront = (headers: Record<string, string>, body = '{ q(func: has(name), first: 1) { name } }') =>
    fetch(`${front.url}/query`, { method: 'POST', headers: { ...DQL, ...headers }, body });

  it('serves queries, mutations, transactions and administration', async () => {
    const { extensions, uids } = await engine.mutate('{ set { _:a <name> "Ann" . } }', {
      contentType: 'application/rdf',
    });
    await engine.commit({ ...extensions.txn!, startTs: extensions.txn!.start_ts });
    const { data } = await engine.query('{ q(func: eq(name, "Ann")) { uid } }');
    expect(data['q']).toEqual([{ uid: uids['a'] }]);
    expect(await engine.health()).toMatchObject([{ status: 'healthy', address: 'embedded' }]);
    expect(await engine.health({ all: true })).toHaveLength(1);
    expect(JSON.stringify(await engine.state())).toContain('"addr":"embedded"');
    expect((await engine.schema()).schema.map(({ predicate }) => predicate)).toContain('name');
    await engine.setGraphqlSchema('type A { id: ID! name: String }');
    expect(await engine.graphqlSchema()).toContain('type A');
    await expect(engine.login({ userid: 'groot', password: 'x' })).rejects.toThrow('invalid username or password');
    await expect(engine.assignUids(1)).rejects.toThrow('not served by the embedded engine');
  });

  it('serves requests of clients, whatever their credentials', async () => {
    await engine.mutate('{ set { _:a <name> "Bob" . } }', rdf);
    const each: Record<string, string>[] = [
      {},
      { Origin: 'http://localhost:8000' },
      { Authorization: 'Bearer of-a-user' },
    ];
    for (const headers of each) {
      const response = await queryFront(headers);
      expect([response.status, ((await response.json()) as any).data.q]).toEqual([200, [{ name: expect.any(String) }]]);
    }
  });

  it('passes on the token of a user', async () => {
    const authorizations: (string | undefined)[] = [];
    const custom = createServer((request, response) => {
      authorizations.push(request.headers.authorization);
      response.setHeader('Content-Type', 'application/json').end('[]');
    }).listen(0, '127.0.0.1');
    await once(custom, 'listening');
    const { port } = custom.address() as { port: number };
    await engine.setGraphqlSchema(`type A { id: ID! name: String } type T @remote { x: String } type Query { ts: [T] @custom(http: {
      url: "http://127.0.0.1:${port}/", method: GET, forwardHeaders: ["Authorization"] }) }`);
    const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer of-a-user' };
    const body = JSON.stringify({ query: '{ ts { x } }' });
    const response = await fetch(`${front.url}/graphql`, { method: 'POST', headers, body });
    expect(await response.json()).toMatchObject({ data: { ts: [] } });
    expect(authorizations).toEqual(['Bearer of-a-user']);
    await new Promise((resolve) => custom.close(resolve));
  });

  it('streams bodies and answers of any size', async () => {
    const names = Array.from({ length: 20_000 }, (_, i) => `_:n${i} <name> "${'x'.repeat(100)} ${i}" .`);
    const headers = { 'Content-Type': 'application/rdf' };
    const mutation = { method: 'POST', headers, body: `{ set {\n${names.join('\n')}\n} }` };
    const written = (await (await fetch(`${front.url}/mutate?commitNow=true`, mutation)).json()) as any;
    expect(Object.keys(written.data.uids)).toHaveLength(20_000);
    const answer = await (await queryFront({}, '{ q(func: has(name)) { name } }')).text();
    expect(JSON.parse(answer).data.q.length).toBeGreaterThanOrEqual(20_000);
  });

  it('accepts WebSockets, also with an Origin', async () => {
    await engine.setGraphqlSchema('type A @withSubscription { id: ID! name: String }');
    const socket = await engine.openWebSocket('/graphql', 'graphql-transport-ws', {
      Origin: 'http://localhost:8000',
      [SECRET_HEADER]: 'guessed',
      'X-Some': 'header',
    });
    const message = once(socket, 'message') as Promise<[Buffer]>;
    socket.send('{"type":"connection_init"}');
    expect(JSON.parse(String((await message)[0]))).toEqual({ type: 'connection_ack' });
    socket.terminate();
  });

  it('does not appear in answers, errors or the log', async () => {
    const texts = [engine.url];
    for (const target of ['/health', '/health?all', '/state', '/', '/nowhere', '/admin?query={health{address}}']) {
      texts.push(await (await fetch(front.url + target)).text());
    }
    const away = await startEmbedded({ directory: path.join(directory, 'away'), listen });
    const unreachable = connectEngine({ endpoint: away.endpoint, kind: 'embedded', logger: recordingLogger(log) });
    const before = await gateway(unreachable);
    await unreachable.health();
    await away.close();
    for (const ask of [
      () => unreachable.query('{ q(func: uid(1)) { uid } }'),
      () => unreachable.health(),
      () => unreachable.alter('a: int .'),
    ]) {
      const error: unknown = await ask().catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'EngineUnreachable' });
      texts.push((error as Error).message);
    }
    texts.push(await (await fetch(`${before.url}/query`, { method: 'POST', headers: DQL, body: 'x' })).text());
    await expect(unreachable.openWebSocket('/graphql', 'graphql-ws', {})).rejects.toThrow(
      'http://embedded does not answer',
    );
    const everything = `${texts.join('\n')}\n${JSON.stringify(log)}`;
    expect(everything).toContain('the engine at http://embedded does not answer');
    for (const part of [...hidden(server.endpoint), ...hidden(away.endpoint)]) expect(everything).not.toContain(part);
    await before.close();
    await unreachable.close();
  });
});

it('a connection to a socket with a full queue is retried until it succeeds', async () => {
  const directory = fs.mkdtempSync(path.join(tmpdir(), 'owlgate-queue-'));
  const file = path.join(directory, 'socket');
  // One connection waits and one more is created while the process is blocked.
  const script = `const server = require('http').createServer((_, response) => response.end('{"data":{}}'));
    server.listen({ path: process.argv[1], backlog: 1 }, () => {
      require('fs').writeSync(1, 'busy');
      for (const end = Date.now() + 700; Date.now() < end; );
    });`;
  const child = spawn(process.execPath, ['-e', script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const engine = connectEngine({
    endpoint: { kind: 'socket', path: file },
    kind: 'embedded',
    connectTimeoutMs: 60_000,
  });
  const hasty = connectEngine({ endpoint: { kind: 'socket', path: file }, kind: 'embedded', connectTimeoutMs: 1 });
  const answers = Array.from({ length: 50 }, () => engine.query('{}'));
  await expect(Promise.all(Array.from({ length: 5 }, () => hasty.query('{}')))).rejects.toThrow(
    'the engine at http://embedded does not answer: its queue of connections is full',
  );
  expect(await Promise.all(answers)).toHaveLength(50);
  await engine.close();
  await hasty.close();
  child.kill();
  await once(child, 'exit');
  fs.rmSync(directory, { recursive: true });
});

it('rejects URLs of sockets', () => {
  const texts = [
    'unix:/data/engine.sock',
    'unix:///data/engine.sock',
    'http+unix://%2Fdata%2Fengine.sock',
    '/data/engine.sock',
  ];
  for (const url of texts) {
    expect(() => connectEngine({ urls: [url], kind: 'cluster' })).toThrow(
      /engine URL: it (is not a URL|must begin with http)/,
    );
  }
  expect(() => connectEngine({ kind: 'embedded' })).toThrow('engine URL: none is given');
});
