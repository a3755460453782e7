/** Every path of an engine: who gets to it, in whatever spelling, and under which path it is asked for. */
import * as fc from 'fast-check';
import { Keyring } from '../../../src/http/auth/keyring';
import { digestOf, makeKey, printLine } from '../../../src/http/auth/keys';
import type { Role } from '../../../src/http/auth/roles';
import { ROUTES } from '../../../src/http/routes';
import { silent } from '../../../src/util/log';
import { startTestGateway, type TestGateway } from '../../support/http/gateway';
import { DGRAPH_ROUTES } from '../../support/http/routes';
import { runs } from '../../support/runs';

/** Written from the security documentation, not from the table. `administer`: an address on the whitelist, too. */
type Takes = Role | 'none' | 'administer';
const POSTED = ['POST', 'PUT'];
const READ = ['GET', 'HEAD'];
const EVERY = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const PATHS: Readonly<Record<string, readonly [Takes, readonly string[]]>> = {
  '/health': ['none', READ],
  '/health?all': ['read', READ],
  '/probe/graphql': ['none', READ],
  '/login': ['read', POSTED],
  '/query': ['read', POSTED],
  '/query/anything': ['read', POSTED],
  '/mutate': ['write', POSTED],
  '/mutate/': ['write', POSTED],
  '/commit': ['write', POSTED],
  '/alter': ['administer', POSTED],
  '/graphql': ['read', ['GET', 'POST']],
  '/admin': ['administer', ['GET', 'POST']],
  '/admin/schema': ['administer', POSTED],
  '/admin/schema/validate': ['administer', POSTED],
  '/admin/shutdown': ['administer', ['GET']],
  '/admin/draining': ['administer', POSTED],
  '/admin/config/cache_mb': ['administer', ['GET', 'PUT']],
  '/admin/': ['administer', EVERY],
  '/admin/anything': ['administer', EVERY],
  '/mcp/': ['administer', EVERY],
  '/mcp/sse': ['administer', EVERY],
  '/mcp/message': ['administer', EVERY],
  '/mcp-ro': ['administer', EVERY],
  '/mcp-ro/sse': ['administer', EVERY],
  '/mcp-ro/x': ['administer', EVERY],
  '/ui/keywords': ['read', READ],
  '/state': ['admin', READ],
  '/debug': ['admin', EVERY],
  '/debug/vars': ['admin', EVERY],
  '/debug/pprof/heap': ['admin', EVERY],
  '/debug/prometheus_metrics': ['admin', EVERY],
  '/nowhere': ['admin', EVERY],
  '/Alter': ['admin', EVERY],
  '/alter/': ['admin', EVERY],
  '/alter;x': ['admin', EVERY],
  '/Debug/pprof': ['admin', EVERY],
  '/state/': ['admin', EVERY],
  '/commit/x': ['admin', EVERY],
  '/graphql/': ['admin', EVERY],
};
const ALIASES: Readonly<Record<string, string>> = { '/query/anything': '/query', '/mutate/': '/mutate' };

/** Spellings of a path that Go's ServeMux takes for the same. */
const SAME: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => `/${path}`,
  (path) => `/.${path}`,
  (path) => `/x/..${path}`,
  (path) => `/../..${path}`,
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => `http://elsewhere${path}`,
  (path) => `HTTPS://user@elsewhere:1${path}`,
];
/** Spellings that two readers may take for two paths. */
const REFUSED: readonly ((path: string) => string)[] = [
  (path) => `/x/%2e%2e${path}`,
  (path) => `/%2E${path}`,
  (path) => `/x%2F..${path}`,
  (path) => `/x\\..${path}`,
  (path) => `/%5c${path}`,
  (path) => path.replace(/^\/([^?]*)/, '/$1%00'),
  (path) => path.replace(/^\/([^?]*)/, '/$1%zz'),
  (path) => path.replace(/^\/([^?]*)/, '/$1%0d%0a'),
  (path) => `ftp://elsewhere${path}`,
];

const ROLES = ['read', 'validate', 'write', 'admin'] as const;
const KEYS = { read: makeKey(), validate: makeKey(), write: makeKey(), admin: makeKey() };
const LINES = ROLES.map((name) => printLine({ name, role: name, digest: digestOf(KEYS[name]) })).join(',');

/** Asks with a key, or without one where none are configured; a stranger says that it was forwarded. */
interface Caller {
  readonly key: Role | 'none' | 'not configured';
  readonly isStranger: boolean;
}

let open: TestGateway;
let keyed: TestGateway;
beforeAll(async () => {
  open = await startTestGateway();
  keyed = await startTestGateway({ keyring: await Keyring.open(LINES, silent) });
});
afterAll(() => Promise.all([open.close(), keyed.close()]));

