/** Words removed from a question; negation, counts and comparisons in it. */
import fc from 'fast-check';
import { degreeOf } from '../../../../../src/retrieval/language/degrees';
import { dateAt, quantityAt } from '../../../../../src/retrieval/language/numbers';
import { distanceOf, slipsOf } from '../../../../../src/retrieval/language/spelling';
import { wordsOf } from '../../../../../src/retrieval/language/words';
import { analyse } from '../../../../../src/retrieval/modules/owl/analyse';
import { plainly, usually } from '../../../../../src/retrieval/modules/owl/phrasing';

describe('plainly', () => {
  it.each([
    ['Can you tell me who bred the Blue Merle?', 'who bred the Blue Merle?'],
    ['Please could you list all kennels?', 'tell me all kennels?'],
    ["Who's the breeder of Argos?", 'Who is the breeder of Argos?'],
    ["Which dogs aren't trained?", 'Which dogs are not trained?'],
    ['I would like to know which dogs bark, please', 'which dogs bark?'],
    ['Is it true that Argos is a hound?', 'whether Argos is a hound?'],
    ["Which is Widow's Yew?", "Which is Widow's Yew?"],
    ['whos the breeder of Argos', 'who is the breeder of Argos'],
    ['List all hounds you know of.', 'List all hounds?'],
    ['Which hounds do you know of?', 'Which hounds?'],
    ['Name all hounds that there are', 'Name all hounds?'],
    ['Which hounds do they have?', 'Which hounds do they have?'],
    ['hounds, all of their names', 'hounds?'],
    ['Name the kennels of the firm, the indirect ones too.', 'Name the kennels of the firm?'],
    ['Old Kennel: what country?', 'what is the country of Old Kennel?'],
    ['Smoked herring: which dogs eat it?', 'which dogs eat Smoked herring?'],
    ['Argos: who bred Luna?', 'Argos: who bred Luna?'],
    ['The Argos, whose property is she?', 'whose property is The Argos?'],
    ['In summer, who keeps the dogs?', 'In summer, who keeps the dogs?'],
  ])('%s', (question, wanted) => expect(plainly(question)).toBe(wanted));

  it('leaves something of every question', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (question) => {
        expect(plainly(question).trim() === '').toBe(question.trim() === '');
      }),
    );
  });

  it('says in usual words what the ontology has no word for', () => {
    const question = 'Who takes care of Argos?';
    expect(usually(question, () => false)).toBe('Who keeps Argos?');
    expect(usually(question, () => true)).toBe(question);
    for (const [asked, wanted] of [
      ['Does Argos count as one of the hounds?', 'is Argos a hounds?'],
      ['Is Argos counted among the hounds?', 'Is Argos a hounds?'],
      ['Does Argos belong to the hounds?', 'Does Argos belong to the hounds?'],
      ['count all the hounds', 'how many hounds'],
      ['number of hounds', 'how many hounds'],
      ['Show me everyone who is a breeder', 'Show me all breeder'],
      ['List every hound', 'List all hound'],
      ['List those that are hounds', 'List all hounds'],
      ['Who is on the payroll of the kennel?', 'Who works for the kennel?'],
      ['Who carried out the check?', 'Who performed the check?'],
      ['In which room do I find Argos?', 'In which room is Argos?'],
      ['Where can we see Argos?', 'Where is Argos?'],
      ['Where does the firm have its seat?', 'Where does the firm based?'],
      ['Which firms, directly or further down, belong to it?', 'Which firms belong to it?'],
      ['When did the kennel come into being?', 'When did the kennel founded?'],
      ['When did the book come out?', 'When did the book published?'],
      ['the year of the great race', 'when the great race'],
    ])
      expect(usually(asked!, () => false)).toBe(wanted);
    expect(usually('Of the hounds, which one is the oldest?', () => false)).toBe('which of the hounds is the oldest?');
  });
});

