import { afterLast, oneLine, trimEndOf, wellFormed, withArticle } from '../../../src/util/text';

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
