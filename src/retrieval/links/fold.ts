/** Folding of words for comparison: removes case, diacritics and plural endings. */

/** Folded word with its offsets in the text (UTF-16 units). */
interface FoldedWord {
  readonly folded: string;
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const ASCII = /^[a-z0-9]*$/i;
const MARKS = /\p{M}+/gu;
/** Scripts without spaces between words: each ideograph or kana counts as a word. */
const UNSPACED = /[\p{Ideographic}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Returns the words of a text, in order. `’s` and `'s` are not words. */
export function foldWords(text: string): FoldedWord[] {
  const out: FoldedWord[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (UNSPACED.test(word)) {
      let start = index;
      for (const character of word) {
        out.push({ folded: foldWord(character), start, end: start + character.length });
        start += character.length;
      }
      continue;
    }
    if ((word === 's' || word === 'S') && /\p{L}['’]$/u.test(text.slice(Math.max(0, index - 3), index))) continue;
    out.push({ folded: foldWord(word), start: index, end: index + word.length });
  }
  return out;
}

/** Returns the folded words of a text with a space around each, so that one text is looked for in another. */
export const foldText = (text: string): string =>
  ` ${foldWords(text)
    .map(({ folded }) => folded)
    .join(' ')} `;

/** Folds one word. Plural endings are English; words of other languages lose them in texts and labels alike. */
export function foldWord(word: string): string {
  if (ASCII.test(word)) return singular(word.toLowerCase());
  const plain = word
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae');
  return singular(plain);
}

/** Removes a plural ending by spelling alone. Some singulars lose their ending too, in labels and texts alike. */
function singular(plain: string): string {
  if (plain.length < 4 || !/^[a-z]+$/.test(plain)) return plain;
  if (plain.endsWith('ies')) return `${plain.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(plain)) return plain.slice(0, -2);
  if (plain.endsWith('s') && !/[siu]s$/.test(plain)) return plain.slice(0, -1);
  return plain;
}

/** Converts a name in code style (`hasBirthPlace`, `birth_place`, `Person.name`) into a label. */
export const labelOfName = (name: string): string =>
  name
    .replace(/[_.\-+]+/g, ' ')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .trim();
