/** Both languages have the same keys and the same places for values. */
import { de } from '../../../ui/src/text/de';
import { en } from '../../../ui/src/text/en';
import { fill } from '../../../ui/src/text/fill';

const places = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([key, text]) => [key, (text.match(/\{\w+\}/g) ?? []).sort()]);

it('German says what English says', () => {
  expect(places(de)).toEqual(places(en));
  for (const text of [...Object.values(en), ...Object.values(de)]) expect(text).toMatch(/\S/);
});

it('values fill their places, as they are', () => {
  expect(fill('{a} of {b}, {c}', { a: '{b}', b: '$&' })).toBe('{b} of $&, {c}');
  expect(fill('{constructor}', {})).toBe('{constructor}');
});