function mayAsk(takes: Takes, { key, isStranger }: Caller): boolean {
  if (key === 'not configured') return !isStranger || (takes !== 'administer' && takes !== 'admin');
  if (takes === 'none') return true;
  const role = takes === 'administer' ? 'admin' : takes;
  if (takes === 'administer' && isStranger) return false;
  return key !== 'none' && ROLES.indexOf(key) >= ROLES.indexOf(role);
}

const BODY = '{"query":"{ a }"}';

async function ask(path: string, method: string, { key, isStranger }: Caller) {
  const gateway = key === 'not configured' ? open : keyed;
  const headers = {
    ...(!READ.includes(method) && { 'Content-Type': 'application/json', 'Content-Length': BODY.length }),
    ...(key in KEYS && { Authorization: `Bearer ${KEYS[key as 'read']}` }),
    ...(isStranger && { 'X-Forwarded-For': '203.0.113.5' }),
  };
  gateway.upstream.requests.length = 0;
  const body = READ.includes(method) ? {} : { body: BODY };
  const reply = await gateway.ask(path, { method, headers, ...body });
  const received = gateway.upstream.requests.filter(({ method: receivedMethod }) => receivedMethod !== 'OPTIONS');
  // The materializer ends transactions.
  const ends = gateway.materializer.ends.splice(0).map(() => '/commit');
  return { reply, reached: [...received.map(({ url }) => url), ...ends] };
}

async function check(path: string, method: string, caller: Caller, spelled = path): Promise<void> {
  const [takes, methods] = PATHS[path]!;
  const { reply, reached: all } = await ask(spelled, method, caller);
  // The gateway asks for the health of the engine at any time.
  const reached = path === '/health' ? all : all.filter((url) => url !== '/health');
  const title = `${method} ${spelled} ${JSON.stringify(caller)}: ${reply.status} ${reply.text.slice(0, 200)}`;
  const isReached = mayAsk(takes, caller) && methods.includes(method);
  // A GraphQL request without a query is the gateway's to refuse.
  if (isReached && /^\/(admin|graphql)$/.test(path) && method === 'GET') return;
  expect([title, reached]).toEqual([title, isReached ? [ALIASES[path] ?? path] : []]);
  if (isReached) expect([title, reply.status]).toEqual([title, 200]);
  else if (mayAsk(takes, caller)) expect([title, reply.status]).toEqual([title, path === '/graphql' ? 200 : 400]);
  else if (
    takes === 'administer' &&
    !path.startsWith('/mcp') &&
    (caller.key === 'not configured' || caller.key === 'admin')
  ) {
    expect([title, method === 'HEAD' || reply.text.includes('unauthorized ip address')]).toEqual([title, true]);
  } else expect([title, [401, 403].includes(reply.status)]).toEqual([title, true]);
}

const CALLERS: readonly Caller[] = (['not configured', 'none', 'read', 'write', 'admin'] as const)
  .flatMap((key) => [false, true].map((isStranger) => ({ key, isStranger })))
  // After sixty attempts without a key, an address has to wait.
  .filter(({ key }) => key !== 'none');

describe.each(CALLERS)('the caller %j', (caller) => {
  it.each(Object.keys(PATHS))('has exactly the access to %s that its role grants', async (path) => {
    for (const method of EVERY) await check(path, method, caller);
  });
});

it('access is the same in every spelling of a path', () => {
  const paths = fc.constantFrom(...Object.keys(PATHS));
  return fc.assert(
    fc.asyncProperty(
      paths,
      fc.constantFrom(...EVERY),
      fc.constantFrom(...CALLERS),
      fc.constantFrom(...SAME),
      (...args) => {
        const [path, method, caller, spell] = args;
        return check(path, method, caller, spell(path));
      },
    ),
    { numRuns: runs(600) },
  );
});

it('a spelling that two readers may take for two paths is refused', async () => {
  for (const path of Object.keys(PATHS)) {
    for (const spell of REFUSED) {
      const spelled = spell(path);
      const { reply, reached } = await ask(spelled, 'GET', { key: 'not configured', isStranger: false });
      expect([spelled, reply.status, reached]).toEqual([spelled, 400, []]);
    }
  }
});

it('the table has a row for each path that Dgraph serves, and for all others', () => {
  for (const { path, subtree } of DGRAPH_ROUTES) {
    const named = Object.keys(PATHS).filter((each) => each === path || (subtree && each.startsWith(path)));
    expect([path, named.length > 0]).toEqual([path, true]);
  }
  expect(ROUTES.at(-1)).toMatchObject({ path: '/', subtree: 'below', role: 'admin' });
});

it('every path needs a key, except those of load balancers', async () => {
  for (const [path, [takes]] of Object.entries(PATHS)) {
    const { reply } = await ask(path, 'GET', { key: 'none', isStranger: false });
    expect([path, [401, 429].includes(reply.status)]).toEqual([path, takes !== 'none']);
  }
});
