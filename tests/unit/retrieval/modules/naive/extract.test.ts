/** Extracts: which sentence answers, and when none does. */
import fc from 'fast-check';
import { analyse, extract, sentencesOf } from '../../../../../src/retrieval/modules/naive/extract';
import { fuse } from '../../../../../src/retrieval/modules/naive/fuse';
import type { ScoredChunk } from '../../../../../src/retrieval';

const chunk = (text: string, more: object = {}): ScoredChunk => ({
  chunk: { uid: `0x${text.length}`, source: 's', index: 0, text, start: 0, end: text.length, ...more },
  score: 1,
});
const answer = (question: string, ...texts: string[]) =>
  extract(
    analyse(question),
    texts.map((text) => chunk(text)),
  ).extract?.text;

describe('extract', () => {
  const HALL =
    'Marn Hall was built in 1604 by Piet Oster. It is 31 metres long and has two hundred windows. The hall is 19 years older than the church.';

  it.each([
    ['When was Marn Hall built?', 'Marn Hall was built in 1604 by Piet Oster.'],
    ['Who built Marn Hall?', 'Marn Hall was built in 1604 by Piet Oster.'],
    ['How many windows has it?', 'It is 31 metres long and has two hundred windows.'],
  ])('%s', (question, wanted) => expect(answer(question, HALL)).toBe(wanted));

  it.each([
    'Who built Torv Hall?',
    'When was Marn Hall painted blue?',
    'How many doors has it?',
    'How tall is the tower of Marn Hall?',
    'Who owns the church of Marn?',
    'When was Marn Hall built in 1700?',
  ])('%s: not known', (question) => expect(answer(question, HALL)).toBeUndefined());

  it('takes what the heading and the title say as said', () => {
    const text = 'It was built in 1604. It burned in 1711.';
    const found = extract(analyse('When was Marn Hall built?'), [chunk(text, { title: 'Marn Hall' })]);
    expect(found.extract).toMatchObject({ text: 'It was built in 1604.', coverage: 1 });
  });

  it('puts neighbours together where one alone has not enough', () => {
    const text = 'The bell was cast by Ana Ruiz. The casting cost nine crowns and the bell cracked.';
    expect(answer('Who cast the bell that cracked?', text)).toContain('Ana Ruiz');
  });

  it('has nothing to say to a question of no words', () => {
    for (const question of ['', '?', 'the of and']) expect(answer(question, HALL)).toBeUndefined();
  });

  it('says what no passage has', () => {
    expect(extract(analyse('Does the zebra cross the bridge?'), [chunk('The bridge is long.')])).toEqual({
      extract: undefined,
      missing: ['zebra', 'cross'],
    });
  });

  it('is a part of a passage, whatever question and text are', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        (question, text) => {
          const found = extract(analyse(question), [chunk(text)]).extract;
          // Between sentences a space stands, whatever stood there.
          if (found) expect(text.replace(/\s/g, '')).toContain(found.text.replace(/\s/g, ''));
        },
      ),
    );
  });
});

it('keeps sentences together that abbreviations seem to end', () => {
  expect(sentencesOf('Dr. A. Hale lives at St. Ives.  He sails.\n\nOften')).toEqual([
    'Dr. A. Hale lives at St. Ives.',
    'He sails.',
    'Often',
  ]);
});

describe('fuse', () => {
  it('puts first what both rankings have', () => {
    const [a, b, c] = ['aa', 'bbb', 'cccc'].map((text) => chunk(text)) as [ScoredChunk, ScoredChunk, ScoredChunk];
    const fused = fuse(
      [
        [a, b],
        [c, b],
      ],
      3,
    );
    expect(fused.map((each) => each.chunk.text)).toEqual(['bbb', 'aa', 'cccc']);
    expect(fused[0]!.score).toBeCloseTo(2 / 62, 12);
  });
});
