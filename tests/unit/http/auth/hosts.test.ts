/** Names under which the gateway may be asked, as a browser or a proxy would spell them. */
import type { IncomingMessage } from 'node:http';
import { hostName, Hosts } from '../../../../src/http/auth/hosts';

const requestTo = (host: string | undefined, more: object = {}, localAddress = '127.0.0.1') =>
  ({ headers: { host, ...more }, socket: { localAddress } }) as unknown as IncomingMessage;

function accepts(hosts: Hosts, host: string | undefined, more: object = {}): boolean {
  try {
    hosts.require(requestTo(host, more));
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'HostRefused', status: 403 });
    expect((error as Error).message).toContain('OWLGATE_HOSTS');
    return false;
  }
}

const LOCAL = [
  'localhost',
  'LOCALHOST',
  'localhost:8080',
  'localhost.',
  'localhost.:8080',
  'app.localhost',
  'a.b.localhost:1',
  '127.0.0.1',
  '127.0.0.1:8080',
  '127.9.8.7',
  '[::1]',
  '[::1]:8080',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::FFFF:7f00:1]',
];
const ADDRESSES = [
  '192.168.1.5:8080',
  '10.0.0.1',
  '203.0.113.7',
  '[2001:db8::1]:80',
  '0.0.0.0:8080',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.1',
  '0x7f.1:8080',
  '127.0.0.1.',
  '1',
];
const STRANGE = [
  'evil.example',
  'evil.example:8080',
  'localhost.evil.example',
  'localhostx',
  'xlocalhost',
  'evil.example.',
  'localhost..',
  '127.0.0.1.evil.example',
  '127.0.0.1.nip.io',
  'user@localhost',
  'user:pw@127.0.0.1',
  'localhost@evil.example',
  'localhost/x',
  'localhost#x',
  'localhost?x',
  'localhost\\x',
  'localhost, evil.example',
  'local host',
  '[::1',
  '::1',
  '[localhost]',
  '[::1].x',
  'localhost:port',
  'localhost:99999',
  '999.999.999.999',
  '127.0.0.1.1.1',
  '[::1%25lo]',
  'lo%63alhost',
  'ｌocalhost',
  'localhost\u0000',
  'http://localhost',
  '.localhost.evil',
  '*',
  '_',
  '0x7f.1.evil',
  'localhost:80:80',
];

describe('while the gateway listens on loopback', () => {
  const hosts = new Hosts([], []);
  hosts.listensOn('127.0.0.1');

  it.each([...LOCAL, ...ADDRESSES])('%s is a host name of the gateway', (host) =>
    expect(accepts(hosts, host)).toBe(true),
  );
  it.each(STRANGE)('%j is not a host name of the gateway', (host) => expect(accepts(hosts, host)).toBe(false));

  it('a missing host name is accepted from programs, and not from browsers', () => {
    for (const host of [undefined, '']) {
      expect(accepts(hosts, host)).toBe(true);
      expect(accepts(hosts, host, { origin: 'http://localhost' })).toBe(false);
      expect(accepts(hosts, host, { 'sec-fetch-site': 'none' })).toBe(false);
    }
  });

  it('further names are configured', () => {
    const named = new Hosts(['graph.example', 'graph'], ['app.example']);
    for (const host of [
      'graph.example',
      'Graph.Example:8080',
      'graph.example.',
      'graph',
      'app.example:443',
      'localhost',
      '10.0.0.1',
    ]) {
      expect([host, accepts(named, host)]).toEqual([host, true]);
    }
    for (const host of ['x.graph.example', 'example', 'graph.example.evil', 'graphs', 'graph.example@evil']) {
      expect([host, accepts(named, host)]).toEqual([host, false]);
    }
  });

  it.each(['::1', '127.0.1.1', '::ffff:127.0.0.1'])('names on %s are checked', (address) => {
    const on = new Hosts([], []);
    on.listensOn(address);
    expect([accepts(on, 'evil.example'), accepts(on, 'localhost')]).toEqual([false, true]);
  });
});

describe('while it listens on another address', () => {
  it.each(['0.0.0.0', '::', '192.168.1.5'])('%s: names are checked if they are configured', (address) => {
    const [open, named] = [new Hosts([], ['app.example']), new Hosts(['graph.example'], [])];
    for (const each of [open, named]) each.listensOn(address);
    expect([accepts(open, 'anything.example'), accepts(named, 'anything.example')]).toEqual([true, false]);
    expect([accepts(named, 'graph.example'), accepts(named, '192.168.1.5')]).toEqual([true, true]);
  });

  it('a forged name is reported differently on a loopback connection', () => {
    const hosts = new Hosts([], []);
    hosts.listensOn('0.0.0.0');
    const isNamed = (host: string, localAddress: string) => hosts.isNamed(requestTo(host, {}, localAddress));
    expect([isNamed('evil.example', '127.0.0.1'), isNamed('evil.example', '::ffff:127.0.0.1')]).toEqual([false, false]);
    expect([isNamed('localhost', '127.0.0.1'), isNamed('evil.example', '192.168.1.5')]).toEqual([true, true]);
  });
});

it('verdicts are cached in a bounded number', () => {
  const hosts = new Hosts([], []);
  for (let i = 0; i < 3_000; i++) expect(accepts(hosts, `${i}.example`)).toBe(false);
  expect(accepts(hosts, 'localhost')).toBe(true);
});

it.each([
  ['LOCALHOST.:8080', 'localhost'],
  ['2130706433', '127.0.0.1'],
  ['[::FFFF:7f00:1]:1', '::ffff:7f00:1'],
  ['a@b', undefined],
])('the host of %s is %s', (authority, expected) => expect(hostName(authority)).toBe(expected));
