import * as fc from 'fast-check';
import { afterLast, detached, endOfQuoted, oneLine, trimEndOf, wellFormed, withArticle } from '../../../src/util/text';
import { growthBy } from '../../support/heap';

it('lone surrogates become U+FFFD, pairs stay', () => {
  expect(wellFormed('a\ud800b\udc00\ud83e\udd89')).toBe('a\ufffdb\ufffd\ud83e\udd89');
});

it('nouns get the right article', () => {
  expect(['dog', 'owl', 'Animal'].map(withArticle)).toEqual(['a dog', 'an owl', 'an Animal']);
});

it('white space with a line break becomes one space', () => {
  expect(oneLine('a \n\n b  c\r\nd\n')).toBe('a b  c d ');
});

it.each([
  ['http://h//', '/', 'http://h'],
  ['a', '/', 'a'],
  ['///', '/', ''],
  ['', '/', ''],
  ['a#/:', '#/:', 'a'],
  ['a/b', '/', 'a/b'],
])('%j without trailing %j is %j', (text, set, expected) => {
  expect(trimEndOf(text, set)).toBe(expected);
});

it.each([
  ['http://h/a#b', '#/', 'b'],
  ['urn:a:b', '#/', 'urn:a:b'],
  ['urn:a:b', '#/:', 'b'],
  ['http://h/', '#/', ''],
])('the part of %j after the last of %j is %j', (text, separators, part) => {
  expect(afterLast(text, separators)).toBe(part);
});

it('a detached text is the same text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, other) => {
      expect([detached(text), detached(other)]).toEqual([text, other]);
    }),
  );
  expect(detached('a\ud800b')).toBe('a\ud800b');
});

it.each(['ascii', 'über', '人間'])(
  'a detached text does not keep the one alive that it was cut out of (%s)',
  async (word) => {
    const parts: string[] = [];
    const growth = await growthBy(() => {
      for (let i = 0; i < 30; i++) {
        const longText = `${word} ${i} `.repeat(50_000).split(' ').join(' ');
        parts.push(detached(longText.slice(500, 540)));
      }
    });
    expect(parts).toHaveLength(30);
    expect(growth).toBeLessThan(2 ** 21);
  },
);

it.each([
  ['"a" b', '"', 3],
  ['"a\\"b" c', '"', 6],
  ['"a\\\\" "', '"', 5],
  ['""', '"', 2],
  ['"a', '"', 2],
  ['"a\\"', '"', 4],
  ['"""a "b" c""" d', '"""', 13],
  ['"""a\\"""" d', '"""', 9],
])('a quoted text at the beginning of %j, in %s, ends at %i', (text, quote, end) => {
  expect(endOfQuoted(text, quote.length, quote)).toBe(end);
});

it('a quoted text may have any length', () => {
  const text = `"${'x\\n'.repeat(6_000_000)}" …`;
  expect(endOfQuoted(text, 1, '"')).toBe(text.length - 2);
});
