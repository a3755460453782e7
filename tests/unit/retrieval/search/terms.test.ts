/** Terms as they are kept and counted, and what BM25 makes of them. */
import fc from 'fast-check';
import { words } from '../../../../src/embedded/tokenizers/words';
import { inverseDocumentFrequency, termScore } from '../../../../src/retrieval/search/bm25';
import { countTerm, countTerms, printTerms, termsOf } from '../../../../src/retrieval/search/terms';

describe('terms', () => {
  it('are stems without stop words, in other scripts too', () => {
    expect(termsOf('The keepers were lighting the lights')).toEqual(['keeper', 'light', 'light']);
    expect(termsOf('Die Häuser', 'de')).toEqual([`u0${Buffer.from('haus').toString('hex')}`].map(() => 'haus'));
    expect(termsOf('Öl')).toEqual([`u0${Buffer.from('öl').toString('hex')}`]);
  });

  it('are single words to a tokenizer, for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        fc.constantFrom('en', 'de', 'zh', 'ar'),
        (text, language) => {
          for (const term of termsOf(text, language)) expect(words(term)).toEqual([term]);
        },
      ),
    );
  });

  it('are counted by occurrence', () => {
    const term = fc.constantFrom('a', 'aa', 'b', 'ab', 'u0c3b6');
    fc.assert(
      fc.property(fc.array(term), term, (terms, searched) => {
        const printed = printTerms(terms);
        expect(countTerm(printed, searched)).toBe(terms.filter((each) => each === searched).length);
        expect(countTerms(printed)).toBe(terms.length);
      }),
    );
  });
});

describe('BM25', () => {
  it('equals the formula', () => {
    // N = 10, n = 3: ln(1 + 7.5 / 3.5); tf = 2, length 8 of 10 on average.
    const idf = Math.log(1 + 7.5 / 3.5);
    expect(inverseDocumentFrequency(10, 3)).toBeCloseTo(idf, 12);
    expect(termScore(idf, 2, 8, 10)).toBeCloseTo((idf * 2 * 2.2) / (2 + 1.2 * (0.25 + 0.75 * 0.8)), 12);
  });

  it('rises with occurrences and rarity, falls with length, and is never negative', () => {
    const count = fc.integer({ min: 1, max: 1000 });
    fc.assert(
      fc.property(count, count, count, count, (all, containing, occurrences, length) => {
        const idf = inverseDocumentFrequency(all, containing);
        expect(idf).toBeGreaterThanOrEqual(0);
        expect(termScore(1, occurrences + 1, length, 100)).toBeGreaterThan(termScore(1, occurrences, length, 100));
        expect(termScore(1, occurrences, length + 1, 100)).toBeLessThan(termScore(1, occurrences, length, 100));
        expect(inverseDocumentFrequency(all + 1000, containing + 1)).toBeLessThan(
          inverseDocumentFrequency(all + 1000, containing),
        );
      }),
    );
  });
});