describe('analyse', () => {
  it('knows what denies, and what only says so', () => {
    expect([...analyse('Which dogs are not trained')!.negators]).toEqual([3]);
    expect([...analyse('Which dogs have no owner')!.negators]).toEqual([3]);
    expect([...analyse('Which firms belong to it, directly or not')!.negators]).toEqual([]);
    expect([...analyse('Which dogs weigh no more than 9 kg')!.negators]).toEqual([]);
  });

  it('tells a question for a kind from one for a thing of a kind', () => {
    expect(analyse('What kind of dog is Argos')!.wants).toBe('kind');
    expect(analyse('What kind of dog barks')!.wants).toBe('node');
    expect(analyse('whether Argos is a hound')!.wants).toBe('verdict');
  });
});

describe('quantityAt', () => {
  const bounds = (text: string): string | undefined => {
    const words = wordsOf(text);
    const found = words.flatMap((_, i) => quantityAt(words, i) ?? [])[0];
    return found && `${found.bounds.map(({ how, value }) => `${how} ${value}`).join(', ')} to ${found.to}`;
  };
  it.each([
    ['weighs 40 kg', 'eq 40 to 3'],
    ['weighs more than forty kilograms', 'gt 40 to 5'],
    ['shorter than 40 cm', 'lt 40 to 4'],
    ['longer than 40 cm', 'gt 40 to 4'],
    ['at least two hundred', 'ge 200 to 4'],
    ['no more than three', 'le 3 to 4'],
    ['58 metres or more', 'ge 58 to 4'],
    ['between 1866 and 1872', 'ge 1866, le 1872 to 4'],
    ['from 20 to 30 metres', 'ge 20, le 30 to 5'],
    ['in the 1870s', 'ge 1870, le 1879 to 3'],
    ['in the 19th century', 'ge 1801, le 1900 to 4'],
    ['twenty five thousand', 'eq 25000 to 3'],
  ])('%s', (text, wanted) => expect(bounds(text)).toBe(wanted));

  it('finds none where there is none', () => expect(bounds('which dogs bark')).toBeUndefined());
});

describe('degreeOf', () => {
  it.each([
    ['older', '', 'comparative', false, 'time'],
    ['longest', '', 'superlative', true, 'long'],
    ['biggest', '', 'superlative', true, 'big'],
    ['heavier', '', 'comparative', true, 'heavy'],
    ['expensive', 'least', 'superlative', false, 'expensive'],
    ['tall', '', 'positive', true, 'tall'],
  ])('%s', (word, before, degree, isMore, measure) => {
    expect(degreeOf(word, before)).toEqual({ degree, isMore, measure });
  });

  it.each(['harbour', 'winner', 'forest', 'constructor'])('%s is none', (word) =>
    expect(degreeOf(word)).toBeUndefined(),
  );
});

describe('slips', () => {
  it('are one slip away, all of them, and nothing else is', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{2,7}$/), (word) => {
        for (const slip of slipsOf(word)) expect(distanceOf(word, slip, 1)).toBe(1);
      }),
      { numRuns: 20 },
    );
    expect(slipsOf('auroa')).toContain('aurora');
    expect(distanceOf('captian', 'captain', 2)).toBe(1);
    expect(distanceOf('dog', 'kennel', 2)).toBe(3);
  });
});

it('reads whole dates, with what is said of them', () => {
  const date = (text: string, at = 0) => dateAt(wordsOf(text), at);
  for (const text of ['23 April 1961', '23rd of April 1961', 'April 23, 1961', '1961-04-23', '23 apr 1961'])
    expect(date(text)).toMatchObject({ how: 'eq', value: '1961-04-23' });
  expect(date('before 3 May 1870', 1)).toMatchObject({ how: 'lt', value: '1870-05-03', from: 0, to: 4 });
  for (const text of ['23 1961', '31 lamps 1961', 'May 1870', '99 May 1870']) expect(date(text)).toBeUndefined();
});

it('takes words of asking within a title for what they are', () => {
  expect(analyse('Is What the Mirror Owed a tragedy?')).toMatchObject({ wants: 'verdict' });
  expect(analyse('Tell me: Who wrote it?')).toMatchObject({ wants: 'node', asking: 2 });
});
