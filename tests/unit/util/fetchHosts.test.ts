/** Allowed hosts, crossed with the addresses that they may have. */
import { areHosts, FetchHosts } from '../../../src/util/fetchHosts';

/** Addresses outside the public network, by kind. */
const CLOSED = {
  loopback: ['127.0.0.1', '127.255.0.9', '[::1]'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.254', '192.168.1.1', '[fd00::1]', '[fc00::1]'],
  'link-local': ['169.254.1.1', '[fe80::1]'],
  metadata: ['169.254.169.254', '168.63.129.16', '[fd00:ec2::254]', '100.100.100.200'],
  multicast: ['224.0.0.1', '239.1.1.1', '[ff02::1]'],
  shared: ['100.64.0.1', '100.127.255.254'],
  reserved: ['0.0.0.0', '0.1.2.3', '240.0.0.1', '255.255.255.255', '[::]', '192.0.0.1', '198.18.0.1', '192.0.2.1'],
  mapped: ['[::ffff:127.0.0.1]', '[::ffff:10.0.0.1]', '[::ffff:8.8.8.8]', '[0:0:0:0:0:ffff:7f00:1]'],
  translated: ['[64:ff9b::7f00:1]', '[64:ff9b::808:808]', '[2002:7f00:1::]', '[2001::1]', '[64:ff9b:1::1]'],
  spelled: ['2130706433', '0x7f000001', '017700000001', '127.1', '0x7f.1', '127.0.0.1.'],
};
const OPEN = ['8.8.8.8', '93.184.216.34', '[2606:4700::1111]'];

const refusal = (hosts: readonly string[], address: string): string | undefined =>
  new FetchHosts(hosts).refusalOf(new URL(address));

describe('URL with an address as host', () => {
  const cases = Object.entries(CLOSED).flatMap(([kind, addresses]) => addresses.map((each) => [kind, each] as const));

  it.each(cases)('%s: %s is refused even if every host is allowed', (_, address) => {
    for (const scheme of ['http', 'https']) {
      expect(refusal(['*:*'], `${scheme}://${address}/x`)).toMatch(/is not a public address/);
      expect(refusal(['*:*'], `${scheme}://${address}:8080/x`)).toMatch(/is not a public address/);
    }
  });

  it.each(OPEN)('%s is allowed', (address) => expect(refusal(['*'], `http://${address}/x`)).toBeUndefined());

  it.each(cases.filter(([kind]) => kind !== 'spelled' && kind !== 'mapped'))(
    '%s: %s is allowed if an entry names it',
    (_, address) => {
      expect(refusal([`${address}:*`], `http://${address}:81/`)).toBeUndefined();
      expect(refusal([address], `http://${address}:81/`)).toMatch(/not among the hosts/);
    },
  );

  it('is allowed by a CIDR block', () => {
    expect(refusal(['10.0.0.0/8:*'], 'http://10.9.8.7:1234/')).toBeUndefined();
    expect(refusal(['10.0.0.0/8:*'], 'http://11.9.8.7:1234/')).toMatch(/not among the hosts/);
    expect(refusal(['[fd00::]/8'], 'http://[fd12::1]/')).toBeUndefined();
  });
});

describe('URL with a host name', () => {
  it.each([
    ['www.w3.org', 'http://www.w3.org/x', true],
    ['www.w3.org', 'https://WWW.W3.ORG./x', true],
    ['www.w3.org', 'http://w3.org/x', false],
    ['www.w3.org', 'http://www.w3.org.evil.example/x', false],
    ['www.w3.org', 'http://www.w3.org:8080/x', false],
    ['www.w3.org:8080', 'http://www.w3.org:8080/x', true],
    ['www.w3.org:443', 'https://www.w3.org/x', true],
    ['www.w3.org:*', 'http://www.w3.org:9/x', true],
    ['*.example.org', 'http://a.b.example.org/', true],
    ['*.example.org', 'http://example.org/', false],
    ['*.example.org', 'http://notexample.org/', false],
    ['*', 'http://anything.example/', true],
    ['*', 'ftp://anything.example/', false],
    ['*', 'file:///etc/passwd', false],
    ['*', 'data:text/turtle,x', false],
    ['*', 'http://user:secret@anything.example/', false],
  ])('%s, %s: %s', (host, address, isAllowed) => expect(refusal([host], address) === undefined).toBe(isAllowed));

  it.each(
    Object.values(CLOSED)
      .flat()
      .filter((address) => !/^(?:0x|2130|0177|127\.1$)|\.$/.test(address)),
  )('a host at %s is refused unless its entry names the address', (literal) => {
    const address = literal.replace(/[[\]]/g, '');
    const url = new URL('http://intranet.example/');
    expect(new FetchHosts(['intranet.example']).refusalOfAddress(url, address)).toMatch(/not a public address/);
    expect(new FetchHosts(['*', '127.0.0.1', '0.0.0.0/0']).refusalOfAddress(url, address)).toBeDefined();
    const named = new FetchHosts([`intranet.example=${address}`]);
    expect(named.refusalOfAddress(url, address)).toBeUndefined();
    expect(named.refusalOfAddress(new URL('http://other.example/'), address)).toBeDefined();
  });
});

it.each([
  'true',
  'localhost',
  'http://a.example',
  'a.example/x',
  '*.',
  '**',
  'a.*',
  'a.example:0',
  'a.example:70000',
  'a b.example',
  '10.0.0.0/33',
  'a.example=b.example',
  '10.0.0.1=10.0.0.2',
  'a.example=10.0.0.1=10.0.0.2',
  '',
])('%j is not a valid entry', (entry) => expect(areHosts([entry])).toBe(false));
