import { onceFor } from '../../../src/util/memo';

it('makes something once for each object, and again where it has failed', () => {
  const make = jest.fn(({ size }: { size: number }) => {
    if (make.mock.calls.length === 1) throw new Error('not yet');
    return size === 0 ? undefined : { size };
  });
  const made = onceFor(make);
  const [one, other, nothing] = [{ size: 1 }, { size: 1 }, { size: 0 }];
  expect(() => made(one)).toThrow('not yet');
  const first = made(one);
  expect(first).toEqual({ size: 1 });
  expect(made(one)).toBe(first);
  expect(made(other)).not.toBe(first);
  expect([made(nothing), made(nothing)]).toEqual([undefined, undefined]);
  expect(make).toHaveBeenCalledTimes(4);
});
