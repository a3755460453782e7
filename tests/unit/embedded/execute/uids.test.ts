/** Set operations on lists of uids, against JavaScript's sets. */
import fc from 'fast-check';
import {
  after,
  difference,
  indexOf,
  intersect,
  intersectAll,
  page,
  pageRange,
  toList,
  union,
  unionAll,
} from '../../../../src/embedded/execute/uids';

/** Short and long lists, dense and sparse, so that galloping is covered too. */
const list = fc
  .tuple(fc.integer({ min: 1, max: 3000 }), fc.array(fc.nat(), { maxLength: 400 }))
  .map(([range, numbers]) => toList(numbers.map((n) => (n % range) + 1)));

const set = (l: Float64Array): Set<number> => new Set(l);
const sorted = (s: Iterable<number>): number[] => [...new Set(s)].sort((a, b) => a - b);

describe('lists of uids', () => {
  it('intersect', () => {
    fc.assert(
      fc.property(list, list, (a, b) => expect([...intersect(a, b)]).toEqual([...a].filter((x) => set(b).has(x)))),
    );
  });

  it('are subtracted', () => {
    fc.assert(
      fc.property(list, list, (a, b) => expect([...difference(a, b)]).toEqual([...a].filter((x) => !set(b).has(x)))),
    );
  });

  it('unite', () => {
    fc.assert(fc.property(list, list, (a, b) => expect([...union(a, b)]).toEqual(sorted([...a, ...b]))));
    fc.assert(
      fc.property(fc.array(list, { maxLength: 5 }), (lists) =>
        expect([...unionAll(lists)]).toEqual(sorted(lists.flatMap((l) => [...l]))),
      ),
    );
  });

  it('intersect all together', () => {
    fc.assert(
      fc.property(fc.array(list, { minLength: 1, maxLength: 4 }), (lists) =>
        expect([...intersectAll(lists)]).toEqual([...lists[0]!].filter((x) => lists.every((l) => set(l).has(x)))),
      ),
    );
    expect(intersectAll([])).toHaveLength(0);
  });

  it('are searched', () => {
    fc.assert(fc.property(list, fc.nat(3000), (l, uid) => expect(indexOf(l, uid)).toBe([...l].indexOf(uid))));
    fc.assert(
      fc.property(list, fc.nat(3000), (l, uid) => expect([...after(l, uid)]).toEqual([...l].filter((x) => x > uid))),
    );
  });

  it('leave their operands unchanged', () => {
    const a = toList([1, 2, 3, 4]);
    intersect(a, toList([2, 3]));
    unionAll([a, toList([9])]);
    page(a, 2, 1);
    expect([...a]).toEqual([1, 2, 3, 4]);
  });
});

describe('pages', () => {
  it.each([
    [0, 0, 5, [0, 5]],
    [2, 1, 5, [1, 3]],
    [0, 3, 5, [3, 5]],
    [9, 9, 5, [5, 5]],
    [-2, 0, 5, [3, 5]],
    [-9, 3, 5, [0, 5]],
    [2, -1, 5, [0, 2]],
  ] as const)('first %i, offset %i of %i', (count, offset, length, expected) => {
    expect(pageRange(count, offset, length)).toEqual(expected);
  });
});
