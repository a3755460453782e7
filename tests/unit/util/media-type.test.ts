/** Content types that Go's mime.ParseMediaType accepts and refuses. */
import * as fc from 'fast-check';
import { parseMediaType } from '../../../src/util/media-type';

it.each([
  ['application/json', { type: 'application/json' }],
  ['Application/JSON', { type: 'application/json' }],
  [' application/rdf ', { type: 'application/rdf' }],
  ['application/graphql+-', { type: 'application/graphql+-' }],
  ['application/json;', { type: 'application/json' }],
  ['application/json ; ', { type: 'application/json' }],
  ['application/json; charset=UTF-8', { type: 'application/json', charset: 'utf-8' }],
  ['application/json;charset="utf\\-8"', { type: 'application/json', charset: 'utf-8' }],
  ['application/json; a="b;charset=c"; charset=d', { type: 'application/json', charset: 'd' }],
  ['application/json; CHARSET=x', { type: 'application/json', charset: 'x' }],
  ['text', { type: 'text' }],
])('parses %j', (header, expected) => {
  expect(parseMediaType(header)).toEqual(expected);
});

it.each([
  '',
  ';',
  '/',
  'application/',
  '/json',
  'application/json/x',
  'application/json, application/rdf',
  'application/json application/rdf',
  'application/json;;',
  'application/json; x',
  'application/json; x=',
  'application/json; =x',
  'application/json; x="y',
  'application/json; x="y\\"',
  'application/json; x=y z',
  'application/json; charset=utf-8; charset=utf-8',
  'application/json; a=b; A=c',
  'appl\u00e9/json',
])('refuses %j', (header) => {
  expect(parseMediaType(header)).toBeUndefined();
});

it('parses printed types and parameters', () => {
  const token = fc.stringMatching(/^[a-z0-9!#$&'*+.^_`|~-]{1,8}$/);
  const value = fc.oneof(token, fc.string({ unit: fc.constantFrom('a', ';', ',', ' ', '=', '"', '\\') }));
  const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
  fc.assert(
    fc.property(token, token, fc.dictionary(token, value, { maxKeys: 4 }), value, (type, subtype, random, charset) => {
      const { charset: _, ...otherParameters } = random;
      const parameters = Object.entries({ ...otherParameters, charset }).map(
        ([name, each]) => `; ${name}=${quoted(each)}`,
      );
      const expected = { type: `${type}/${subtype}`, charset };
      expect(parseMediaType(`${type}/${subtype}${parameters.join('')}`)).toEqual(expected);
    }),
  );
});

it('takes linear time', () => {
  for (const part of [' ', ';', '; a', '; a=', '"', '\\', ';a="']) {
    expect(parseMediaType(`a/b;${part.repeat(60_000)}x"`)).toBeUndefined();
  }
});
