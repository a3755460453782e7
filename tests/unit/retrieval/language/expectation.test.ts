/** Expected answers of questions, and clauses with one. */
import { expectationOf } from '../../../../src/retrieval/language/expectation';

const ENGLISH_STARTS = ['opened in 1987', 'began on 3 May', 'was built in 1903', 'has been open since 2001'];
const ENGLISH_ENDS = [
  'is open until 18:30 on 3 May',
  'closes in the winter of 2026',
  'ended in 1987',
  'lasts to 3 May',
];

describe.each([
  ['en', 'Until when', 'When', ENGLISH_STARTS, ENGLISH_ENDS],
  [
    'de',
    'Bis wann',
    'Wann',
    ['wurde 1987 eröffnet', 'begann am 3. Mai'],
    ['ist bis 1990 geöffnet', 'endete am 3. Mai', 'schließt im Winter 2026'],
  ],
] as const)('times in %s', (tag, until, when, starts, ends) => {
  it('that something ends are told by ends alone', () => {
    const told = expectationOf(`${until} can I visit the hall?`, tag)?.told;
    expect(starts.filter((clause) => told?.(`The hall ${clause}.`))).toEqual([]);
    expect(ends.filter((clause) => told?.(`The hall ${clause}.`))).toEqual(ends);
  });

  it('are told by any', () => {
    const told = expectationOf(`${when} was the hall open?`, tag)?.told;
    expect([...starts, ...ends].filter((clause) => told?.(`The hall ${clause}.`))).toEqual([...starts, ...ends]);
  });
});
