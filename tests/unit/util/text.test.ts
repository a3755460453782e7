import { wellFormed, withArticle } from '../../../src/util/text';

it('halves of surrogate pairs become U+FFFD, pairs stay', () => {
  expect(wellFormed('a\ud800b\udc00\ud83e\udd89')).toBe('a\ufffdb\ufffd\ud83e\udd89');
});

it('nouns have their article', () => {
  expect(['dog', 'owl', 'Animal'].map(withArticle)).toEqual(['a dog', 'an owl', 'an Animal']);
});
