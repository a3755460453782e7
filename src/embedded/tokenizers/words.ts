/**
 * Splits text into words by Unicode's default word boundaries (UAX #29), in lower case and normal form NFKC.
 * Punctuation, spaces and symbols are dropped; each ideograph or Hiragana letter is a word of its own.
 */

const ASCII_WORD = /[a-z0-9_]+(?:(?:(?<=[a-z_])[.':](?=[a-z_])|(?<=[0-9])[.',;](?=[0-9]))[a-z0-9_]+)*/g;

/** Marks and format characters belong to the character before them. */
const JOINED = '\\p{Grapheme_Extend}\\p{Mc}\\p{Cf}';
const IDEOGRAPH = '\\p{Ideographic}\\p{Script=Hiragana}';
const KATAKANA = '\\p{Script=Katakana}\\u3031-\\u3035\\u309b\\u309c\\u30fc\\uff70';
/** Scripts without spaces, which the default rules leave to dictionaries. */
const COMPLEX =
  '\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tai_Le}\\p{Script=New_Tai_Lue}';
const LETTER = `[\\p{Alphabetic}--[\\p{Grapheme_Extend}${IDEOGRAPH}${KATAKANA}${COMPLEX}]]`;
const DIGIT = '\\p{Nd}';
const FIRST = `${LETTER}${DIGIT}${KATAKANA}\\p{Pc}\\u202f`;
const BETWEEN_BOTH = ".'\\u2018\\u2019\\u2024\\ufe52\\uff07\\uff0e";
const BETWEEN_LETTERS = `[\\:\\u00b7\\u0387\\u055f\\u05f4\\u2027\\ufe13\\ufe55\\uff1a${BETWEEN_BOTH}]`;
const BETWEEN_DIGITS = `[\\,\\;\\u037e\\u0589\\u060c\\u060d\\u066c\\u07f8\\u2044\\ufe10\\ufe14\\ufe50\\ufe54\\uff0c\\uff1b${BETWEEN_BOTH}]`;
/**
 * Letters and marks share one class: some marks are letters, and an expression that alternates overlapping classes
 * tries every split.
 */
const RUN = `[${FIRST}][${FIRST}${JOINED}]*`;
/** A run, or an ideograph. */
const WORD = new RegExp(`(${RUN})|[${IDEOGRAPH}][${JOINED}]*`, 'gv');
/** Punctuation between two letters or two digits, and the run after it. */
const LINK = new RegExp(
  `(?:(?<=${LETTER}[${JOINED}]*)${BETWEEN_LETTERS}(?=[${JOINED}]*${LETTER})|` +
    `(?<=${DIGIT}[${JOINED}]*)${BETWEEN_DIGITS}(?=[${JOINED}]*${DIGIT}))[${FIRST}${JOINED}]*`,
  'vy',
);
const HAS_LETTER_OR_DIGIT = /[\p{Alphabetic}\p{N}]/u;
// oxlint-disable-next-line no-control-regex -- the range is ASCII, control characters and all
const ASCII = /^[\x00-\x7f]*$/;

/** Words of the text, in order, with repeats. */
export function words(text: string): string[] {
  if (ASCII.test(text)) {
    const matches = text.toLowerCase().match(ASCII_WORD) ?? [];
    return matches.filter((word) => !/^_+$/.test(word));
  }
  return unicodeWords(text)
    .filter((word) => HAS_LETTER_OR_DIGIT.test(word))
    .map((word) => word.toLowerCase().normalize('NFKC'));
}

function unicodeWords(text: string): string[] {
  const wordsFound: string[] = [];
  WORD.lastIndex = 0;
  for (let match = WORD.exec(text); match; match = WORD.exec(text)) {
    const end = match[1] === undefined ? WORD.lastIndex : endOfLinked(text, WORD.lastIndex);
    wordsFound.push(text.slice(match.index, end));
    WORD.lastIndex = end;
  }
  return wordsFound;
}

/** Returns the end of a word whose first run ends at `endOfRun`. */
function endOfLinked(text: string, endOfRun: number): number {
  let end = endOfRun;
  LINK.lastIndex = end;
  while (LINK.test(text)) end = LINK.lastIndex;
  return end;
}
