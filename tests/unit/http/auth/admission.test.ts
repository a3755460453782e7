/** Rights of keys and addresses over HTTP, in front of an engine that records requests. */
import { Keyring } from '../../../../src/http/auth/keyring';
import { digestOf, makeKey, printLine } from '../../../../src/http/auth/keys';
import { ROLES, type Role } from '../../../../src/http/auth/roles';
import { silent } from '../../../../src/util/log';
import { exchangeBytes } from '../../../support/http/client';
import { startTestGateway, type TestGateway } from '../../../support/http/gateway';
import { until } from '../../../support/until';

const KEYS: Readonly<Record<Role | 'few', string>> = {
  read: makeKey(),
  validate: makeKey(),
  write: makeKey(),
  admin: makeKey(),
  few: makeKey(),
};
const line = (name: Role | 'few', count?: number) =>
  printLine({
    name,
    role: name === 'few' ? 'read' : name,
    digest: digestOf(KEYS[name]),
    ...(count !== undefined && { quota: { count, unit: 'hour' } }),
  });

let gateway: TestGateway;
let keyring: Keyring | undefined;
async function start(keys: string | undefined, options = {}): Promise<void> {
  keyring = keys === undefined ? undefined : await Keyring.open(keys, silent);
  gateway = await startTestGateway({ ...options, ...(keyring && { keyring }) });
}
const RING = ROLES.map((name) => line(name)).join(',');
afterEach(() => gateway.close());

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const DQL = { 'Content-Type': 'application/dql' };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const graphql = (query: string) => ({ method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ query }) });

