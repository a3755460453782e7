/** Values of query parameters. */
import { wholeNumber } from '../../../src/http/parameters';

const RANGE = { min: 1, max: 1000, preset: 100 };

it.each([
  [undefined, 100],
  ['1', 1],
  ['1000', 1000],
  ['007', 7],
])('the whole number %j is read as %d', (text, number) => {
  expect(wholeNumber('first', text, RANGE)).toBe(number);
});

it.each(['', '0', '1001', '-1', '+1', '1.0', '1e2', ' 1', '0x1', '١', '00000000000000001', 'NaN'])(
  'a whole number in the form %j is refused',
  (text) => {
    expect(() => wholeNumber('first', text, RANGE)).toThrow(`first=${text}: a number from 1 to 1000 is expected`);
  },
);
