import { DEFAULT_CONCURRENCY, parseConcurrency } from '../../../src/util/concurrencyLimits';

it('keeps the defaults of other limits', () => {
  expect(parseConcurrency([])).toEqual(DEFAULT_CONCURRENCY);
  expect(parseConcurrency(['read=64', 'address = 128'])).toEqual({ ...DEFAULT_CONCURRENCY, read: 64, address: 128 });
});

it.each([
  ['reed=1'],
  ['read'],
  ['read=0'],
  ['read=-1'],
  ['read=1.5'],
  ['read=100001'],
  ['toString=1'],
  ['read=1', 'read=2'],
])('refuses %j', (...entries) => expect(parseConcurrency(entries)).toBeUndefined());
