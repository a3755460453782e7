import { wellFormed } from '../../../src/util/text';

it('halves of surrogate pairs become U+FFFD, pairs stay', () => {
  expect(wellFormed('a\ud800b\udc00\ud83e\udd89')).toBe('a\ufffdb\ufffd\ud83e\udd89');
});
