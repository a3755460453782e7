import * as fc from 'fast-check';
import { canonicalValue, languageOf, literalOf, literalTerm, parseLiteralTerm } from '../../../src/mutation';

describe('values as terms', () => {
  it('a term preserves any text and its language', () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.constantFrom('en', 'de-at'), { nil: undefined }), (text, lang) => {
        const term = literalTerm(text, lang);
        expect(parseLiteralTerm(term)).toEqual(lang === undefined ? { text } : { text, lang });
        expect(literalOf(term).object).toEqual({ kind: 'literal', type: 'default', value: text });
        expect(languageOf(term)).toBe(lang);
      }),
    );
  });

  it('a node has no language', () => expect(languageOf('_:a"@en')).toBeUndefined());

  it.each([
    ['int', '007', '7'],
    ['int', '+7', '7'],
    ['int', '-0', '0'],
    ['int', '9223372036854775807', '9223372036854775807'],
    ['int', '1.9', '1'],
    ['int', '1e3', '1000'],
    ['int', 'many', 'many'],
    ['int', '', ''],
    ['float', '1.50', '1.5'],
    ['float', '1e2', '100'],
    ['float', ' ', ' '],
    ['float', 'x', 'x'],
    ['bool', 'TRUE', 'true'],
    ['bool', '0', 'false'],
    ['bool', 'maybe', 'maybe'],
    ['datetime', '2020', '2020-01-01T00:00:00Z'],
    ['datetime', '2020-02', '2020-02-01T00:00:00Z'],
    ['datetime', '2020-01-01T02:00:00+02:00', '2020-01-01T00:00:00Z'],
    ['datetime', '2020-01-01T00:00:00.120Z', '2020-01-01T00:00:00.12Z'],
    ['datetime', '2020-01-01T00:00:00.123456789Z', '2020-01-01T00:00:00.123456789Z'],
    ['datetime', '2020-13-01', '2020-13-01'],
    ['datetime', '2023-02-30', '2023-02-30'],
    ['datetime', '2023-02-30T00:00:00+02:00', '2023-02-30T00:00:00+02:00'],
    ['datetime', '0000-02-29', '0000-02-29T00:00:00Z'],
    ['datetime', 'today', 'today'],
    ['geo', "{'type':'Point', 'coordinates':[1, 2.0]}", '{"type":"Point","coordinates":[1,2]}'],
    ['geo', 'POINT (1 2.0)', '{"type":"Point","coordinates":[1,2]}'],
    ['geo', 'POINT EMPTY', 'POINT EMPTY'],
    ['geo', '{', '{'],
    ['float32vector', '[1.0, 2]', '[1,2]'],
    ['string', ' As is ', ' As is '],
    [undefined, '007', '007'],
  ])('%s: %j is %j', (type, value, expected) => expect(canonicalValue(type, value)).toBe(expected));

  it('canonicalization is idempotent', () => {
    const types = fc.constantFrom('int', 'float', 'bool', 'datetime', 'geo', 'string', undefined);
    fc.assert(
      fc.property(types, fc.oneof(fc.string(), fc.double().map(String), fc.bigInt().map(String)), (type, value) => {
        const once = canonicalValue(type, value);
        expect(canonicalValue(type, once)).toBe(once);
      }),
    );
  });
});