describe('with keys', () => {
  beforeEach(() => start(RING));

  const REQUESTS: readonly [what: string, method: string, path: string, needed: Role | 'none', body?: string][] = [
    ['health', 'GET', '/health', 'none'],
    ['probe', 'GET', '/probe/graphql', 'none'],
    ['health of all', 'GET', '/health?all', 'read'],
    ['a query', 'POST', '/query', 'read', '{ q(func: has(a)) { uid } }'],
    ['introspection', 'GET', '/ontology/introspect', 'read'],
    ['metrics', 'GET', '/debug/prometheus_metrics', 'admin'],
    ['a GraphQL query', 'POST', '/graphql', 'read', '{"query":"{ queryA { id } }"}'],
    ['a GraphQL query by GET', 'GET', '/graphql?query=%7BqueryA%7Bid%7D%7D', 'read'],
    [
      'the word in a text',
      'POST',
      '/graphql',
      'read',
      '{"query":"{ queryA(filter: {a: {eq: \\"mutation\\"}}) { id } }"}',
    ],
    ['a GraphQL mutation', 'POST', '/graphql', 'write', '{"query":"mutation { addA(input: []) { numUids } }"}'],
    ['one that is spelled', 'POST', '/graphql', 'write', '{"query":"\\u006dutation { addA(input: []) { numUids } }"}'],
    [
      'one of two operations',
      'POST',
      '/graphql',
      'write',
      '{"operationName":"q","query":"query q { a } mutation m { b }"}',
    ],
    ['one in another member', 'POST', '/graphql', 'write', '{"query":"{ a }","Query":"mutation { b }"}'],
    ['what cannot be read', 'POST', '/graphql', 'write', '{"query":"mutation {"}'],
    ['a GraphQL request by PUT', 'PUT', '/graphql', 'read', '{"query":"{ a }"}'],
    ['a mutation', 'POST', '/mutate?commitNow=true', 'write', '{ set { _:a <b> "c" . } }'],
    ['a mutation, spelled', 'POST', '/%6dutate?commitNow=true', 'write', '{ set { _:a <b> "c" . } }'],
    ['a commit', 'POST', '/commit?startTs=1', 'write', '{}'],
    ['an alteration', 'POST', '/alter', 'admin', 'a: string .'],
    ['an alteration, spelled', 'POST', '/%61lter', 'admin', 'a: string .'],
    ['administration', 'POST', '/admin', 'admin', '{ state { counter } }'],
    ['the state', 'GET', '/state', 'admin'],
    ['profiles', 'GET', '/debug/pprof/heap', 'admin'],
    ['whatever is unknown', 'GET', '/anything', 'admin'],
    ['a path that is cleaned', 'POST', '//alter', 'admin', 'a: string .'],
    ['a materialization', 'POST', '/ontology/materialize', 'admin'],
    ['a load', 'POST', '/ontology', 'admin', ''],
    ['a validation', 'POST', '/ontology?validate=true', 'validate', ''],
    [
      'a validation among other parameters',
      'POST',
      '/ontology?profile=lenient&validate=true&data=false',
      'validate',
      '',
    ],
    ['a validation, spelled', 'POST', '/%6fntology?%76alidate=%74rue', 'validate', ''],
    ['a validation that is none', 'POST', '/ontology?validate=false', 'admin', ''],
    ['a misspelt validation', 'POST', '/ontology?validat=true', 'admin', ''],
    ['a validation in capitals', 'POST', '/ontology?validate=TRUE', 'admin', ''],
    ['a validation of two minds', 'POST', '/ontology?validate=true&validate=false', 'admin', ''],
    ['a validation behind a semicolon', 'POST', '/ontology?x=1;validate=true', 'admin', ''],
    ['a validation of GraphQL', 'POST', '/ontology/graphql?validate=true', 'validate', ''],
    ['GraphQL', 'POST', '/ontology/graphql', 'admin', ''],
    ['a removal of GraphQL that says it validates', 'DELETE', '/ontology/graphql?validate=true', 'admin'],
    ['a materialization that says it validates', 'POST', '/ontology/materialize?validate=true', 'admin'],
  ];

  it.each(REQUESTS)('%s: %s %s needs the role %s', async (...row) => {
    const [, method, path, needed, body] = row;
    const type =
      path.startsWith('/graphql') || path.startsWith('/commit') ? JSON_TYPE : path.startsWith('/query') ? DQL : {};
    const status: Record<string, number> = {};
    for (const role of ['none', ...ROLES] as const) {
      const headers = { ...type, ...(role !== 'none' && bearer(KEYS[role])) };
      const reply = await gateway.ask(path, { method, headers, ...(body !== undefined && { body }) });
      expect(reply.text).not.toContain('internal error');
      status[role] = [401, 403].includes(reply.status) ? reply.status : 200;
    }
    const may = (role: Role) => (needed === 'none' || ROLES.indexOf(role) >= ROLES.indexOf(needed) ? 200 : 403);
    expect(status).toEqual({
      none: needed === 'none' ? 200 : 401,
      read: may('read'),
      validate: may('validate'),
      write: may('write'),
      admin: may('admin'),
    });
  });

  it('a refusal names the missing key in the common form', async () => {
    const none = await gateway.ask('/ontology');
    expect([none.status, none.headers['www-authenticate']]).toEqual([401, 'Bearer realm="owlgate"']);
    expect(none.json).toEqual({
      errors: [
        {
          message: 'an API key is needed: send it as Authorization: Bearer <key>, or as X-Owlgate-Key',
          extensions: { code: 'KeyMissing' },
        },
      ],
    });
    const wrong = await gateway.ask('/query', {
      method: 'POST',
      headers: { ...DQL, ...bearer(makeKey()) },
      body: '{}',
    });
    expect([wrong.status, wrong.headers['www-authenticate']]).toEqual([
      401,
      'Bearer realm="owlgate", error="invalid_token"',
    ]);
    expect(wrong.json.errors[0].extensions.code).toBe('KeyInvalid');
    const low = await gateway.ask('/alter', { method: 'POST', headers: bearer(KEYS.read), body: 'a: int .' });
    expect([low.status, low.headers['www-authenticate']]).toEqual([
      403,
      'Bearer realm="owlgate", error="insufficient_scope", scope="admin"',
    ]);
    expect(low.json.errors).toEqual([
      {
        message: 'the API key read has the role read; POST /alter needs the role admin',
        extensions: { code: 'RoleMissing', needed: 'admin' },
      },
    ]);
    expect(gateway.upstream.requests).toHaveLength(0);
  });

  it.each([
    ['Authorization', (key: string) => `Bearer ${key}`],
    ['authorization', (key: string) => `bearer  ${key}`],
    ['X-Owlgate-Key', (key: string) => key],
    ['X-Auth-Token', (key: string) => key],
  ])('the key is taken from %s and removed from the request', async (name, value) => {
    const headers = { [name]: value(KEYS.read), 'X-Dgraph-AccessToken': 'theirs', ...DQL };
    expect((await gateway.ask('/query', { method: 'POST', headers, body: '{}' })).status).toBe(200);
    const [request] = gateway.upstream.requests;
    expect(request!.headers['x-dgraph-accesstoken']).toBe('theirs');
    expect(JSON.stringify([request!.headers, gateway.log])).not.toContain(KEYS.read.slice(4));
  });

  it('headers for the engine beside it are passed on', async () => {
    const headers = {
      'X-Owlgate-Key': KEYS.read,
      Authorization: 'Bearer ey.user.token',
      'X-Auth-Token': 'alpha',
      ...DQL,
    };
    await gateway.ask('/query', { method: 'POST', headers, body: '{}' });
    expect(gateway.upstream.requests[0]!.headers).toMatchObject({
      authorization: 'Bearer ey.user.token',
      'x-auth-token': 'alpha',
    });
  });

  it('a token of another kind is not a key', async () => {
    for (const headers of [bearer('ey.user.token'), { 'X-Auth-Token': 'alpha' }, { Authorization: 'Basic YTpi' }]) {
      expect((await gateway.ask('/ontology', { headers })).json.errors[0].extensions.code).toBe('KeyMissing');
    }
  });

  it('the log names the key', async () => {
    await gateway.ask('/query', { method: 'POST', headers: { ...DQL, ...bearer(KEYS.read) }, body: '{}' });
    const line = () => gateway.log.find(({ message }) => message === 'request');
    await until(() => line() !== undefined);
    expect(line()!.fields['key']).toBe('read');
  });

  it('a WebSocket requires a key', async () => {
    const upgrade = (more: string) =>
      exchangeBytes(
        gateway.url,
        'GET /graphql HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: ' +
          `websocket\r\n${more}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
        /\r\n\r\n/,
      );
    expect(await upgrade('')).toMatch(/^HTTP\/1\.1 401 Unauthorized\r\n(.*\r\n)*WWW-Authenticate: Bearer/);
    expect(await upgrade(`Authorization: Bearer ${KEYS.read}\r\n`)).not.toMatch(/^HTTP\/1\.1 40[13]/);
  });

  it('preflights need no key', async () => {
    for (const path of ['/query', '/ontology', '/alter']) {
      expect((await gateway.ask(path, { method: 'OPTIONS' })).status).toBe(200);
    }
  });
});

it('administering requests must still come from the whitelist', async () => {
  await start(RING, { trustedProxies: ['127.0.0.1'] });
  const headers = { ...bearer(KEYS.admin), 'X-Forwarded-For': '192.0.2.1' };
  const { json } = await gateway.ask('/alter', { method: 'POST', headers, body: 'a: int .' });
  expect(json.errors[0].message).toBe('unauthorized ip address: 192.0.2.1');
});

it('quotas count all routes together, and refusals give the time of the next attempt', async () => {
  await start(`${RING},${line('few', 3)}`);
  const ask = (path: string, key: string) => gateway.ask(path, { headers: bearer(key) });
  const replies = [];
  for (const path of ['/', '/ontology', '/graphql?query=%7Ba%7D', '/', '/ontology'])
    replies.push(await ask(path, KEYS.few));
  expect(replies.map(({ text }) => text).join()).not.toContain('internal error');
  expect(replies.map(({ status }) => (status === 429 ? 429 : 'served'))).toEqual([
    'served',
    'served',
    'served',
    429,
    429,
  ]);
  expect(replies[1]!.headers['ratelimit']).toMatch(/^limit=3, remaining=1, reset=\d+/);
  for (const { json, headers } of replies.slice(3)) {
    const retryAfter = Number(headers['retry-after']);
    expect(retryAfter).toBeGreaterThan(3590);
    expect(json.errors[0].extensions).toEqual({ retryAfter, code: 'QuotaExhausted' });
    expect(json.errors[0].message).toMatch(/^the quota of the API key few \(3\/hour\) is used up; retry in \d+ s$/);
  }
  expect((await ask('/', KEYS.read)).status).toBe(200);
});

it('clients without a valid key are slowed, and no others', async () => {
  await start(RING);
  const statuses = [];
  for (let i = 0; i < 62; i++) statuses.push((await gateway.ask('/ontology', { headers: bearer(makeKey()) })).status);
  expect(statuses.slice(0, 60).every((status) => status === 401)).toBe(true);
  expect(statuses.slice(60)).toEqual([429, 429]);
  expect((await gateway.ask('/ontology', { headers: bearer(KEYS.read) })).status).toBe(409);
});

describe('a persisted GraphQL document', () => {
  it('requires the role of the document under its hash', async () => {
    await start(RING);
    const hash = 'f'.repeat(64);
    let text = 'mutation { addA(input: []) { numUids } }';
    gateway.upstream.answer((request, response) => {
      const isLookUp = request.url.startsWith('/query');
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(isLookUp ? JSON.stringify({ data: { q: [{ text: hash + text }] } }) : '{"data":{}}');
    });
    const body = JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: hash } } });
    const ask = (key: string) =>
      gateway.ask('/graphql', { method: 'POST', headers: { ...JSON_TYPE, ...bearer(key) }, body });
    expect((await ask(KEYS.read)).status).toBe(403);
    expect((await ask(KEYS.write)).status).toBe(200);
    text = '{ queryA { id } }';
    expect((await ask(KEYS.read)).status).toBe(200);
  });
});

describe('without keys', () => {
  it('requests are open, and a key is removed all the same', async () => {
    await start(undefined);
    const headers = { ...DQL, ...bearer(KEYS.read) };
    expect((await gateway.ask('/query', { method: 'POST', headers, body: '{}' })).status).toBe(200);
    expect(gateway.upstream.requests[0]!.headers['authorization']).toBeUndefined();
    expect((await gateway.ask('/graphql', graphql('mutation { a }'))).status).toBe(200);
  });

  it('questions in words are answered to the whitelist only', async () => {
    await start(undefined);
    const ask = (from: object) =>
      gateway.ask('/api/v1/databases/none/retrieve', {
        method: 'POST',
        headers: { ...JSON_TYPE, ...from },
        body: '{}',
      });
    expect((await ask({})).status).toBe(404);
    expect((await ask({ 'X-Forwarded-For': '192.0.2.1' })).json.errors[0].extensions.code).toBe('ForwardedRequest');
  });
});
