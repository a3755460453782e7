/** Every route × page × host × key, against an oracle of a few lines; preflights must say the same as the requests. */
import { Keyring } from '../../../src/http/auth/keyring';
import { digestOf, makeKey, printLine } from '../../../src/http/auth/keys';
import { allows, ROLES, type Needed, type Role } from '../../../src/http/auth/roles';
import { neededRole } from '../../../src/http/route';
import { findRoute } from '../../../src/http/routes';
import { silent } from '../../../src/util/log';
import { exchangeBytes, type Reply } from '../../support/http/client';
import { startTestGateway, type TestGateway } from '../../support/http/gateway';
import { DGRAPH_ROUTES, OWLGATE_ROUTES } from '../../support/http/routes';
import { hasAllCases } from '../../support/runs';

const KEYS = Object.fromEntries(ROLES.map((role) => [role, makeKey()])) as Record<Role, string>;
const RING = ROLES.map((role) => printLine({ name: role, role, digest: digestOf(KEYS[role]) })).join(',');

interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly needed: Needed;
  readonly isClosed: boolean;
  readonly isScraped?: true | undefined;
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];
const MORE = [
  '/health',
  '/health?all',
  '/commit?startTs=1',
  '/login',
  '/state',
  '/debug/vars',
  '/ui/keywords',
  '/admin/shutdown',
];
const queryOf = (path: string) => {
  const search = path.split('?')[1] ?? '';
  return { search, parameters: new URLSearchParams(search) };
};
// owlgate's own route of a path comes first.
const reached = DGRAPH_ROUTES.map(({ path }) => path).filter((path) => findRoute(path).kind === 'dgraph');
const dgraph = [...reached, ...MORE, '/unknown', '/%61lter'].flatMap((path) =>
  METHODS.map((method): Endpoint => {
    const decoded = decodeURIComponent(path.split('?')[0]!);
    return {
      method,
      path,
      needed: neededRole(findRoute(decoded), method, queryOf(path)),
      isClosed: false,
    };
  }),
);
const gatewayRoutes = OWLGATE_ROUTES.flatMap((route) =>
  ['', '?validate=true'].flatMap((query) =>
    Object.keys(route.handlers).map((method): Endpoint => {
      const path = route.path.replace(/:\w+/g, 'x') + query;
      return {
        method,
        path,
        needed: neededRole(route, method, queryOf(path)),
        isClosed: /^\/(api|mcp)/.test(path),
        isScraped: route.scraped,
      };
    }),
  ),
);
const ENDPOINTS = [...dgraph, ...gatewayRoutes];
/** Each test takes another third of the endpoints; all with OWLGATE_ALL_CLAUSES=1. */
let turn = 0;
function nextEndpoints(): readonly Endpoint[] {
  turn++;
  return ENDPOINTS.filter((_, i) => hasAllCases || i % 3 === turn % 3);
}

const FRIENDS = [undefined, 'http://localhost:8000', 'http://gateway'] as const;
const STRANGERS = ['https://evil.example', 'null'] as const;

/** The code of a refusal at the gate. */
function refusalOf({ status, json }: Reply): string | undefined {
  const code: unknown = json?.errors?.[0]?.extensions?.code;
  const isOfGate = /^(Host|Origin)Refused$|^(Key|Role)|^TooMany|Whitelisted|Forwarded/.test(String(code));
  if (!isOfGate) expect([401, 403]).not.toContain(status);
  // After sixty requests without a key, these are held up.
  return isOfGate ? String(code).replace('TooManyAttempts', 'KeyMissing') : undefined;
}

/** The announced request's answer and its preflight's: whether a browser would let the page send and read it. */
async function askBoth(gateway: TestGateway, { method, path }: Endpoint, headers: Record<string, string>) {
  gateway.upstream.requests.length = 0;
  const reply = await gateway.ask(path, { method, headers, ...(/^P/.test(method) && { body: 'x' }) });
  const requestCount = gateway.upstream.requests.length;
  const { Origin, Host, ...rest } = headers;
  if (Origin === undefined) return { refusal: refusalOf(reply), requestCount, isAllowed: undefined };
  const preflight = await gateway.ask(path, {
    method: 'OPTIONS',
    headers: {
      Origin,
      Host: Host!,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': Object.keys(rest).join(', ').toLowerCase(),
    },
  });
  return {
    refusal: refusalOf(reply),
    requestCount,
    isAllowed: preflight.headers['access-control-allow-origin'] === '*',
  };
}

async function eachCase(
  gateway: TestGateway,
  key: Record<string, string>,
  expected: (endpoint: Endpoint, isStranger: boolean) => string | undefined,
  hosts: readonly string[] = ['gateway'],
  origins: readonly (string | undefined)[] = [undefined, 'https://evil.example'],
): Promise<void> {
  for (const endpoint of nextEndpoints()) {
    for (const Host of hosts) {
      for (const origin of origins) {
        const isStranger = (STRANGERS as readonly unknown[]).includes(origin);
        const headers = { Host, ...key, ...(origin !== undefined && { Origin: origin }) };
        const outcome = await askBoth(gateway, endpoint, headers);
        // A program of this machine may scrape; a web page has an origin.
        const isScrape = endpoint.isScraped === true && origin === undefined;
        const reached: Endpoint = isScrape ? { ...endpoint, needed: 'none' } : endpoint;
        const refusal = Host === 'gateway' ? expected(reached, isStranger) : 'HostRefused';
        const place = [endpoint.method, endpoint.path, origin, Host];
        expect([...place, outcome.refusal]).toEqual([...place, refusal]);
        if (refusal !== undefined) expect([...place, outcome.requestCount]).toEqual([...place, 0]);
        // GraphQL's is the engine's to answer.
        if (outcome.isAllowed === undefined || endpoint.path === '/graphql' || refusal?.startsWith('Key')) continue;
        if (refusal === undefined || /Refused/.test(refusal)) {
          expect([...place, outcome.isAllowed]).toEqual([...place, refusal === undefined]);
        }
      }
    }
  }
}

