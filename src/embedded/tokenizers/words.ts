/**
 * Splits text into words by Unicode's default rules for word boundaries (UAX #29), lower-cased and in normal form NFKC.
 * Punctuation, spaces and symbols give no word; an ideograph is a word by itself, as is a Hiragana letter.
 */

const ASCII_WORD = /[a-z0-9_]+(?:(?:(?<=[a-z_])[.':](?=[a-z_])|(?<=[0-9])[.',;](?=[0-9]))[a-z0-9_]+)*/g;

const JOINED = '[\\p{Grapheme_Extend}\\p{Mc}\\p{Cf}]*';
const IDEOGRAPH = '\\p{Ideographic}\\p{Script=Hiragana}';
const KATAKANA = '\\p{Script=Katakana}\\u3031-\\u3035\\u309b\\u309c\\u30fc\\uff70';
/** Scripts without spaces, which the default rules leave to dictionaries. */
const COMPLEX =
  '\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tai_Le}\\p{Script=New_Tai_Lue}';
const LETTER = `(?:(?![${IDEOGRAPH}${KATAKANA}${COMPLEX}])\\p{Alphabetic}(?<!\\p{Grapheme_Extend})${JOINED})`;
const DIGIT = `(?:\\p{Nd}${JOINED})`;
const KANA = `(?:[${KATAKANA}]${JOINED})`;
const CONNECTOR = `(?:[\\p{Pc}\\u202f]${JOINED})`;
const BETWEEN_BOTH = ".'\\u2018\\u2019\\u2024\\ufe52\\uff07\\uff0e";
const BETWEEN_LETTERS = `(?:[:\\u00b7\\u0387\\u055f\\u05f4\\u2027\\ufe13\\ufe55\\uff1a${BETWEEN_BOTH}]${JOINED})`;
const BETWEEN_DIGITS = `(?:[,;\\u037e\\u0589\\u060c\\u060d\\u066c\\u07f8\\u2044\\ufe10\\ufe14\\ufe50\\ufe54\\uff0c\\uff1b${BETWEEN_BOTH}]${JOINED})`;
const UNIT = `(?:${LETTER}|${DIGIT}|${KANA}|${CONNECTOR})`;
const BRIDGE = `(?:(?<=${LETTER})${BETWEEN_LETTERS}(?=${LETTER})|(?<=${DIGIT})${BETWEEN_DIGITS}(?=${DIGIT}))`;
const WORD = new RegExp(`${UNIT}(?:${BRIDGE}?${UNIT})*|[${IDEOGRAPH}]${JOINED}`, 'gu');
const HAS_LETTER_OR_DIGIT = /[\p{Alphabetic}\p{N}]/u;
// eslint-disable-next-line no-control-regex -- the range is ASCII, control characters and all
const ASCII = /^[\x00-\x7f]*$/;

/** The words of the text, in order, repeats and all. */
export function words(text: string): string[] {
  if (ASCII.test(text)) {
    const found = text.toLowerCase().match(ASCII_WORD) ?? [];
    return found.filter((word) => !/^_+$/.test(word));
  }
  const found = text.match(WORD) ?? [];
  return found.filter((word) => HAS_LETTER_OR_DIGIT.test(word)).map((word) => word.toLowerCase().normalize('NFKC'));
}
