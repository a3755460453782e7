/** Languages of questions: which one a question is in, forms of words, parts. */
import fc from 'fast-check';
import { languagesOf, type Language } from '../../../../src/retrieval/language/language';

const languageOf = (question: string, preferred: string): Language => languagesOf(question, preferred)[0]!;
const german = languageOf('Wer ist das?', 'en');
const english = languageOf('Who is that?', 'de');

it('tells languages by the words that build a question, then by preference', () => {
  expect([german.tag, english.tag]).toEqual(['de', 'en']);
  expect(languageOf('Lynx', 'de').tag).toBe('de');
  expect(languageOf('Lynx', 'fr').tag).toBe('en');
});

it.each([
  ['leitet', 'leiten', 'geleitet', 'leitete'],
  ['entwarf', 'entworfen', 'entwerfen'],
  ['durchführt', 'durchgeführt', 'durchführen'],
  ['arbeitet', 'arbeiten', 'arbeitete', 'gearbeitet'],
  ['steht', 'stehen', 'stand', 'gestanden'],
  ['Gerät', 'Geräte', 'Geräten'],
  ['Mikroskop', 'Mikroskope'],
])('forms of one German word share a stem: %s', (...forms) => {
  expect(new Set(forms.map((form) => german.stem(form))).size).toBe(1);
});

it.each([
  ['Who designed it, and when was she hired?', ['Who designed it', 'when was she hired?']],
  ['Wer entwarf es und in welchem Jahr wurde sie geboren?', ['Wer entwarf es', 'in welchem Jahr wurde sie geboren?']],
  ['Who designed the Lynx and Rainbow?', ['Who designed the Lynx and Rainbow?']],
  ['Is it big and red?', ['Is it big and red?']],
])('divides %s', (question, parts) => {
  expect(languageOf(question, 'en').parts(question)).toEqual(parts);
});

it('takes any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      for (const language of [german, english]) {
        expect(language.parts(text).length).toBeGreaterThan(0);
        for (const { start, end } of language.words(text)) expect(end).toBeGreaterThan(start);
      }
    }),
  );
});
