/** Kinds of questions, and English words for relations with other names in ontologies. */
import { analyse, MOST_WORDS } from '../../../../../../src/retrieval/modules/owl/analyse';
import { measuresOf, verbsLike, verbsOfNoun } from '../../../../../../src/retrieval/language/thesaurus';
import { stemOf } from '../../../../../../src/retrieval/language/words';

describe('the form of a question', () => {
  it.each([
    ['Who owns the mill?', 'node', 0],
    ['In which valley does the mill stand?', 'node', 1],
    ['When was it built?', 'time', 0],
    ['In what year was it built?', 'time', 1],
    ['How many mills are there?', 'count', 0],
    ['What is the number of mills in the valley?', 'count', 0],
    ['How tall is the mill?', 'number', 0],
    ['Is the mill a ruin?', 'verdict', undefined],
    ['Did the miller who left own it?', 'verdict', undefined],
    ['List the mills which stand still.', 'node', undefined],
    ['The owner of the mill has a patent: on what?', 'node', 9],
  ])('%s', (question, wants, asking) => {
    expect(analyse(question)).toMatchObject({ wants, asking });
  });

  it('is none of no words, and of too many', () => {
    expect(analyse('?!')).toBeUndefined();
    expect(analyse('a '.repeat(MOST_WORDS))).toBeDefined();
    expect(analyse('a '.repeat(MOST_WORDS + 1))).toBeUndefined();
  });
});

describe('the thesaurus', () => {
  it('knows who does it, and to whom', () => {
    expect(verbsOfNoun('owners')).toContainEqual({ verb: stemOf('own'), role: 'agent' });
    expect(verbsOfNoun('employee')).toContainEqual({ verb: stemOf('employ'), role: 'patient' });
    expect(verbsOfNoun('pupil')).toContainEqual({ verb: stemOf('teach'), role: 'patient' });
    // By how it is formed alone.
    expect(verbsOfNoun('smelter')).toContainEqual({ verb: stemOf('smelt'), role: 'agent' });
    expect(verbsOfNoun('transported')).toEqual([]);
  });

  it('knows verbs that say the same, or the same from the other side', () => {
    expect(verbsLike(stemOf('possess'))).toContainEqual({ stem: stemOf('own'), isTurned: false });
    expect(verbsLike(stemOf('belongs'))).toContainEqual({ stem: stemOf('own'), isTurned: true });
    expect(verbsLike(stemOf('gargle'))).toEqual([]);
  });

  it('knows what adjectives measure, in every degree', () => {
    for (const word of ['heavy', 'heavier', 'heaviest']) expect(measuresOf(word)).toContain(stemOf('weight'));
    expect(measuresOf('constructor')).toEqual([]);
    expect(measuresOf('green')).toEqual([]);
  });
});
