import { plainPredicate } from '../../../../src/dql';
import type { ScalarType } from '../../../../src/dql/schema/ast';
import { isMisfit } from '../../../../src/materialize/store/misfit';

const declared = (type: ScalarType, lang = false) => ({ ...plainPredicate('p', type), lang });

it.each<[ScalarType, string]>([
  ['int', '42'],
  ['int', '-9223372036854775808'],
  ['float', '1.5e+300'],
  ['float', 'INF'],
  ['bool', 'true'],
  ['datetime', '2024-02-29T10:00:00Z'],
  ['geo', '{"type":"Point","coordinates":[1,2]}'],
  ['geo', '{"type":"LineString","coordinates":[[1,2,3],[3,4,5]]}'],
  ['float32vector', '[1,2.5]'],
  ['string', 'any text'],
])('%s holds %s', (type, text) => {
  expect(isMisfit(`"${text}"`, declared(type))).toBe(false);
});

it.each<[ScalarType, string]>([
  ['int', 'abc'],
  ['int', '9223372036854775808'],
  ['float', 'much'],
  ['float', 'NaN'],
  ['bool', 'maybe'],
  ['datetime', 'yesterday'],
  ['datetime', '2016-12-31T23:59:60Z'],
  ['datetime', '2023-13-01T00:00:00Z'],
  ['datetime', '2023-02-30T00:00:00Z'],
  ['geo', 'POINT(1 2)'],
  ['geo', '{"type":"Foo","coordinates":[1,2]}'],
  ['geo', '{"type":"Point","coordinates":[]}'],
  ['geo', '{"type":"Point","coordinates":[null,2]}'],
  ['float32vector', '[]'],
])('%s does not hold %s', (type, text) => {
  expect(isMisfit(`"${text}"`, declared(type))).toBe(true);
});

it('a value with a language needs @lang', () => {
  expect(isMisfit('"hello"@en', declared('string'))).toBe(true);
  expect(isMisfit('"hello"@en', declared('string', true))).toBe(false);
});

it('nodes, and values of predicates without a declaration, fit', () => {
  expect(isMisfit('0x1', declared('uid'))).toBe(false);
  expect(isMisfit('"abc"', undefined)).toBe(false);
});

describe('a text beyond the longest key of Dgraph', () => {
  const indexed = (...tokenizers: string[]) => ({
    ...plainPredicate('p', 'string'),
    index: tokenizers.map((tokenizer) => ({ tokenizer })),
  });
  const long = 'words of a licence '.repeat(4_000);

  it.each([
    [['exact', 'term'], long, true],
    [['exact'], 'ä'.repeat(40_000), true],
    [['exact'], 'a'.repeat(64_000), false],
    [['term'], long, false],
    [['term'], 'a'.repeat(70_000), true],
    [['fulltext'], '\ufdfa'.repeat(15_000), true],
    [['hash', 'trigram'], long, false],
    [[], long, false],
  ] as const)('under the indexes %j', (tokenizers, text, isTooLong) => {
    expect(isMisfit(`"${text}"`, indexed(...tokenizers))).toBe(isTooLong);
  });
});

const indexed = { ...plainPredicate('p', 'geo'), lang: false, index: [{ tokenizer: 'geo', options: [] }] };
it.each([
  ['Point', '[1,2]', false],
  ['Point', '[1,2,3]', true],
  ['LineString', '[[1,2],[3,4]]', true],
  ['MultiPoint', '[[1,2]]', true],
  ['Polygon', '[[[0,0],[0,1],[1,1],[0,0]]]', false],
  ['Polygon', '[[[0,0],[0,1],[1,1],[0,0]],[[1,2]]]', false],
  ['Polygon', '[[[0,0],[0,1],[0,0]]]', true],
  ['Polygon', '[[[0,0],[0,1],[1,1],[1,0]]]', true],
  ['Polygon', '[[[0,0,1],[0,1,1],[1,1,1],[0,0,1]]]', true],
  ['Polygon', '[[]]', true],
  ['Polygon', '[]', true],
  ['MultiPolygon', '[[[[0,0],[0,1],[1,1],[0,0]]]]', false],
  ['MultiPolygon', '[]', false],
  ['MultiPolygon', '[[]]', true],
])('a geo index refuses the %s %s: %s', (type, coordinates, isRefused) => {
  expect(isMisfit(`"{"type":"${type}","coordinates":${coordinates}}"`, indexed)).toBe(isRefused);
});

it.each([
  ['a', 'de', 12_700, 12_900],
  ['ä', 'de', 2_400, 12_900],
  ['漢', 'zh', 10_600, 10_900],
  ['漢', 'ko', 3_900, 10_900],
  ['\ufdfa', 'ar', 220, 720],
  ['a', undefined, 64_900, 65_100],
])('an exact index takes %j in the language %s up to a length', (character, lang, shorter, longer) => {
  const exact = { ...plainPredicate('p', 'string'), lang: true, index: [{ tokenizer: 'exact' }] };
  const isLong = (length: number, declaration = exact) =>
    isMisfit(`"${character.repeat(length)}"${lang === undefined ? '' : `@${lang}`}`, declaration);
  expect([isLong(shorter), isLong(longer)]).toEqual([false, true]);
  expect(isLong(longer, { ...exact, index: [{ tokenizer: 'hash' }] })).toBe(false);
});
