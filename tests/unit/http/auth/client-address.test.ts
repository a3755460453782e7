/**
 * The address of a client, against an oracle: chains of proxies are played, and the gateway has to find who began them.
 */
import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { OwlgateError } from '../../../../src/errors';
import { ClientAddresses } from '../../../../src/http/auth/client-address';
import { forwardingHeader, isForwarding } from '../../../../src/http/auth/forwarding';
import { Whitelist } from '../../../../src/http/auth/whitelist';
import { TrustedProxies } from '../../../../src/util/trustedProxies';
import { runs } from '../../../support/runs';

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** A request as Node has it: several fields of one name are joined. */
function requestFrom(remoteAddress: string | undefined, headers: Headers = {}): IncomingMessage {
  const entries = Object.entries(headers).map(([name, value]) => [name, [value].flat()] as const);
  return {
    socket: { remoteAddress },
    headers: Object.fromEntries(entries.map(([name, values]) => [name.toLowerCase(), values.join(', ')])),
    rawHeaders: entries.flatMap(([name, values]) => values.flatMap((value) => [name, value])),
  } as unknown as IncomingMessage;
}

const addressesFor = (...proxies: readonly string[]) => new ClientAddresses(TrustedProxies.parse(proxies)!);
const clientOf = (proxies: readonly string[], from: string | undefined, headers?: Headers) =>
  addressesFor(...proxies).clientOf(requestFrom(from, headers));

/** Code of the refusal where a client may not administer. */
function refusal(proxies: readonly string[], whitelist: readonly string[], from: string, headers?: Headers) {
  try {
    new Whitelist(whitelist, addressesFor(...proxies)).require(requestFrom(from, headers));
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(OwlgateError);
    return (error as OwlgateError).code;
  }
}

describe('without proxies', () => {
  it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'])(
    'loopback may administer: %s',
    (from) => {
      expect(refusal([], [], from)).toBeUndefined();
    },
  );

  it.each([
    ['10.1.2.3', ['10.0.0.0/8'], true],
    ['11.1.2.3', ['10.0.0.0/8'], false],
    ['::ffff:10.1.2.3', ['10.1.2.3'], true],
    ['192.168.0.7', ['192.168.0.5:192.168.0.8'], true],
    ['192.168.0.9', ['192.168.0.5:192.168.0.8'], false],
    ['fd00::5', ['fd00::/64'], true],
    ['fd01::5', ['fd00::/64'], false],
    ['fe80::1%eth0', ['fe80::/10'], true],
    ['', [], false],
  ])('%s may administer with the whitelist %j: %s', (from, whitelist, may) => {
    expect(refusal([], whitelist, from)).toBe(may ? undefined : 'NotWhitelisted');
  });

  const NAMES = [
    'X-Forwarded-For',
    'x-forwarded-for',
    'X-FORWARDED-HOST',
    'X-Forwarded-Proto',
    'X-Forwarded-Port',
    'X-Forwarded-Server',
    'X-Forwarded-Prefix',
    'X-Forwarded-Ssl',
    'X-Forwarded-Scheme',
    'X-Forwarded-By',
    'X-Forwarded',
    'Forwarded',
    'Forwarded-For',
    'X-Real-IP',
    'Via',
    'CF-Connecting-IP',
    'CF-Connecting-IPv6',
    'CF-Ray',
    'CDN-Loop',
    'True-Client-IP',
    'X-Client-IP',
    'Client-IP',
    'X-Cluster-Client-IP',
    'Fastly-Client-IP',
    'Fly-Client-IP',
    'X-Original-Forwarded-For',
    'X-Original-Host',
    'X-Original-URL',
    'X-Original-Remote-Addr',
    'X-Originating-IP',
    'X-Remote-IP',
    'X-Remote-Addr',
    'X-Envoy-External-Address',
    'X-Azure-ClientIP',
    'X-Azure-SocketIP',
    'X-ARR-LOG-ID',
    'X-ProxyUser-Ip',
    'WL-Proxy-Client-IP',
    'Proxy-Client-IP',
    'X-AppEngine-User-IP',
    'Akamai-Origin-Hop',
    'X-Amzn-Trace-Id',
    'Front-End-Https',
    'X-Scheme',
    'X-Host',
    'X_Forwarded_For',
    'HTTP_X_FORWARDED_FOR',
    'X-Forward-For',
    'X-Sucuri-ClientIP',
    'Incap-Client-IP',
    'X-Vercel-Forwarded-For',
    'X-Proxy-User',
    'DO-Connecting-IP',
    'X-Coming-From',
    'X-Real-Port',
    'X-HTTP-Forwarded-For',
    'X-Source-IP',
    'X-User-IP',
  ];

  it.each(NAMES)('a request with %s administers nothing', (name) => {
    for (const value of ['127.0.0.1', '', 'for=127.0.0.1', 'http']) {
      expect(refusal([], [], '127.0.0.1', { [name]: value })).toBe('ForwardedRequest');
      expect(refusal(['10.9.9.9'], ['0.0.0.0/0'], '10.1.1.1', { [name]: value })).toBe('ForwardedRequest');
    }
  });

  it.each([
    'Host',
    'Accept',
    'User-Agent',
    'Origin',
    'Referer',
    'Connection',
    'Content-Type',
    'Content-Length',
    'Authorization',
    'X-Auth-Token',
    'X-Dgraph-AccessToken',
    'X-Dgraph-AuthToken',
    'X-Owlgate-Key',
    'X-Request-Id',
    'Traceparent',
    'Tracestate',
    'Accept-Encoding',
    'Sec-Fetch-Site',
    'Cookie',
    'X-Requested-With',
    'Proxy-Authorization',
    'Proxy-Connection',
    'Idempotency-Key',
    'Mcp-Session-Id',
    'Last-Event-ID',
    'X-B3-TraceId',
    'DNT',
    'Priority',
    'Expect',
    'Pragma',
    'X-CSRF-Token',
    'Transfer-Encoding',
  ])('the header %s may come from a client itself', (name) => expect(isForwarding(name)).toBe(false));

  it('a refusal names the header and the setting', () => {
    const { address, doubt } = clientOf([], '127.0.0.1', { Accept: '*/*', Via: '1.1 proxy' });
    expect(address).toBe('127.0.0.1');
    expect(doubt).toMatch(/^by the header Via .* OWLGATE_TRUSTED_PROXIES has to name the proxy 127\.0\.0\.1/);
    expect(forwardingHeader(['Accept', 'X-Real-IP', 'Host', 'forwarded'], new Set(['host']))).toBe('Host');
    expect(forwardingHeader(['Accept', 'X-Real-IP', 'Host', 'forwarded'], new Set())).toBeUndefined();
  });
});

