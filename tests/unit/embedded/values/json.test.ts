/** Strings as JSON text: parsing returns the original text, whatever looks like an escape. */
import fc from 'fast-check';
import { jsonString } from '../../../../src/embedded/values/json';

describe('jsonString', () => {
  it.each(['\\back', 'C:\\folder\\bin', '\\ud83d', '\\\\b', '\b\f', '<a & b>', '\u2028'])(
    '%j stays what it is',
    (text) => {
      expect(JSON.parse(jsonString(text))).toBe(text);
    },
  );

  it('has Go’s escapes', () => {
    expect(jsonString('\b\f<>&\u2028')).toBe('"\\u0008\\u000c\\u003c\\u003e\\u0026\\u2028"');
    expect(jsonString('half \ud83d')).toBe('"half \\ufffd"');
  });

  it('round-trips every well-formed text', () => {
    const part = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('\\', '\b', '\f', 'b', 'f', 'u', 'd83d', '<'),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const text = parts.join('').replace(/\p{Surrogate}/gu, '');
        expect(JSON.parse(jsonString(text))).toBe(text);
      }),
    );
  });
});
