/** Requests at once: of an address, of a role, of work that costs much, and streams. */
import * as http from 'node:http';
import * as net from 'node:net';
import { WebSocket } from 'ws';
import { Keyring } from '../../../../src/http/auth/keyring';
import { digestOf, makeKey, printLine } from '../../../../src/http/auth/keys';
import { ROLES, type Role } from '../../../../src/http/auth/roles';
import type { MaterializationStatus } from '../../../../src/materialize';
import { silent } from '../../../../src/util/log';
import { socketUrl } from '../../../support/engines/subscriber';
import type { Reply } from '../../../support/http/client';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from '../../../support/http/gateway';
import type { Responder } from '../../../support/http/upstream';
import { until } from '../../../support/until';

const KEYS = Object.fromEntries(ROLES.map((role) => [role, makeKey()])) as Record<Role, string>;
const RING = ROLES.map((role) => printLine({ name: role, role, digest: digestOf(KEYS[role]) })).join(',');
const bearer = (role: Role) => ({ Authorization: `Bearer ${KEYS[role]}` });

let gateway: TestGateway;
/** Answers that the engine owes. */
let owed: (() => void)[];
const start = async (options: TestGatewayOptions): Promise<void> => {
  gateway = await startTestGateway({ queueMs: 300, ...options });
  owed = [];
  const late: Responder = (_heard, response) => owed.push(() => response.end('{"data":{}}'));
  gateway.upstream.answer(late);
};
afterEach(() => gateway.close());

const DQL = { 'Content-Type': 'application/dql' };
const ask = (
  path: string,
  headers: http.OutgoingHttpHeaders = {},
  method = 'POST',
  body = '{ q(func: has(a)) { uid } }',
) => gateway.ask(path, { method, headers: { ...DQL, ...headers }, ...(method === 'POST' && { body }) });
const requestsReach = (count: number) => until(() => gateway.upstream.requests.length >= count);
const answerAll = async (count: number): Promise<void> => {
  await until(() => owed.length >= count);
  for (const answer of owed.splice(0)) answer();
};

function expectRefused({ status, headers, json }: Reply, reason: string): void {
  expect([status, headers['retry-after'], json.errors[0].extensions]).toEqual([
    429,
    '2',
    { retryAfter: 2, code: 'TooManyRequests' },
  ]);
  expect(json.errors[0].message).toBe(`too many requests at once: ${reason}; retry in 2 s`);
}

