/** Sizes of the keys of an exact index, which Dgraph limits. */

/** Maximum bytes of a predicate's name and a token of its index together. */
export const MAX_KEY_BYTES = 65_000;

/**
 * Characters of which a collation key has at most 10 bytes, once they are decomposed: letters of Greek, Cyrillic,
 * Hebrew, Arabic, Indic scripts, Thai, Lao and Korean, kana, marks, common punctuation.
 */
const COMMON =
  /[\u0300-\u036f\u0391-\u03c9\u0410-\u044f\u05d0-\u05ea\u0621-\u0652\u0900-\u0eff\u1100-\u11ff\u2010-\u2027\u3001-\u3011\u3041-\u30ff]/;
const HAN = /[\u3400-\u9fff]/;
/** A Burmese syllable is longest. */
const OTHER = 30;

/**
 * Returns true if the key of a text in an exact index may be longer than Dgraph's keys are.
 *
 * Dgraph indexes a text with a language by its collation key, which has 5 bytes for a letter of ASCII. Dgraph v25.4 does
 * not check its size: an alpha that stores a longer key exits, and again at each start. For such a text the result does
 * not depend on the predicate, so that a text that one property takes fits its superproperties.
 */
export function isTooLongForExact(text: string, lang: string | undefined, predicate: string): boolean {
  // The first byte of a token is the tokenizer's.
  if (lang === undefined) return Buffer.byteLength(text) + Buffer.byteLength(predicate) + 1 > MAX_KEY_BYTES;
  // A name has at most 1,000 bytes; the language and the levels of the key have delimiters.
  const maxBytes = MAX_KEY_BYTES - 1_012;
  // One character may become 18.
  if (text.length * 18 * OTHER <= maxBytes) return false;
  // Korean sorts Chinese characters by their readings.
  const han = /^ko/i.test(lang) ? 16 : 6;
  let bytes = 0;
  for (const character of text) {
    if (character < '\x80') bytes += 5;
    else if (HAN.test(character)) bytes += han;
    else for (const part of character.normalize('NFKD')) bytes += part < '\x80' || COMMON.test(part) ? 10 : OTHER;
  }
  return bytes > maxBytes;
}
