/** Irregular forms of words: each leads to one basic form, behind prefixes as well. */
import { ENGLISH, LANGUAGES, phrases, words } from '../../../../src/retrieval/language/data';
import { IrregularForms } from '../../../../src/retrieval/language/irregular';

const GERMAN = LANGUAGES.find(({ data }) => data.tag === 'de')!.data;
const [english, german] = [new IrregularForms(ENGLISH), new IrregularForms(GERMAN)];

it.each([
  ['undertake', ['undertook', 'undertaken']],
  ['oversee', ['oversaw', 'overseen']],
  ['withhold', ['withheld']],
  ['rewrite', ['rewrote', 'rewritten']],
  ['person', ['people']],
])('knows English forms of %s', (base, forms) => {
  expect(forms.map((form) => english.baseOf(form))).toEqual(forms.map(() => base));
});

it.each([
  ['übernehmen', ['übernimmt', 'übernahm', 'übernahmen', 'übernommen']],
  ['aufnehmen', ['aufnimmt', 'aufnahm', 'aufgenommen']],
  ['zurückbekommen', ['zurückbekam', 'zurückbekamen']],
  ['betreffen', ['betrifft', 'betraf', 'betroffen']],
  ['gewinnen', ['gewinnt', 'gewann', 'gewonnen']],
  ['beschließen', ['beschloss', 'beschlossen']],
])('knows German forms of %s', (base, forms) => {
  expect([base, ...forms].map((form) => german.baseOf(form) ?? form)).toEqual([
    base,
    base,
    ...forms.slice(1).map(() => base),
  ]);
});

it('takes no other word for a form', () => {
  expect(['relay', 'under', 'result', 'overall', 'upper'].map((word) => english.baseOf(word))).toEqual(
    Array(5).fill(undefined),
  );
  expect(['auf', 'bereits', 'anders', 'einfach', 'zusammen'].map((word) => german.baseOf(word))).toEqual(
    Array(5).fill(undefined),
  );
  // "Die Band", "das Schloss".
  expect(['band', 'schloss'].map((word) => german.baseOf(word, true))).toEqual([undefined, undefined]);
  expect(german.baseOf('gewonnen', true)).toBe('gewinnen');
});

it.each([
  ['English', ENGLISH, english],
  ['German', GERMAN, german],
] as const)('leads from each %s form to one infinitive, which is its own', (_, data, forms) => {
  const all = phrases(data.verbs).map((line) => line.split(' '));
  const infinitives = new Set(all.map(([infinitive]) => infinitive));
  const wrong = all.flatMap(([infinitive, ...others]) =>
    [infinitive!, ...others, ...words(data.prefixes).map((prefix) => prefix + others[0]!)].filter((form) => {
      const base = forms.baseOf(form);
      return base === undefined || (base !== form && infinitives.has(form));
    }),
  );
  expect(wrong).toEqual([]);
});

it('tells participles and other forms', () => {
  expect(['chosen', 'upheld', 'undertaken', 'met'].every((word) => english.isParticiple(word))).toBe(true);
  expect(['chose', 'undertook', 'choose'].some((word) => english.isParticiple(word))).toBe(false);
  expect(['chose', 'undertook', 'met'].every((word) => english.isForm(word))).toBe(true);
  expect(['choose', 'meet', 'table'].some((word) => english.isForm(word))).toBe(false);
});
