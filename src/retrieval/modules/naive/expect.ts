/** What kind of answer a question wants, and whether a text has something of that kind. English questions alone say so. */

/** `time`: a date or a time; `count`: a number; `length`, `size`, `age`: a number with a unit; `name`: a name. */
export type Expectation = 'time' | 'count' | 'length' | 'size' | 'age' | 'name';

/** The first that fits. */
export const EXPECTATIONS: readonly (readonly [RegExp, Expectation])[] = [
  [/\bhow (?:tall|high|far|deep|wide|thick)\b/i, 'length'],
  [/\bhow (?:long|large|big)\b/i, 'size'],
  [/\bhow old\b/i, 'age'],
  [/\bhow (?:many|much)\b|\b(?:what|which) (?:number|percentage|share)\b/i, 'count'],
  [/^\W*(?:since |until )?when\b|\b(?:what|which) (?:year|date|day|month|century|decade)\b/i, 'time'],
  [/^\W*(?:who|whom|whose|where)\b/i, 'name'],
];

const LENGTHS =
  'm|km|cm|mm|ft|in|yd|mi|met(?:re|er)s?|(?:kilo|centi|milli)met(?:re|er)s?|feet|foot|inch(?:es)?|yards?|miles?|leagues?|fathoms?|' +
  'stor(?:ey|ie|eys|ies)s?|floors?|paces?|steps?|light-years?|hours?|days?';
const UNIT_OF_LENGTH = new RegExp(`\\b(?:${LENGTHS})\\b|["′″]|\\d\\s?(?:m|km|cm|mm|ft)\\b`, 'i');
const UNIT = new RegExp(
  `${UNIT_OF_LENGTH.source}|\\b(?:hectares?|acres?|square|pages?|rooms?|seconds?|minutes?|weeks?|months?|years?|decades?|centur(?:y|ies)|` +
    'times|hundred|thousand|million|people|inhabitants|members|tons?|tonnes?)\\b',
  'i',
);
const AGES = /\b(?:years?|months?|weeks?|days?|decades?|centur(?:y|ies)|aged?|old)\b/i;
const WORDS_OF_NUMBER =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|' +
  'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|dozens?|half|single|both|none|no|several|few';
const NUMBER = new RegExp(`\\p{N}|\\b(?:${WORDS_OF_NUMBER})\\b`, 'iu');
/** Years are numbers of which nobody asks how many. */
const YEARS =
  /\b(?:in|since|by|from|until|till|between|and|to|of|year|around|about|before|after|during|early|late)\s+(?:1\d{3}|20\d\d)s?\b|\b\d{1,2}\s+(?:January|February|March|April|May|June|July|August|September|October|November|December)(?:\s+\d{4})?|\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\s+\d{1,4}\b|[–-]\d{4}\b|\(\d{4}/gu;
const TIME =
  /\b\d{3,4}s?\b|\b\d{1,2}(?:st|nd|rd|th)\b|\b\d{1,2}[:.]\d{2}\b|\bcentur(?:y|ies)\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Easter|Christmas)\b|\b(?:spring|summer|autumn|winter|noon|midnight|dawn|dusk|morning|evening|night|day|year|week|month|ago|after|before|during|while)s?\b/;

const UNITS = { length: UNIT_OF_LENGTH, size: UNIT, age: AGES } as const;

/** @param expects `name` is not of these */
export function isThere(expects: Exclude<Expectation, 'name'>, text: string): boolean {
  if (expects === 'time') return TIME.test(text);
  const rest = text.replace(YEARS, ' ');
  if (!NUMBER.test(rest)) return false;
  return expects === 'count' || UNITS[expects].test(rest);
}
