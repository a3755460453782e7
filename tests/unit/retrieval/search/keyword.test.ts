/** Search by words, held against ranking every chunk there is; and how little of the corpus it looks at. */
import fc from 'fast-check';
import { inverseDocumentFrequency, termScore } from '../../../../src/retrieval/search/bm25';
import { byScore, KeywordSearch } from '../../../../src/retrieval/search/keyword';
import type { Snapshot } from '../../../../src/retrieval/search/snapshot';
import { countTerm, countTerms, printTerms } from '../../../../src/retrieval/search/terms';

/** An engine's term index over chunks. */
class FakeSnapshot {
  /** Uids that were handed out. */
  handed = 0;

  constructor(private readonly chunks: ReadonlyMap<string, string>) {}

  query(text: string): Promise<Record<string, unknown>> {
    const answer: Record<string, unknown> = {};
    for (const [, name, words, , rest] of text.matchAll(
      /(\w+)\(func: anyofterms\(owlgate\.chunk\.terms, "([^"]*)"\)(, first: \d+)?\) \{ ([^}]*)\}/g,
    )) {
      const searchTerms = words!.split(' ');
      const matching = [...this.chunks].filter(([, terms]) => searchTerms.some((term) => countTerm(terms, term) > 0));
      answer[name!] = rest!.startsWith('count') ? [{ count: matching.length }] : matching.map(([uid]) => ({ uid }));
      if (!rest!.startsWith('count')) this.handed += matching.length;
    }
    const uids = /uid\(([^)]*)\)\) \{ uid t:/.exec(text)?.[1]?.split(', ') ?? [];
    if (uids.length > 0) answer['q'] = uids.map((uid) => ({ uid, t: this.chunks.get(uid) }));
    return Promise.resolve(answer);
  }
}

const corpusOf = (texts: readonly (readonly string[])[]) =>
  new Map(texts.map((terms, i): [string, string] => [`0x${(i + 1).toString(16)}`, printTerms(terms)]));
const statisticsOf = (chunks: ReadonlyMap<string, string>) => ({
  chunks: chunks.size,
  terms: [...chunks.values()].reduce((sum, terms) => sum + countTerms(terms), 0),
});

function everything(chunks: ReadonlyMap<string, string>, queryTerms: readonly string[]) {
  const { chunks: count, terms } = statisticsOf(chunks);
  return [...chunks]
    .map(([uid, printed]) => {
      const scores = queryTerms.map((term) => {
        const containing = [...chunks.values()].filter((each) => countTerm(each, term) > 0).length;
        const occurrences = countTerm(printed, term);
        return termScore(inverseDocumentFrequency(count, containing), occurrences, countTerms(printed), terms / count);
      });
      return { uid, score: scores.reduce((sum, score) => sum + score, 0) };
    })
    .filter(({ score }) => score > 0)
    .sort(byScore);
}

describe('KeywordSearch', () => {
  const word = fc.constantFrom('boat', 'light', 'fog', 'horn', 'pier', 'oak', 'rope');

  it('finds the same as ranking every chunk', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(word, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 40 }),
        fc.uniqueArray(word, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 6 }),
        async (texts, queryTerms, limit) => {
          const chunks = corpusOf(texts);
          const snapshot = new FakeSnapshot(chunks) as unknown as Snapshot;
          const hits = await new KeywordSearch('en').search(
            snapshot,
            queryTerms.join(' '),
            limit,
            statisticsOf(chunks),
          );
          const expected = everything(chunks, queryTerms).slice(0, limit);
          expect(hits.map(({ score }) => score.toFixed(9))).toEqual(expected.map(({ score }) => score.toFixed(9)));
          expect(
            await new KeywordSearch('en').search(snapshot, queryTerms.join(' '), limit, statisticsOf(chunks)),
          ).toEqual(hits);
        },
      ),
    );
  });

  it('reads only chunks with the rare word if others cannot rank higher', async () => {
    const texts = Array.from({ length: 500 }, (_, i) => ['boat', 'pier', ...(i % 100 === 0 ? ['horn', 'horn'] : [])]);
    const chunks = corpusOf(texts);
    const fake = new FakeSnapshot(chunks);
    const hits = await new KeywordSearch('en').search(
      fake as unknown as Snapshot,
      'the boat horn',
      5,
      statisticsOf(chunks),
    );
    expect(hits.map(({ uid }) => uid)).toEqual(['0x1', '0x65', '0xc9', '0x12d', '0x191']);
    expect(fake.handed).toBe(5);
  });
});
