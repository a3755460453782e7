import { TrustedProxies } from '../../../src/util/trustedProxies';

it('parses addresses, blocks and ranges, each with its header', () => {
  const proxies = TrustedProxies.parse([
    '10.0.0.5',
    '192.168.0.0/16=Forwarded',
    'fd00::/8 = X-Real-IP',
    '10.1.0.1:10.1.0.9',
  ]);
  const headers = ['10.0.0.5', '192.168.3.4', 'fd00::7', '10.1.0.5', '10.0.0.6', '::1', ''].map((address) =>
    proxies!.headerOf(address),
  );
  expect(headers).toEqual([
    'x-forwarded-for',
    'forwarded',
    'x-real-ip',
    'x-forwarded-for',
    undefined,
    undefined,
    undefined,
  ]);
});

it('uses the first matching entry', () => {
  const proxies = TrustedProxies.parse(['10.0.0.5=forwarded', '10.0.0.0/8']);
  expect([proxies!.headerOf('10.0.0.5'), proxies!.headerOf('10.0.0.6')]).toEqual(['forwarded', 'x-forwarded-for']);
});

it('is empty by default', () => {
  expect([TrustedProxies.NONE.isEmpty, TrustedProxies.NONE.headerOf('127.0.0.1')]).toEqual([true, undefined]);
});

it.each(['', 'proxy', '10.0.0.5=', '=forwarded', '10.0.0.5=a b', '10.0.0.5=a=b', '10.0.0.0/33', '10.0.0.5:80', '*'])(
  'refuses %j',
  (entry) => expect(TrustedProxies.parse([entry])).toBeUndefined(),
);
