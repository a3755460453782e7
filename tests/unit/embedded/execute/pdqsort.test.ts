/** The sort: it sorts, it terminates for any comparison, and it leaves ties as Go's sort.Sort does. */
import fc from 'fast-check';
import { pdqsort, selectLeast } from '../../../../src/embedded/execute/pdqsort';

describe('pdqsort', () => {
  it('sorts', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 300 }), (numbers) => {
        const items = [...numbers];
        pdqsort(items, (a, b) => a < b);
        expect(items).toEqual([...numbers].sort((a, b) => a - b));
      }),
    );
  });

  it('keeps every item, even if no item, or every item, is less than the others', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 200 }), fc.boolean(), (numbers, always) => {
        const items = [...numbers];
        pdqsort(items, () => always);
        expect(items.sort()).toEqual([...numbers].sort());
      }),
    );
  });

  it('sorts ordered, reversed and nearly ordered items', () => {
    for (const length of [13, 50, 200, 1000]) {
      const ordered = Array.from({ length }, (_, i) => i);
      for (const items of [
        [...ordered],
        [...ordered].reverse(),
        [...ordered.slice(1), 0],
        [length, ...ordered.slice(1), 0],
      ]) {
        const expected = [...items].sort((a, b) => a - b);
        pdqsort(items, (a, b) => a < b);
        expect(items).toEqual(expected);
      }
    }
  });

  it('leaves ties as Go does', () => {
    // Recorded from Go 1.26: the indexes of 40 items with keys i * 7 % 5, sorted by key.
    const items = Array.from({ length: 40 }, (_, index) => ({ index, key: (index * 7) % 5 }));
    pdqsort(items, (a, b) => a.key < b.key);
    expect(items.map((item) => item.index)).toEqual(GO_ORDER);
  });

  it('selects the least', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100), { minLength: 1, maxLength: 200 }), fc.nat(), (numbers, seed) => {
        const n = seed % numbers.length;
        const items = [...numbers];
        selectLeast(items, (a, b) => a < b, items.length, n);
        const least = [...numbers].sort((a, b) => a - b);
        expect(items.slice(0, n).sort((a, b) => a - b)).toEqual(least.slice(0, n));
      }),
    );
  });
});

const GO_ORDER = [
  20, 10, 35, 30, 0, 5, 25, 15, 28, 3, 8, 38, 33, 13, 18, 23, 26, 11, 1, 36, 6, 21, 16, 31, 34, 14, 24, 39, 19, 29, 9,
  4, 7, 12, 22, 2, 32, 37, 17, 27,
];