it('requests of one address wait for each other', async () => {
  await start({ concurrency: ['address=2'], queueMs: 60_000 });
  const replies = [1, 2, 3].map(() => ask('/query'));
  await requestsReach(2);
  owed.shift()!();
  await requestsReach(3);
  await answerAll(2);
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

it('requests are refused after the waiting time, and later ones are served', async () => {
  await start({ concurrency: ['address=1'] });
  const first = ask('/query');
  await requestsReach(1);
  expectRefused(await ask('/query'), '1 requests of this address are running');
  expectRefused(await ask('/ontology/introspect', {}, 'GET'), '1 requests of this address are running');
  expect((await gateway.ask('/health', { method: 'OPTIONS' })).status).toBe(200);
  await answerAll(1);
  await first;
  const again = ask('/query');
  await answerAll(1);
  expect((await again).status).toBe(200);
});

it('addresses behind a trusted proxy are counted, and an IPv6 network as one', async () => {
  await start({ concurrency: ['address=1'], trustedProxies: ['127.0.0.1'] });
  const from = (address: string) => ask('/query', { 'X-Forwarded-For': address });
  const running = [from('203.0.113.1'), from('203.0.113.2'), from('2001:db8:1::1')];
  await requestsReach(3);
  expectRefused(await from('203.0.113.1'), '1 requests of this address are running');
  expectRefused(await from('2001:db8:1::2'), '1 requests of this address are running');
  await answerAll(3);
  await Promise.all(running);
});

it('roles of keys are counted, and without keys the roles that requests require', async () => {
  await start({ concurrency: ['read=1', 'write=1'] });
  const mutate = () => ask('/mutate', { 'Content-Type': 'application/rdf' });
  const running = [ask('/query'), mutate()];
  await requestsReach(2);
  const [read, write] = await Promise.all([ask('/query'), mutate()]);
  expectRefused(read, '1 requests with the role read are running');
  expectRefused(write, '1 requests with the role write are running');
  await answerAll(2);
  await Promise.all(running);
});

it('requests of one role do not hold places of other roles', async () => {
  await start({ concurrency: ['read=1'], keyring: await Keyring.open(RING, silent) });
  const first = ask('/query', bearer('read'));
  await requestsReach(1);
  const [refused, admin] = [ask('/query', bearer('read')), ask('/query', bearer('admin'))];
  await requestsReach(2);
  expectRefused(await refused, '1 requests with the role read are running');
  await answerAll(2);
  expect([(await first).status, (await admin).status]).toEqual([200, 200]);
});

it('requests without a role never wait', async () => {
  await start({ concurrency: ['address=1', 'read=1'] });
  const first = ask('/query');
  await requestsReach(1);
  const health = ask('/health', {}, 'GET');
  await requestsReach(2);
  await answerAll(2);
  expect([(await first).status, (await health).status]).toEqual([200, 200]);
});

it('places are released when clients leave, also from the queue', async () => {
  await start({ concurrency: ['address=1'], queueMs: 60_000 });
  const leave = () => {
    const request = http.request(`${gateway.url}/query`, { method: 'POST', headers: DQL, agent: false });
    request.on('error', () => undefined).end('{ q }');
    return request;
  };
  const running = leave();
  await requestsReach(1);
  const waiting = leave();
  const last = ask('/query');
  waiting.destroy();
  running.destroy();
  await requestsReach(2);
  await answerAll(2);
  expect((await last).status).toBe(200);
});

describe('pipelined requests whose connection ends', () => {
  const BODY = '{ q(func: has(a)) { uid } }';
  const pipeline = (count: number, method: string, path: string): net.Socket => {
    const body = method === 'POST' ? BODY : '';
    const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/dql\r\n`;
    const { hostname, port } = new URL(gateway.url);
    const socket = net.connect(Number(port), hostname);
    socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`.repeat(count));
    return socket;
  };

  /** Replies to requests, while the engine answers whatever it is asked. */
  const served = async (replies: readonly Promise<Reply>[]): Promise<number[]> => {
    const answering = setInterval(() => owed.splice(0).forEach((answer) => answer()), 5);
    return (await Promise.all(replies).finally(() => clearInterval(answering))).map(({ status }) => status);
  };

  it.each([
    ['POST', '/query', 3],
    ['POST', '/query', 6],
    ['GET', '/ui/keywords', 3],
    ['GET', '/debug/vars', 6],
  ])('release their places: %s %s, %d of them', async (method, path, count) => {
    await start({ concurrency: ['address=3'], queueMs: 20_000 });
    const socket = pipeline(count, method, path);
    await requestsReach(3);
    // The next three follow when these have been answered.
    if (count > 3) await answerAll(3);
    await requestsReach(count);
    socket.destroy();
    expect(await served([ask('/query'), ask('/query'), ask('/query')])).toEqual([200, 200, 200]);
  });

  it('release the bytes of their bodies', async () => {
    await start({ bodyBudget: 3 * BODY.length });
    const socket = pipeline(3, 'POST', '/query');
    await requestsReach(3);
    expect((await ask('/query', {}, 'POST', BODY)).status).toBe(503);
    socket.destroy();
    let statuses: number[] = [];
    for (let attempt = 0; attempt < 100 && !statuses.includes(200); attempt++) {
      statuses = await served([ask('/query', {}, 'POST', BODY)]);
    }
    expect(statuses).toEqual([200]);
  });
});

describe('costly work', () => {
  const validate = (path = '/ontology?validate=true') =>
    gateway.ask(path, { method: 'POST', headers: { 'Content-Type': 'text/turtle' }, body: '<urn:a> a <urn:B> .' });

  it('has a limit for loads and validations together', async () => {
    await start({ concurrency: ['loads=1'], queueMs: 60_000 });
    let finish = (): void => undefined;
    let calls = 0;
    gateway.materializer.loads.validate = () => {
      calls++;
      return new Promise((_, reject) => (finish = () => reject(new Error('over'))));
    };
    const first = validate();
    await until(() => calls === 1);
    const second = validate('/ontology');
    const other = ask('/query');
    await requestsReach(1);
    await answerAll(1);
    expect([(await other).status, calls]).toEqual([200, 1]);
    finish();
    await until(() => calls === 2);
    finish();
    expect([(await first).status, (await second).status]).toEqual([500, 500]);
  });

  it('is counted if only the body shows it: a tool of MCP', async () => {
    await start({ concurrency: ['loads=1'] });
    let finish: (() => void) | undefined;
    gateway.materializer.loads.validate = () => new Promise((_, reject) => (finish = () => reject(new Error('over'))));
    const first = validate();
    // The tool must not take the place first.
    await until(() => finish !== undefined);
    const call = () =>
      gateway.ask('/mcp', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'validate_ontology', arguments: { document: '<urn:a> a <urn:B> .' } },
        }),
      });
    const refused = await call();
    expect(refused.text).toContain('too many requests at once: 1 loads are running');
    finish!();
    await first;
  });
});

describe('streams', () => {
  const stream = () =>
    http
      .get(`${gateway.url}/ontology/materialization`, { agent: false, headers: { Accept: 'text/event-stream' } })
      .on('error', () => undefined);
  const begin = async (options: TestGatewayOptions) => {
    await start(options);
    gateway.materializer.inForce = { version: 1 } as never;
    let open = 0;
    gateway.materializer.materializations.watch = async function* (signal): AsyncIterable<MaterializationStatus> {
      open++;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      open--;
      yield { state: 'idle', version: 1 };
    };
    return () => open;
  };

  it('do not hold places of requests', async () => {
    const open = await begin({ concurrency: ['address=1', 'read=1', 'streams=3'] });
    const streams = [stream(), stream(), stream()];
    await until(() => open() === 3);
    const reply = ask('/query');
    await answerAll(1);
    expect((await reply).status).toBe(200);
    for (const each of streams) each.destroy();
    await until(() => open() === 0);
  });

  it('are limited, with WebSockets', async () => {
    const open = await begin({ concurrency: ['streams=2'] });
    const first = stream();
    await until(() => open() === 1);
    const socket = new WebSocket(socketUrl(gateway.url), 'graphql-ws');
    await new Promise((resolve) => socket.once('open', resolve));
    const refused = await gateway.ask('/ontology/materialization', { headers: { Accept: 'text/event-stream' } });
    expectRefused(refused, '2 streams of this address are open');
    const status = await new Promise<number>((resolve) => {
      const another = new WebSocket(socketUrl(gateway.url), 'graphql-ws');
      another.on('error', () => undefined);
      another.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode!));
    });
    expect(status).toBe(429);
    first.destroy();
    await until(() => open() === 0);
    const again = stream();
    await until(() => open() === 1);
    again.destroy();
    socket.terminate();
  });
});
