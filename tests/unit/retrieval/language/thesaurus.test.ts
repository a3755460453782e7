/** Thesaurus: the same entries from both sides, in each language. */
import { languageOf } from '../../../../src/retrieval/language/language';

const { thesaurus: en, stem } = {
  thesaurus: languageOf('en')!.thesaurus,
  stem: (word: string) => languageOf('en')!.stem(word),
};
const { thesaurus: de } = languageOf('de')!;

it('has verbs that say the same, or the same from the other side', () => {
  expect(en.verbsLike(stem('owns')).map((each) => each.stem)).toContain(stem('possess'));
  expect(en.verbsLike(stem('belongs'))).toContainEqual({ stem: stem('own'), isTurned: true });
  expect(en.verbsLike('toString')).toEqual([]);
});

it('knows the sides of verbs by nouns, listed or formed', () => {
  expect(en.verbsOfNoun('teacher')).toContainEqual({ verb: 'teach', role: 'agent' });
  expect(en.verbsOfNoun('pupils')).toContainEqual({ verb: 'teach', role: 'patient' });
  expect(en.verbsOfNoun('inspectee')).toContainEqual({ verb: stem('inspect'), role: 'patient' });
  expect(en.verbsOfNoun('performances')).toEqual([]);
  expect(de.verbsOfNoun('Leiterin').map(({ role }) => role)).toContain('agent');
  expect(de.verbsOfNoun('Ofen')).toEqual([]);
});

it('has phrases, measures and nouns', () => {
  expect(en.phrases.get('in charg of')).toEqual([stem('leads'), stem('responsible')]);
  expect(en.measuresOf('tall')).toEqual([stem('height')]);
  expect(de.measuresOf('schwer')).toHaveLength(2);
  expect(en.nounsLike(stem('firm'))).toContain(stem('company'));
});
