/** exp, log and pow to the last bit, compared with Go's results. */
import { exp, log, pow } from '../../../../src/embedded/values/elementary';

describe('functions of floats', () => {
  // Cases whose last digit differs from that of JavaScript's function.
  it.each([
    [1.55, 4.711470182590741],
    [1.5, 4.481689070338065],
    [0, 1],
    [-Infinity, 0],
    [Infinity, Infinity],
    [710, Infinity],
    [-800, 0],
  ])('exp(%d)', (x, expected) => expect(exp(x)).toBe(expected));

  it.each([
    [1, 0],
    [3.75, 1.3217558399823195],
    [0, -Infinity],
    [-1, NaN],
    [Infinity, Infinity],
  ])('log(%d)', (x, expected) => expect(log(x)).toBe(expected));

  it.each([
    [2, 10, 1024],
    [2, -2, 0.25],
    [9, 0.5, 3],
    [4, -0.5, 0.5],
    [-2, 3, -8],
    [-2, 0.5, NaN],
    [0, 0, 1],
    [0, -1, Infinity],
    [1, Infinity, 1],
    [2, 1024, Infinity],
    [2, -1074, 5e-324],
    [10, 308, 1.0000000000000006e308],
  ])('pow(%d, %d)', (x, y, expected) => expect(pow(x, y)).toBe(expected));

  it('stay close to the results of JavaScript', () => {
    for (let i = 0; i < 2000; i++) {
      const [x, y] = [((i * 7919) % 1000) / 37 + 0.01, ((i * 104729) % 2000) / 173 - 5];
      expect(Math.abs(exp(y) / Math.exp(y) - 1)).toBeLessThan(1e-15);
      expect(Math.abs(log(x) - Math.log(x))).toBeLessThan(1e-15);
      expect(Math.abs(pow(x, y) / x ** y - 1)).toBeLessThan(1e-14);
    }
  });
});
