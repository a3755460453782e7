/** Expected answer types of English questions (name, number, money, time), with a test of texts for each. */
import { anyOf, ENGLISH, EXTRACT } from '../../language/data';

/** A kind of answer: which questions want it, and which texts have it. `name`: any name that the question has not. */
export interface Expectation {
  readonly kind: 'name' | 'number' | 'money' | 'time';
  readonly asked: RegExp;
  readonly told: (text: string) => boolean;
}

const MONTH = anyOf(ENGLISH.months);
const WEEKDAY = anyOf(ENGLISH.weekdays);
const NUMBER = `(?:\\p{N}|\\b(?:${anyOf([
  ...ENGLISH.numbers.map((line) => line.replace('zero ', '')),
  ...ENGLISH.tens,
  ...EXTRACT.quantities,
])})\\b)`;
/** Years are numbers of which nobody asks how many. */
const YEARS = new RegExp(
  '\\b(?:in|since|by|from|until|till|between|and|to|of|year|around|about|before|after|during|early|late)\\s+' +
    `(?:1\\d{3}|20\\d\\d)s?\\b|\\b\\d{1,2}\\s+(?:${MONTH})(?:\\s+\\d{4})?|\\b(?:${MONTH})\\s+\\d{1,4}\\b|` +
    '[–-]\\d{4}\\b|\\(\\d{4}',
  'gu',
);
const DAY =
  `\\b\\d{1,2}(?:st|nd|rd|th)?\\.? (?:of )?(?:${MONTH})\\b|\\b(?:${MONTH}) \\d{1,2}\\b|\\b\\d{4}-\\d\\d-\\d\\d\\b|` +
  `\\b\\d{1,2}\\.\\d{1,2}\\.\\d{2,4}\\b|\\b(?:${WEEKDAY})s?\\b|\\b(?:Easter|Christmas|Midsummer|New Year)`;
const TIME =
  `${DAY}|\\b\\d{3,4}s?\\b|\\b\\d{1,2}(?:st|nd|rd|th)\\b|\\b\\d{1,2}[:.]\\d{2}\\b|\\bcentur(?:y|ies)\\b|` +
  `\\b(?:${MONTH})\\b|\\b(?:spring|summer|autumn|winter|noon|midnight|dawn|dusk|morning|evening|night|day|year|` +
  'week|month|ago|after|before|during|while)s?\\b';
const SUM = `[£$€¥]\\s?\\p{N}|${NUMBER}[^.;]{0,30}?\\b(?:${anyOf(EXTRACT.currencies)})\\b`;
const LENGTH = `\\b(?:${anyOf(EXTRACT.lengths)})\\b|["′″]`;
/** A number right before its unit: "eleven children, seen in spring" is no length. */
const measured = (unit: string): string => `${NUMBER}[\\s-]*(?:\\p{L}+[\\s-]+){0,2}(?:${unit})`;

const text = (pattern: string, flags = 'iu'): Expectation['told'] => {
  const tells = new RegExp(pattern, flags);
  return (each) => tells.test(each);
};
const amount = (pattern: string): Expectation['told'] => {
  const tells = text(pattern);
  return (each) => tells(each.replace(YEARS, ' '));
};

/** The first that fits. */
export const EXPECTATIONS: readonly Expectation[] = [
  { kind: 'number', asked: /\bhow (?:tall|high|far|deep|wide|thick)\b/i, told: amount(measured(LENGTH)) },
  {
    kind: 'number',
    asked: /\bhow (?:long|large|big)\b/i,
    told: amount(`${measured(`${LENGTH}|\\b(?:${anyOf(EXTRACT.sizes)})\\b`)}|${SUM}`),
  },
  { kind: 'number', asked: /\bhow old\b/i, told: amount(measured(`\\b(?:${anyOf(EXTRACT.ages)})\\b`)) },
  {
    kind: 'money',
    asked: new RegExp(
      `\\bhow much\\b.*\\b(?:${anyOf(EXTRACT.costs)})\\b|\\bwhat (?:does|do|did|was|is|will|would)\\b.*\\bcosts?\\b|` +
        '\\b(?:cost|price|fee|fare|salary|wage|rent) (?:of|for)\\b',
      'i',
    ),
    told: text(SUM),
  },
  {
    kind: 'number',
    asked:
      /\bhow (?:many|much)\b|\b(?:what|which) (?:number|percentage|share|age|speed|height|depth|width|length|weight|distance|temperature|rate|amount|size)\b/i,
    told: amount(NUMBER),
  },
  { kind: 'time', asked: /\b(?:what|which) (?:date|day)s?\b/i, told: text(DAY, 'u') },
  { kind: 'time', asked: /\b(?:what|which) year\b/i, told: text('\\b(?:1\\d{3}|20\\d\\d)\\b') },
  {
    kind: 'time',
    asked: /^\W*(?:since |until )?when\b|\b(?:what|which) (?:month|century|decade)\b/i,
    told: text(TIME, 'u'),
  },
  {
    kind: 'name',
    asked: /^\W*(?:from |to )?where\b/i,
    told: text(`\\b(?:${anyOf(EXTRACT.places)})\\s+\\p{L}`, 'u'),
  },
  {
    kind: 'name',
    asked:
      /^\W*(?:(?:in|on|at|by|from|for|to|with|of) )?(?:who|whom|whose)\b|^\W*(?:what (?:is|was|are|were) |(?:give|tell) (?:me )?)?(?:the )?names? of\b|^\W*what (?:is|was) .+ (?:called|named)\W*$/i,
    told: () => true,
  },
];