describe('a trusted proxy', () => {
  const PROXY = '10.0.0.5';
  it.each<[string, string, string, string | undefined]>([
    ['x-forwarded-for', 'X-Forwarded-For', '203.0.113.7', '203.0.113.7'],
    ['x-forwarded-for', 'X-Forwarded-For', '127.0.0.1, 203.0.113.7', '203.0.113.7'],
    ['x-forwarded-for', 'X-Forwarded-For', '127.0.0.1,203.0.113.7, 10.0.0.5', '203.0.113.7'],
    ['x-forwarded-for', 'X-Forwarded-For', ' 203.0.113.7:4711 ', '203.0.113.7'],
    ['x-forwarded-for', 'X-Forwarded-For', '[2001:DB8::1]:80', '2001:db8::1'],
    ['x-forwarded-for', 'X-Forwarded-For', '2001:db8::1', '2001:db8::1'],
    ['x-forwarded-for', 'X-Forwarded-For', '::ffff:203.0.113.7', '203.0.113.7'],
    ['x-forwarded-for', 'X-Forwarded-For', 'unknown, 203.0.113.7', '203.0.113.7'],
    ['x-forwarded-for', 'X-Forwarded-For', '10.0.0.5', undefined],
    ['x-forwarded-for', 'X-Forwarded-For', '10.0.0.5, 10.0.0.5', undefined],
    ['x-forwarded-for', 'X-Forwarded-For', '127.0.0.1%lo', undefined],
    ['x-forwarded-for', 'X-Forwarded-For', 'fe80::1%eth0', 'fe80::1'],
    ['x-forwarded-for', 'X-Forwarded-For', '::127.0.0.1', '::7f00:1'],
    ['x-forwarded-for', 'X-Forwarded-For', '203.0.113.7, unknown', undefined],
    ['x-forwarded-for', 'X-Forwarded-For', '203.0.113.7, _hidden', undefined],
    ['x-forwarded-for', 'X-Forwarded-For', '', undefined],
    ['x-forwarded-for', 'X-Forwarded-For', ',', undefined],
    ['x-forwarded-for', 'X-Forwarded-For', '203.0.113.7,', undefined],
    ['x-forwarded-for', 'X-Forwarded-For', 'localhost', undefined],
    ['x-forwarded-for', 'X-Forwarded-For', '2130706433', undefined],
    ['x-forwarded-for', 'X-Forwarded-For', '0177.0.0.1', undefined],
    ['x-forwarded-for', 'X-Forwarded-For', '127.1', undefined],
    ['x-forwarded-for', 'X-Forwarded-For', '203.0.113.7;127.0.0.1', undefined],
    ['x-forwarded-for', 'X-Forwarded-For', '203.0.113.7 127.0.0.1', undefined],
    ['x-forwarded-for', 'X-Forwarded-For', '"127.0.0.1"', undefined],
    ['x-forwarded-for', 'X-Forwarded-For', '[127.0.0.1]', undefined],
    ['x-forwarded-for', 'X-Forwarded-For', '<script>, 127.0.0.1', undefined],
    ['x-forwarded-for', 'Forwarded', 'for=127.0.0.1', undefined],
    ['x-forwarded-for', 'X-Real-IP', '127.0.0.1', undefined],
    ['forwarded', 'Forwarded', 'for=203.0.113.7', '203.0.113.7'],
    ['forwarded', 'Forwarded', 'For="203.0.113.7:80";proto=https;by=10.0.0.5', '203.0.113.7'],
    ['forwarded', 'Forwarded', 'for="[2001:db8::1]:4711"', '2001:db8::1'],
    ['forwarded', 'Forwarded', 'for="[2001:db8::1]", for=10.0.0.5', '2001:db8::1'],
    ['forwarded', 'Forwarded', 'for="127.0.0.1", for="[2001:db8::1]"', '2001:db8::1'],
    ['forwarded', 'Forwarded', 'for=203.0.113.7;for=127.0.0.1', undefined],
    ['forwarded', 'Forwarded', 'For=127.0.0.1;by=a;FOR=203.0.113.7', undefined],
    ['forwarded', 'Forwarded', 'for=203.0.113.7;by="for=a;for=b, for=c"', '203.0.113.7'],
    ['forwarded', 'Forwarded', 'for=unknown', undefined],
    ['forwarded', 'Forwarded', 'for=_secret', undefined],
    ['forwarded', 'Forwarded', 'for="_secret:_port"', undefined],
    ['forwarded', 'Forwarded', 'proto=https', undefined],
    ['forwarded', 'Forwarded', 'for=127.0.0.1;x=", for=203.0.113.7', undefined],
    ['forwarded', 'Forwarded', 'for=127.0.0.1;x=", for="[2001:db8::1]"', undefined],
    ['forwarded', 'Forwarded', 'for=', undefined],
    ['forwarded', 'Forwarded', '', undefined],
    ['forwarded', 'Forwarded', '127.0.0.1', undefined],
    ['x-real-ip', 'X-Real-IP', '203.0.113.7', '203.0.113.7'],
    ['x-edge-client', 'X-Edge-Client', '203.0.113.7', '203.0.113.7'],
    ['x-edge-client', 'X-Forwarded-For', '203.0.113.7', undefined],
  ])('that sets %s and sends %s: %s has the client %s', (set, name, value, expected) => {
    const { address, doubt } = clientOf([`${PROXY}=${set}`], PROXY, { [name]: value });
    expect([address, doubt === undefined]).toEqual(expected === undefined ? [PROXY, false] : [expected, true]);
  });

  it('is not on the whitelist in place of its client', () => {
    const may = (client: string) => refusal([PROXY], ['203.0.113.0/24'], PROXY, { 'X-Forwarded-For': client });
    expect([may('203.0.113.7'), may('127.0.0.1'), may('198.51.100.1')]).toEqual([
      undefined,
      undefined,
      'NotWhitelisted',
    ]);
    expect([may('203.0.113.7, 198.51.100.1'), may('nonsense')]).toEqual(['NotWhitelisted', 'ForwardedRequest']);
  });

  it('may repeat its header: the fields form one list', () => {
    expect(clientOf([PROXY], PROXY, { 'X-Forwarded-For': ['127.0.0.1', '203.0.113.7'] }).address).toBe('203.0.113.7');
    expect(clientOf([`${PROXY}=x-real-ip`], PROXY, { 'X-Real-IP': ['203.0.113.7', '127.0.0.1'] }).address).toBe(
      '127.0.0.1',
    );
  });

  it('a client that the proxy does not name may not administer, even if the header was removed', () => {
    const { address, doubt } = clientOf(['127.0.0.1'], '127.0.0.1', { Connection: 'close, X-Forwarded-For' });
    expect([address, doubt]).toEqual(['127.0.0.1', expect.stringContaining('has not set the header x-forwarded-for')]);
  });

  it.each(['127.0.0.1', '127.0.0.1, 127.0.0.2', '127.0.0.2', '127.0.0.2, 127.0.0.1'])(
    'a client may not administer if a proxy’s entry was suppressed: %s',
    (value) => {
      const proxies = ['127.0.0.1', '127.0.0.2'];
      expect(refusal(proxies, [], '127.0.0.1', { 'X-Forwarded-For': value })).toBe('ForwardedRequest');
    },
  );

  it('each proxy’s own header names the next hop', () => {
    const proxies = ['127.0.0.1', '127.0.0.2=forwarded'];
    const from = (headers: Headers) => clientOf(proxies, '127.0.0.1', headers);
    expect(from({ 'X-Forwarded-For': '127.0.0.2', Forwarded: 'for=203.0.113.7' })).toEqual({
      address: '203.0.113.7',
      doubt: undefined,
    });
    expect(from({ 'X-Forwarded-For': '127.0.0.2' }).doubt).toContain(
      'the proxy 127.0.0.2 has not set the header forwarded',
    );
  });

  it('a closed connection has no client', () => {
    expect(clientOf([PROXY], undefined)).toEqual({ address: '', doubt: undefined });
    expect(refusal([PROXY], ['0.0.0.0/0', '::/0'], '')).toBe('NotWhitelisted');
  });
});

