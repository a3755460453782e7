import { afterLast, oneLine, trimEndOf, wellFormed, withArticle } from '../../../src/util/text';

it('halves of surrogate pairs become U+FFFD, pairs stay', () => {
  expect(wellFormed('a\ud800b\udc00\ud83e\udd89')).toBe('a\ufffdb\ufffd\ud83e\udd89');
});

it('nouns have their article', () => {
  expect(['dog', 'owl', 'Animal'].map(withArticle)).toEqual(['a dog', 'an owl', 'an Animal']);
});

it('white space with a line break in it becomes a space', () => {
  expect(oneLine('a \n\n b  c\r\nd\n')).toBe('a b  c d ');
});

it.each([
  ['http://h//', '/', 'http://h'],
  ['a', '/', 'a'],
  ['///', '/', ''],
  ['', '/', ''],
  ['a#/:', '#/:', 'a'],
  ['a/b', '/', 'a/b'],
])('the end of %j without %j is %j', (text, set, rest) => {
  expect(trimEndOf(text, set)).toBe(rest);
});

it.each([
  ['http://h/a#b', '#/', 'b'],
  ['urn:a:b', '#/', 'urn:a:b'],
  ['urn:a:b', '#/:', 'b'],
  ['http://h/', '#/', ''],
])('the part of %j after the last of %j is %j', (text, separators, part) => {
  expect(afterLast(text, separators)).toBe(part);
});
