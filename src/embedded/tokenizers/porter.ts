/** M. F. Porter's stemmer for English (1980), with the two later rules of his own program. */

const CONSONANT = '[^aeiou]';
const VOWEL = '[aeiouy]';
const CONSONANTS = `${CONSONANT}[^aeiouy]*`;
const VOWELS = `${VOWEL}[aeiou]*`;
const MEASURE_OVER_0 = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}`);
const MEASURE_IS_1 = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}(?:${VOWELS})?$`);
const MEASURE_OVER_1 = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}${VOWELS}${CONSONANTS}`);
const HAS_VOWEL = new RegExp(`^(?:${CONSONANTS})?${VOWEL}`);
const ENDS_CVC = new RegExp(`^${CONSONANTS}${VOWEL}[^aeiouwxy]$`);

const STEP_2: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
  ['logi', 'log'],
];
const STEP_3: readonly (readonly [string, string])[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];
const STEP_4 = /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize)$|^(.+?[st])(ion)$/;

/** Stem of a word in lower case; words of one or two letters are unchanged. */
export function porterStem(word: string): string {
  if (word.length < 3) return word;
  const startsWithY = word.startsWith('y');
  let stem = startsWithY ? `Y${word.slice(1)}` : word;
  stem = stripPlural(stem);
  stem = stripPast(stem);
  if (stem.endsWith('y') && HAS_VOWEL.test(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`;
  stem = replaceSuffix(stem, STEP_2);
  stem = replaceSuffix(stem, STEP_3);
  stem = stripSuffix(stem);
  stem = tidyEnd(stem);
  return startsWithY ? `y${stem.slice(1)}` : stem;
}

function stripPlural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

function stripPast(word: string): string {
  if (word.endsWith('eed')) return MEASURE_OVER_0.test(word.slice(0, -3)) ? word.slice(0, -1) : word;
  const match = /^(.+)(?:ed|ing)$/.exec(word);
  const stem = match?.[1];
  if (stem === undefined || !HAS_VOWEL.test(stem)) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (/([^aeiouylsz])\1$/.test(stem)) return stem.slice(0, -1);
  return ENDS_CVC.test(stem) ? `${stem}e` : stem;
}

function replaceSuffix(word: string, rules: readonly (readonly [string, string])[]): string {
  let best: readonly [string, string] | undefined;
  for (const rule of rules) {
    if (word.endsWith(rule[0]) && (!best || rule[0].length > best[0].length)) best = rule;
  }
  if (!best) return word;
  const stem = word.slice(0, -best[0].length);
  return MEASURE_OVER_0.test(stem) ? stem + best[1] : word;
}

function stripSuffix(word: string): string {
  const match = STEP_4.exec(word);
  const stem = match?.[1] ?? match?.[3];
  return stem !== undefined && MEASURE_OVER_1.test(stem) ? stem : word;
}

function tidyEnd(word: string): string {
  let result = word;
  if (result.endsWith('e')) {
    const stem = result.slice(0, -1);
    if (MEASURE_OVER_1.test(stem) || (MEASURE_IS_1.test(stem) && !ENDS_CVC.test(stem))) result = stem;
  }
  return result.endsWith('ll') && MEASURE_OVER_1.test(result) ? result.slice(0, -1) : result;
}
