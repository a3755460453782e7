/** Edit distances. */
import * as fc from 'fast-check';
import { editDistance } from '../../../src/util/editDistance';

describe('editDistance', () => {
  test.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['ab', 'ba', 2],
    ['Knows', 'knows', 1],
  ])('%j and %j have the Levenshtein distance %d', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
    expect(editDistance(b, a)).toBe(distance);
  });

  test.each([
    ['ab', 'ba', 1],
    ['captian', 'captain', 1],
    // Optimal string alignment edits no part twice; the unrestricted distance is 2.
    ['ca', 'abc', 3],
  ])('%j and %j have the distance %d where a swap is one edit', (a, b, distance) => {
    expect(editDistance(a, b, { swaps: true })).toBe(distance);
    expect(editDistance(b, a, { swaps: true })).toBe(distance);
  });

  test('an emoji is two characters of a string and one of an array of code points', () => {
    expect(editDistance('a', 'a🙂')).toBe(2);
    expect(editDistance(['a'], Array.from('a🙂'))).toBe(1);
  });

  test('a maximum changes only the distances above it', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
    fc.assert(
      fc.property(word, word, fc.boolean(), fc.nat(5), (a, b, swaps, max) => {
        const distance = editDistance(a, b, { swaps });
        expect(editDistance(a, b, { swaps, max })).toBe(distance > max ? Infinity : distance);
      }),
    );
  });
});
