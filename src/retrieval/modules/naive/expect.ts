/**
 * What kind of answer a question wants, and whether a text has something of that kind. English questions alone say so.
 */
import { anyOf, ENGLISH, EXTRACT } from '../../language/data';
import { termsOf } from '../../search/terms';

/**
 * `time`: a date or a time; `date`: a day; `year`; `count`: a number; `money`: a sum; `length`, `size`, `age`: a number
 * with a unit; `name`: a name.
 */
export type Expectation = 'time' | 'date' | 'year' | 'count' | 'money' | 'length' | 'size' | 'age' | 'name';

/** The first that fits. */
export const EXPECTATIONS: readonly (readonly [RegExp, Expectation])[] = [
  [/\bhow (?:tall|high|far|deep|wide|thick)\b/i, 'length'],
  [/\bhow (?:long|large|big)\b/i, 'size'],
  [/\bhow old\b/i, 'age'],
  [
    /\bhow much\b.*\b(?:costs?|pay|paid|spen[dt]|charged?|earn(?:ed)?|worth|s[eo]ld?|sold|buy|bought|lent|owed?)\b|\bwhat (?:does|do|did|was|is|will|would)\b.*\bcosts?\b|\b(?:cost|price|fee|fare|salary|wage|rent) (?:of|for)\b/i,
    'money',
  ],
  [/\bhow (?:many|much)\b|\b(?:what|which) (?:number|percentage|share)\b/i, 'count'],
  [/\b(?:what|which) (?:age|speed|height|depth|width|length|weight|distance|temperature|rate|amount|size)\b/i, 'count'],
  [/\b(?:what|which) (?:date|day)s?\b/i, 'date'],
  [/\b(?:what|which) year\b/i, 'year'],
  [/^\W*(?:since |until )?when\b|\b(?:what|which) (?:month|century|decade)\b/i, 'time'],
  [
    /^\W*(?:who|whom|whose|where)\b|^\W*(?:what (?:is|was|are|were) |(?:give|tell) (?:me )?)?(?:the )?names? of\b|^\W*what (?:is|was) .+ (?:called|named)\W*$/i,
    'name',
  ],
];

/** Terms of what a sum says itself. */
export const COSTS: ReadonlySet<string> = new Set(EXTRACT.costs.flatMap((line) => termsOf(line)));

const MONTH = anyOf(ENGLISH.months);
const WEEKDAY = anyOf(ENGLISH.weekdays);
const UNIT_OF_LENGTH = new RegExp(`\\b(?:${anyOf(EXTRACT.lengths)})\\b|["′″]|\\d\\s?(?:m|km|cm|mm|ft)\\b`, 'i');
const UNIT = new RegExp(`${UNIT_OF_LENGTH.source}|\\b(?:${anyOf(EXTRACT.sizes)})\\b`, 'i');
const AGES = new RegExp(`\\b(?:${anyOf(EXTRACT.ages)})\\b`, 'i');
const WORDS_OF_NUMBER = anyOf([
  ...ENGLISH.numbers.map((line) => line.replace('zero ', '')),
  ...ENGLISH.tens,
  ...EXTRACT.quantities,
]);
const NUMBER = new RegExp(`\\p{N}|\\b(?:${WORDS_OF_NUMBER})\\b`, 'iu');
/** Years are numbers of which nobody asks how many. */
const YEARS = new RegExp(
  `\\b(?:in|since|by|from|until|till|between|and|to|of|year|around|about|before|after|during|early|late)\\s+(?:1\\d{3}|20\\d\\d)s?\\b|\\b\\d{1,2}\\s+(?:${MONTH})(?:\\s+\\d{4})?|\\b(?:${MONTH})\\s+\\d{1,4}\\b|[–-]\\d{4}\\b|\\(\\d{4}`,
  'gu',
);
const TIME = new RegExp(
  `\\b\\d{3,4}s?\\b|\\b\\d{1,2}(?:st|nd|rd|th)\\b|\\b\\d{1,2}[:.]\\d{2}\\b|\\bcentur(?:y|ies)\\b|\\b(?:${MONTH}|${WEEKDAY}|Easter|Christmas)\\b|\\b(?:spring|summer|autumn|winter|noon|midnight|dawn|dusk|morning|evening|night|day|year|week|month|ago|after|before|during|while)s?\\b`,
);

const DAY = new RegExp(
  `\\b\\d{1,2}(?:st|nd|rd|th)?\\.? (?:of )?(?:${MONTH})\\b|\\b(?:${MONTH}) ` +
    '\\d{1,2}\\b|\\b\\d{4}-\\d\\d-\\d\\d\\b|\\b\\d{1,2}\\.\\d{1,2}\\.\\d{2,4}\\b|\\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\\b|\\b(?:Easter|Christmas|Midsummer|New ' +
    'Year)',
);
const SUM = new RegExp(
  `[£$€¥]\\s?\\p{N}|(?:\\p{N}|\\b(?:${WORDS_OF_NUMBER}))[^.;]{0,30}?\\b(?:${anyOf(EXTRACT.currencies)})\\b`,
  'iu',
);

/** A number right before its unit: "eleven children, seen in spring" is no length. */
const measured = (unit: RegExp): RegExp =>
  new RegExp(`(?:\\p{N}|\\b(?:${WORDS_OF_NUMBER})\\b)[\\s-]*(?:\\p{L}+[\\s-]+){0,2}(?:${unit.source})`, 'iu');
const MEASURED = { length: measured(UNIT_OF_LENGTH), size: measured(UNIT), age: measured(AGES) } as const;

/** @param expects `name` is not of these */
export function isThere(expects: Exclude<Expectation, 'name'>, text: string): boolean {
  if (expects === 'time') return TIME.test(text);
  if (expects === 'date') return DAY.test(text);
  if (expects === 'year') return /\b(?:1\d{3}|20\d\d)\b/.test(text);
  if (expects === 'money') return SUM.test(text);
  const rest = text.replace(YEARS, ' ');
  if (!NUMBER.test(rest)) return false;
  return expects === 'count' || MEASURED[expects].test(rest) || (expects === 'size' && SUM.test(rest));
}
