import * as fc from 'fast-check';
import { parseRoute, printRoute } from '../../../../ui/src/logic/route';

it('an address reproduces its view, whatever its names are', () => {
  const segment = fc.string({ minLength: 1, unit: 'grapheme' });
  const query = fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.string({ unit: 'grapheme' }));
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 3 }), query, (path, values) => {
      expect(parseRoute(printRoute(path, values))).toEqual({ path, query: { ...values } });
    }),
  );
});

it.each([
  ['', [], {}],
  ['#', [], {}],
  ['#/class/%E0%A4%A', ['class', '%E0%A4%A'], {}],
  ['#/ask?q=%7B%7D', ['ask'], { q: '{}' }],
])('%j', (hash, path, query) => {
  expect(parseRoute(hash)).toEqual({ path, query });
});
