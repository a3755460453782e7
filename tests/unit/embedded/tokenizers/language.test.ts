import { languageBase } from '../../../../src/embedded/tokenizers/language';

it.each([
  ['en-US', 'en'],
  ['de_AT', 'de'],
  ['zh-Hant-TW', 'zh'],
  ['und', 'en'],
  ['und-DE', 'en'],
  ['UND', 'en'],
  ['mul', 'mul'],
  ['x-private', 'en'],
  ['', 'en'],
  ['!', 'en'],
])('the base language of "%s" is %s', (tag, base) =>
  expect([languageBase(tag), languageBase(tag)]).toEqual([base, base]),
);
