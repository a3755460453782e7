/** Sentences of a passage, and the names that occur in them. */
import { anyOf, ENGLISH, EXTRACT, words } from './data';
import { isFunctionWord, wordsOf } from './words';

/** Abbreviations after which a full stop ends nothing. */
const ABBREVIATION = new RegExp(`(?:^|[\\s(])(?:${anyOf(EXTRACT.abbreviations)})\\.$`);
/** Characters that an abbreviation takes, with those around it. */
const MOST_OF_ABBREVIATION = 16;
/** Marks that may end a sentence; in scripts without spaces, no space follows. */
const MARKS = /(?<![.!?])[.!?]+["'”’)\]]*(?=\s|$)|[。！？]+["'”’」』)\]]*/g;
const GOES_ON_SMALL = /^\s+\p{Ll}/u;
/** Characters in which a further word begins. */
const MOST_SPACE = 100;

/** Yields the offsets at which sentences of a text end. */
export function* sentenceEnds(text: string): Generator<number> {
  for (const { 0: marks, index } of text.matchAll(MARKS)) {
    const end = index + marks.length;
    const isAbbreviation = ABBREVIATION.test(text.slice(Math.max(0, end - MOST_OF_ABBREVIATION), end));
    const isOver = !isAbbreviation && !GOES_ON_SMALL.test(text.slice(end, end + MOST_SPACE));
    if (isOver || end === text.length) yield end;
  }
}

/** Sentences of a text, without the white space around them; headings and list items are sentences of their own. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const block of text.split(/\n\s*\n|\n(?=[^\S\n]*(?:[-*•#]|\d+[.)])\s)/)) {
    const line = block.replace(/\s+/g, ' ').trim();
    let from = 0;
    for (const end of [...sentenceEnds(line), line.length]) {
      sentences.push(line.slice(from, end).trim());
      from = end;
    }
  }
  return sentences.map((sentence) => sentence.replace(/^(?:#+|[-*•])\s+/, '')).filter((sentence) => sentence !== '');
}

/** Capitalized words that are no names. */
const NOT_NAMES: ReadonlySet<string> = new Set([
  ...words([...ENGLISH.months, ...ENGLISH.weekdays, ...EXTRACT.starters]),
  ...words([...ENGLISH.numbers, ...ENGLISH.tens, 'hundred thousand']).map(
    (word) => word[0]!.toUpperCase() + word.slice(1),
  ),
]);

const DATE = new RegExp(`^(?:${anyOf(ENGLISH.months)})(?:\\s\\d+)*$`);

/** Behind a single word at the beginning of a sentence that is a name. */
const GOES_ON = /^['’]s\b|^,|^\s+(?:\p{Ll}+(?:ed|s)\b|had\b)/u;

/** Headlines. */
const SHOUTED = /^\p{Lu}{4,}(?:\s\p{Lu}{4,})+$/u;

/**
 * What looks like a name: runs of words with capitals, joined by `of`, `the`, `de` and their like. A single capitalised
 * word at the beginning of a sentence is one unless it is a function word.
 */
export function namesIn(text: string): string[] {
  const names = new Set<string>();
  for (const sentence of sentencesOf(text)) {
    const words = wordsOf(sentence);
    const isCapital = (i: number): boolean => /^\p{Lu}/u.test(words[i]?.text ?? '');
    const isJoined = (i: number): boolean => /^[\s-]*$/.test(sentence.slice(words[i - 1]!.end, words[i]!.start));
    for (let i = 0; i < words.length; i++) {
      if (!isCapital(i) || isFunctionWord(words[i]!)) continue;
      let last = i;
      for (let j = i + 1; j < words.length && j <= i + 8; j++) {
        if (!isJoined(j)) break;
        if (isCapital(j) || (/^\d+$/.test(words[j]!.text) && isCapital(j - 1))) last = j;
        else if (!/^(?:of|the|de|la|le|von|van|der|and|for|in|on)$/.test(words[j]!.text) || j - last > 2) break;
      }
      const name = sentence.slice(words[i]!.start, words[last]!.end).replace(/['’]s$/, '');
      const isOpening = i === 0 && last === 0 && !GOES_ON.test(sentence.slice(words[0]!.end));
      if (isOpening) continue;
      if (name.length > 1 && !NOT_NAMES.has(name) && !DATE.test(name) && !SHOUTED.test(name)) names.add(name);
      // "Alice and Bob" may be one name, as "Marks and Spencer" is, or two.
      for (const part of name.split(/(?<!\s)\s+(?:and|in|on|for)\s+/))
        if (part !== name && part.length > 1) names.add(part);
      i = last;
    }
  }
  return [...names];
}

/** Whether a sentence speaks of something named before it. */
export const leansOnContext = (sentence: string): boolean =>
  /^(?:He|She|It|They|His|Her|Its|Their|This|That|These|Those|There|The (?:former|latter|same))\b/.test(sentence);
