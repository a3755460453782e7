import { once, onceFor } from '../../../src/util/memo';

it('caches the result for each object, but no errors', () => {
  const compute = jest.fn(({ size }: { size: number }) => {
    if (compute.mock.calls.length === 1) throw new Error('not yet');
    return size === 0 ? undefined : { size };
  });
  const memoized = onceFor(compute);
  const [one, other, nothing] = [{ size: 1 }, { size: 1 }, { size: 0 }];
  expect(() => memoized(one)).toThrow('not yet');
  const first = memoized(one);
  expect(first).toEqual({ size: 1 });
  expect(memoized(one)).toBe(first);
  expect(memoized(other)).not.toBe(first);
  expect([memoized(nothing), memoized(nothing)]).toEqual([undefined, undefined]);
  expect(compute).toHaveBeenCalledTimes(4);
});

it('computes a result without arguments once, but again after an error', () => {
  const compute = jest.fn(() => {
    if (compute.mock.calls.length === 1) throw new Error('not yet');
    return undefined;
  });
  const memoized = once(compute);
  expect(() => memoized()).toThrow('not yet');
  expect([memoized(), memoized()]).toEqual([undefined, undefined]);
  expect(compute).toHaveBeenCalledTimes(2);
});
