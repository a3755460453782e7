/** Pages of strangers, by all that a browser says of them. */
import type { IncomingMessage } from 'node:http';
import { Hosts } from '../../../../src/http/auth/hosts';
import { Origins } from '../../../../src/http/auth/origins';

const hosts = new Hosts([], []);
const origins = new Origins(['https://app.example', 'http://other.example:8000'], hosts);

const isStranger = (headers: object, more: object = {}): boolean =>
  origins.strangerOf({
    method: 'POST',
    headers: { host: 'localhost:8080', ...headers },
    socket: { localAddress: '127.0.0.1' },
    ...more,
  } as unknown as IncomingMessage) !== undefined;

it('programs are not foreign pages', () => expect(isStranger({})).toBe(false));

it.each([
  'http://localhost:8080',
  'http://localhost',
  'https://localhost:3000',
  'http://app.localhost:5173',
  'http://127.0.0.1:8000',
  'http://127.8.9.1',
  'http://[::1]:8000',
  'http://[::ffff:7f00:1]:1',
  'http://localhost.:8000',
  'https://app.example',
  'http://other.example:8000',
  'HTTP://LOCALHOST:3000',
])('pages of %s are not foreign', (origin) => {
  expect(isStranger({ origin })).toBe(false);
  // `Origin` says more exactly what these say.
  expect(isStranger({ origin, 'sec-fetch-site': 'cross-site', referer: 'https://evil.example/' })).toBe(false);
});

it.each([
  'null',
  'NULL',
  '',
  'https://evil.example',
  'http://app.example',
  'https://app.example:8443',
  'https://x.app.example',
  'https://app.example.evil',
  'http://localhost.evil.example',
  'http://127.0.0.1.nip.io',
  'http://localhost:8080/',
  'localhost:8080',
  'http://localhost:8080, https://evil.example',
  'file://',
  'chrome-extension://abc',
  'app://localhost',
  'capacitor://localhost',
  'http://user@localhost:8080',
  'http://2130706433',
  'http://evil.example#localhost',
  'http://0.0.0.0:8080',
  'data:',
  'about:blank',
  'http://192.168.1.5:8080',
  'https://[2001:db8::1]',
])('pages of %j are foreign', (origin) => {
  expect(isStranger({ origin })).toBe(true);
  expect(isStranger({ origin, 'sec-fetch-site': 'same-origin' })).toBe(true);
});

describe('pages of the gateway’s own origin', () => {
  it.each([
    ['http://192.168.1.5:8080', '192.168.1.5:8080', false],
    ['https://192.168.1.5', '192.168.1.5', false],
    ['https://192.168.1.5', '192.168.1.5:443', false],
    ['http://192.168.1.5', '192.168.1.5:80', false],
    ['http://192.168.1.5', '192.168.1.5:443', true],
    ['http://192.168.1.5:8000', '192.168.1.5:8080', true],
    ['http://[2001:db8::1]:8080', '[2001:DB8:0::1]:8080', false],
  ])('a page of %s asks %s: foreign is %s', (origin, host, expected) =>
    expect(isStranger({ origin, host })).toBe(expected),
  );

  it('are foreign if the page may have forged the name', () => {
    const headers = { origin: 'http://evil.example:8080', host: 'evil.example:8080' };
    const open = new Hosts([], []);
    open.listensOn('0.0.0.0');
    const at = (localAddress: string, method = 'POST', more: object = headers) =>
      new Origins([], open).strangerOf({ method, headers: more, socket: { localAddress } } as never) !== undefined;
    expect([at('127.0.0.1'), at('192.168.1.5')]).toEqual([true, false]);
    // To its own origin a page sends GET without naming it.
    const bare = { host: 'evil.example:8080' };
    expect([at('127.0.0.1', 'GET', bare), at('127.0.0.1', 'HEAD', bare), at('127.0.0.1', 'POST', bare)]).toEqual([
      true,
      true,
      false,
    ]);
    expect([at('192.168.1.5', 'GET', bare), at('127.0.0.1', 'GET', { host: 'localhost' })]).toEqual([false, false]);
  });
});

describe('requests without an origin', () => {
  it.each([
    ['cross-site', true],
    ['same-site', true],
    ['same-origin', false],
    ['none', false],
    ['', true],
    ['none, cross-site', true],
    ['Same-Origin', true],
  ])('are judged by Sec-Fetch-Site: %s', (site, expected) => {
    expect(isStranger({ 'sec-fetch-site': site })).toBe(expected);
    expect(isStranger({ 'sec-fetch-site': site, referer: 'http://localhost:8080/' })).toBe(expected);
  });

  it.each([
    ['http://localhost:8080/page?x=1', false],
    ['https://app.example/', false],
    ['https://evil.example/', true],
    ['evil', true],
    ['about:blank', true],
  ])('of old browsers are judged by Referer: %s', (referer, expected) =>
    expect(isStranger({ referer })).toBe(expected),
  );
});