describe('chains of proxies', () => {
  const HEADERS = ['x-forwarded-for', 'forwarded', 'x-edge-client'] as const;
  const node = (header: string, address: string) =>
    header === 'forwarded' ? `for=${address.includes(':') ? `"[${address}]"` : address}` : address;
  const address = fc.oneof(
    fc.ipV4().filter((each) => !each.startsWith('10.')),
    fc.constantFrom('127.0.0.1', '::1', '2001:db8::7', 'fd00::1'),
  );
  /** Entries that a client may write itself into the headers that proxies set. */
  const claim = fc.oneof(address, fc.constantFrom('unknown', '_x', '10.0.0.1', '10.0.0.2'));

  it('are followed to the client, whatever the client sends', () => {
    fc.assert(
      fc.property(
        address,
        fc.array(fc.constantFrom(...HEADERS), { minLength: 1, maxLength: 4 }),
        fc.dictionary(fc.constantFrom(...HEADERS), fc.array(claim, { minLength: 1, maxLength: 3 })),
        (client, chain, claims) => {
          const headers: Record<string, string> = {};
          for (const [name, list] of Object.entries(claims))
            headers[name] = list.map((each) => node(name, each)).join(', ');
          // Each proxy appends whom it was asked by, in its own header.
          let asker = client;
          chain.forEach((header, i) => {
            headers[header] = [...(headers[header] === undefined ? [] : [headers[header]]), node(header, asker)].join(
              ', ',
            );
            asker = `10.0.0.${i + 1}`;
          });
          const proxies = chain.map((header, i) => `10.0.0.${i + 1}=${header}`);
          const determined = clientOf(proxies, asker, headers);
          const expected = addressesFor().clientOf(requestFrom(client)).address;
          expect(determined).toEqual({ address: expected, doubt: undefined });
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('give no other client the right to administer, whatever headers it sends', () => {
    const value = fc.oneof(
      claim,
      fc.array(claim).map((list) => list.join(', ')),
      fc.string(),
      claim.map((each) => `for=${each}`),
    );
    fc.assert(
      fc.property(
        fc.ipV4().filter((each) => !/^(10|127)\./.test(each)),
        fc.constantFrom(...HEADERS),
        fc.dictionary(fc.constantFrom(...HEADERS, 'x-real-ip', 'via', 'x-forwarded-host'), value),
        (stranger, header, sent) => {
          const before = sent[header];
          const headers = {
            ...sent,
            [header]: `${before === undefined ? '' : `${before}, `}${node(header, stranger)}`,
          };
          expect(refusal([`10.0.0.1=${header}`], [], '10.0.0.1', headers)).toMatch(/NotWhitelisted|ForwardedRequest/);
          expect(refusal([`10.0.0.1=${header}`], [], '127.0.0.1', headers)).toBe('ForwardedRequest');
        },
      ),
      { numRuns: runs(500) },
    );
  });
});
