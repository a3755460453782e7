/** Data of languages: the same lists in each, contractions, comparisons, and the other sides of verbs. */
import { LANGUAGES } from '../../../../src/retrieval/language/data';
import { languageOf } from '../../../../src/retrieval/language/language';

it('has the same lists in every language', () => {
  const [first, ...others] = LANGUAGES.map(({ data }) => Object.keys(data).filter((name) => name !== 'functionWords'));
  for (const names of others) expect(names.sort()).toEqual(first!.sort());
});

describe('a question with a contraction', () => {
  it('is read with its verb', () => {
    expect(languageOf('en')!.parts("Who's her boss and when's the fair?")).toEqual([
      'Who is her boss',
      'when is the fair?',
    ]);
    expect(languageOf('de')!.parts('Wo’s der Saal?')).toEqual(['Wo ist der Saal?']);
  });

  it('keeps possessives', () => {
    expect(languageOf('en')!.parts("What is Ada's wage?")).toEqual(["What is Ada's wage?"]);
  });
});

it('knows verbs from their other side', () => {
  const { thesaurus } = languageOf('en')!;
  expect(thesaurus.behind.get('lead')).toContain('report');
  expect(thesaurus.behind.get('own')).toContain('belong');
});

it('compares before and behind a number', () => {
  const english = languageOf('en')!;
  expect(english.comparisonAt(['more', 'than', '5'], 0)).toEqual({ how: 'gt', length: 2 });
  expect(english.comparisonAt(['5', 'or', 'more'], 1, 'orMore')).toEqual({ how: 'ge', length: 2 });
  expect(english.comparisonAt(['5', 'or', 'six'], 1, 'orMore')).toBeUndefined();
});
