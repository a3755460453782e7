/**
 * Splits text into words by Unicode's default rules for word boundaries (UAX #29), lower-cased and in normal form NFKC.
 * Punctuation, spaces and symbols give no word; an ideograph is a word by itself, as is a Hiragana letter.
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
/** Some marks are letters too: the classes overlap, so that one expression with both in turn would try every split. */
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
// eslint-disable-next-line no-control-regex -- the range is ASCII, control characters and all
const ASCII = /^[\x00-\x7f]*$/;

/** The words of the text, in order, repeats and all. */
export function words(text: string): string[] {
  if (ASCII.test(text)) {
    const found = text.toLowerCase().match(ASCII_WORD) ?? [];
    return found.filter((word) => !/^_+$/.test(word));
  }
  return unicodeWords(text)
    .filter((word) => HAS_LETTER_OR_DIGIT.test(word))
    .map((word) => word.toLowerCase().normalize('NFKC'));
}

function unicodeWords(text: string): string[] {
  const found: string[] = [];
  WORD.lastIndex = 0;
  for (let match = WORD.exec(text); match; match = WORD.exec(text)) {
    const end = match[1] === undefined ? WORD.lastIndex : endOfLinked(text, WORD.lastIndex);
    found.push(text.slice(match.index, end));
    WORD.lastIndex = end;
  }
  return found;
}

/** The end of the word whose first run ends there. */
function endOfLinked(text: string, endOfRun: number): number {
  let end = endOfRun;
  LINK.lastIndex = end;
  while (LINK.test(text)) end = LINK.lastIndex;
  return end;
}
