import { canonicalAddress, clientNetwork, isLoopbackAddress } from '../../../src/util/address';

it.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::FFFF:7f00:1', '127.0.0.1'],
  ['0:0:0:0:0:0:0:1', '::1'],
  ['FE80::1%eth0', 'fe80::1'],
  ['2001:0db8::0001', '2001:db8::1'],
])('the canonical form of %s is %s', (text, expected) => {
  expect(canonicalAddress(text)).toBe(expected);
  expect(canonicalAddress(expected)).toBe(expected);
});

it.each(['', 'localhost', '2130706433', '0177.0.0.1', '0x7f.0.0.1', '127.1', '1.2.3.4:5', '[::1]', '::1/128', ' ::1'])(
  '%j is not an address',
  (text) => expect(canonicalAddress(text)).toBeUndefined(),
);

it('recognizes loopback addresses', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1'].every(isLoopbackAddress)).toBe(true);
  expect(['128.0.0.1', '::2', '', '0.0.0.0', '10.127.0.1'].some(isLoopbackAddress)).toBe(false);
});

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:aaff:1::1', '2001:db8:1:aa00::'],
  ['2001:db8:1:aa00::', '2001:db8:1:aa00::'],
  ['::1', '::'],
  ['', ''],
])('clients with the address %j are counted as %j', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});
