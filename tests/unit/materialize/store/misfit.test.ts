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
  ['float32vector', '[1,2.5]'],
  ['string', 'any text'],
])('%s holds %s', (type, text) => {
  expect(isMisfit(`"${text}"`, declared(type))).toBe(false);
});

it.each<[ScalarType, string]>([
  ['int', 'abc'],
  ['int', '9223372036854775808'],
  ['float', 'much'],
  ['bool', 'maybe'],
  ['datetime', 'yesterday'],
  ['geo', 'POINT(1 2)'],
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