describe('every route, page and host', () => {
  let gateway: TestGateway;
  afterEach(() => gateway.close());

  const start = async (keys: string | undefined, more = {}): Promise<void> => {
    const keyring = keys === undefined ? undefined : await Keyring.open(keys, silent);
    gateway = await startTestGateway({ hosts: ['gateway'], ...more, ...(keyring && { keyring }) });
  };
  const isRead = (needed: Needed) => allows('read', needed);

  it('without keys, foreign pages have public reads only', async () => {
    await start(undefined);
    const expected = ({ needed, isClosed }: Endpoint, isStranger: boolean) =>
      isStranger && needed !== 'none' && (!isRead(needed) || isClosed) ? 'OriginRefused' : undefined;
    await eachCase(gateway, {}, expected, ['gateway', 'evil.example'], [...FRIENDS, ...STRANGERS]);
  });

  it.each([
    ['Authorization', `Bearer ${makeKey()}`],
    ['X-Owlgate-Key', makeKey()],
    ['X-Auth-Token', 'secret'],
    ['X-Dgraph-AuthToken', 'secret'],
    ['X-Dgraph-AccessToken', 'ey.forged.token'],
  ])('without keys and access control, %s has no effect', async (name, value) => {
    await start(undefined);
    await eachCase(gateway, { [name]: value }, ({ needed, isClosed }, isStranger) =>
      isStranger && needed !== 'none' && (!isRead(needed) || isClosed) ? 'OriginRefused' : undefined,
    );
  });

  it('with access control, a token has the rights that its cluster grants', async () => {
    await start(undefined, { checksTokens: true });
    await eachCase(gateway, { 'X-Dgraph-AccessToken': 'ey.some.token' }, ({ needed, isClosed }, isStranger) =>
      isStranger && needed !== 'none' && isClosed ? 'OriginRefused' : undefined,
    );
  });

  it.each(ROLES)('with keys, a page with a key of the role %s has the rights of the key', async (role) => {
    await start(RING);
    await eachCase(gateway, { Authorization: `Bearer ${KEYS[role]}` }, ({ needed }) =>
      allows(role, needed) ? undefined : 'RoleMissing',
    );
  });

  it('with keys, requests without one are refused', async () => {
    await start(RING);
    await eachCase(gateway, {}, ({ needed }) => (needed === 'none' ? undefined : 'KeyMissing'));
  });
});

describe('GraphQL', () => {
  let gateway: TestGateway;
  beforeEach(async () => (gateway = await startTestGateway()));
  afterEach(() => gateway.close());
  const JSON_TYPE = 'application/json';
  const post = (query: string, origin: string, type = JSON_TYPE) =>
    gateway.ask('/graphql', {
      method: 'POST',
      headers: { Origin: origin, 'Content-Type': type },
      body: type === JSON_TYPE ? JSON.stringify({ query }) : query,
    });

  it('answers queries of foreign pages and refuses their mutations', async () => {
    const posts = () => gateway.upstream.requests.filter(({ method }) => method === 'POST');
    expect(refusalOf(await post('{ queryA { id } }', 'https://evil.example'))).toBeUndefined();
    expect(posts()).toHaveLength(1);
    for (const type of [JSON_TYPE, 'application/graphql']) {
      expect(refusalOf(await post('mutation { a }', 'https://evil.example', type))).toBe('OriginRefused');
    }
    // GraphQL is not read from plain text: the gateway answers that there is no document.
    await post('{"query":"mutation { a }"}', 'https://evil.example', 'text/plain');
    expect(posts()).toHaveLength(1);
    expect(refusalOf(await post('mutation { a }', 'http://localhost:3000'))).toBeUndefined();
  });

  it.each([
    ['GET', 403],
    // The gateway answers these itself, as Dgraph does: they carry no document.
    ['HEAD', 200],
    ['PUT', 200],
    ['DELETE', 200],
  ])('refuses mutations of foreign pages by %s', async (method, status) => {
    const path = '/graphql?query=mutation%7Ba%7D';
    for (const headers of [
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { Referer: 'https://evil.example/' },
    ]) {
      expect((await gateway.ask(path, { method, headers })).status).toBe(status);
    }
    expect(gateway.upstream.requests).toHaveLength(0);
  });
});

describe('a WebSocket', () => {
  const upgrade = (gateway: TestGateway, headers: string) =>
    exchangeBytes(
      gateway.url,
      `GET /graphql HTTP/1.1\r\n${headers}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: graphql-ws\r\n\r\n',
      /\r\n\r\n/,
    );

  it('is open to foreign pages for reading, under a name of the gateway', async () => {
    const gateway = await startTestGateway();
    try {
      expect(await upgrade(gateway, 'Host: localhost\r\nOrigin: https://evil.example\r\n')).toMatch(/^HTTP\/1\.1 101 /);
      expect(await upgrade(gateway, 'Host: evil.example\r\n')).toMatch(/^HTTP\/1\.1 403 Forbidden.*HostRefused/s);
    } finally {
      await gateway.close();
    }
  });
});
