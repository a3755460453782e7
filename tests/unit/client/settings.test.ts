/** Arguments, the environment and defaults (service specification, sections 4.9 and 5). */
import { connect, DEFAULT_TIMEOUT, DEFAULT_URL, type ConnectOptions } from '../../../src/client';
import { RESULT } from '../../support/client/service';

const NAMES = ['SERVICE_API_KEY', 'SERVICE_PLATFORM_URL'];
const environment = process.env;
beforeEach(() => {
  process.env = Object.fromEntries(Object.entries(environment).filter(([name]) => !NAMES.includes(name)));
});
afterAll(() => {
  process.env = environment;
});

/** Arguments of `fetch` for one question. */
async function sentBy(options: ConnectOptions = {}, id = 'db'): Promise<{ url: string; headers: Headers }> {
  const sent: { url: string; headers: Headers }[] = [];
  const fetch: typeof globalThis.fetch = (url, init) => {
    sent.push({ url: url as string, headers: new Headers(init?.headers) });
    return Promise.resolve(new Response(JSON.stringify(RESULT)));
  };
  await connect(id, { ...options, fetch }).retrieve('Where?');
  return sent[0]!;
}

it('defaults to the local service without a key', async () => {
  const { url, headers } = await sentBy();
  expect([DEFAULT_URL, DEFAULT_TIMEOUT]).toEqual(['http://127.0.0.1:8080', 120]);
  expect(url).toBe(`${DEFAULT_URL}/api/v1/databases/db/retrieve`);
  expect(headers.has('Authorization')).toBe(false);
});

it('the environment overrides the defaults', async () => {
  process.env['SERVICE_API_KEY'] = 'from-environment\n';
  process.env['SERVICE_PLATFORM_URL'] = 'https://staging.example.org/graphs/';
  const { url, headers } = await sentBy();
  expect(url).toBe('https://staging.example.org/graphs/api/v1/databases/db/retrieve');
  expect(headers.get('Authorization')).toBe('Bearer from-environment');
});

it('arguments override the environment', async () => {
  process.env['SERVICE_API_KEY'] = 'from-environment';
  process.env['SERVICE_PLATFORM_URL'] = 'nonsense';
  const { url, headers } = await sentBy({ apiKey: 'from-argument', url: 'http://argument.example.org:81' });
  expect(new URL(url).host).toBe('argument.example.org:81');
  expect(headers.get('Authorization')).toBe('Bearer from-argument');
});

it('empty variables count as unset', async () => {
  process.env['SERVICE_API_KEY'] = ' ';
  process.env['SERVICE_PLATFORM_URL'] = '';
  const { url, headers } = await sentBy();
  expect(url.startsWith(DEFAULT_URL)).toBe(true);
  expect(headers.has('Authorization')).toBe(false);
});

it.each([
  ['a b', 'a%20b'],
  ['a/../b', 'a%2F..%2Fb'],
  ['ü?#', '%C3%BC%3F%23'],
  ['50%', '50%25'],
])('a database id becomes one segment of the path: %s', async (id, segment) => {
  expect((await sentBy({}, id)).url).toBe(`${DEFAULT_URL}/api/v1/databases/${segment}/retrieve`);
});

it.each<[string, string, ConnectOptions, RegExp]>([
  ['an empty id', ' ', {}, /databaseId is empty/],
  ['an id that is a path step', '..', {}, /part of a path/],
  ['an id with a lone surrogate', '\ud800', {}, /lone surrogate/],
  ['an empty key', 'db', { apiKey: '' }, /apiKey is empty/],
  ['a key that injects a header', 'db', { apiKey: 'key\r\nX-Injected: 1' }, /visible ASCII/],
  ['a key beyond ASCII', 'db', { apiKey: 'schlüssel' }, /visible ASCII/],
  ['an empty address', 'db', { url: '' }, /an address such as/],
  ['an address without a scheme', 'db', { url: 'localhost:8080' }, /an address such as/],
  ['an address of another scheme', 'db', { url: 'ftp://example.org' }, /an address such as/],
  ['an address without a host', 'db', { url: 'http://' }, /an address such as/],
  ['an address with a wrong port', 'db', { url: 'http://example.org:99999' }, /an address such as/],
  ['an address with a space', 'db', { url: 'http://example.org/a b' }, /an address such as/],
  ['credentials in the address', 'db', { url: 'http://user:hush@example.org' }, /^(?!.*hush).*credentials/],
  ['a query in the address', 'db', { url: 'http://example.org/?a=1' }, /without a query/],
  ['a timeout of zero', 'db', { timeout: 0 }, /positive/],
  ['a negative timeout', 'db', { timeout: -1 }, /positive/],
  ['a timeout that is not a number', 'db', { timeout: NaN }, /positive/],
  ['an infinite timeout', 'db', { timeout: Infinity }, /positive/],
  ['a timeout beyond the range of timers', 'db', { timeout: 1e9 }, /at most/],
])('the constructor refuses %s', (_, id, options, message) => {
  expect(() => connect(id, options)).toThrow(RangeError);
  expect(() => connect(id, options)).toThrow(message);
});

it.each([
  [1, {}],
  [undefined, {}],
  ['db', { apiKey: 5 }],
  ['db', { url: {} }],
  ['db', { timeout: '1' }],
])('the constructor refuses values of other types (%j, %j)', (id, options) => {
  expect(() => connect(id as string, options as ConnectOptions)).toThrow(TypeError);
});

it.each(NAMES)('errors name the invalid variable: %s', (name) => {
  process.env[name] = 'no good';
  expect(() => connect('db')).toThrow(name);
});
