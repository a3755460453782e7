/** Roles of names: who does what a verb says, and to whom it is done; in active and in passive clauses. */
import type { Language } from '../language/language';
import type { Word } from '../language/words';

/** Relations that hold in both directions. */
const SYMMETRIC =
  /^(?:m[ae]t|meets?|marr\w*|wed\w*|border\w*|adjoin\w*|touch\w*|neighbou?r\w*|resembl\w*|equal\w*|join\w*|cross\w*|fac\w+|play\w*)$/i;
const PASSIVE = /\b(?:is|was|were|are|been|being|be)(?:\s+(?:\p{Ll}+ly|not|never|also|first|later))?\s*$/u;
/** Inversion in questions: "Was Roof in Rain painted by …", "When was …". */
const INVERTED =
  /^\W*(?:(?:(?:in|on|at|by|since|from|until)\s+)?(?:when|where|why|how|what|who|whom|which)(?:\s+\p{Ll}+)?\s+)?(?:is|was|were|are)\b/iu;
const PREPOSITION =
  /\b(of|in|on|at|to|by|for|from|with|into|near|over|under|after|before|since)\s+(?:(?:the|an?|its|his|her|their)\s+)?(?:\p{Ll}+\s+)?$/iu;

const NAMING = /^(?:call|name|know|title)(?:ed|s|n)?$/;
const AUXILIARY = /\b(?:did|does|do|will|can)\b/i;

type SameVerb = (one: Word, other: Word) => boolean | undefined;

/** True if a verb of a claim stands in a text with one of the names in another role, and none in the same. */
export function isReversed(
  claim: string,
  text: string,
  names: readonly string[],
  language: Language,
  sameVerb: SameVerb,
): boolean {
  const claimed = verbsIn(claim, language);
  const told = verbsIn(text, language);
  let isOther = false;
  for (const verb of claimed) {
    for (const other of told) {
      const isTurned = sameVerb(verb, other);
      if (isTurned === undefined || SYMMETRIC.test(verb.text)) continue;
      for (const name of names) {
        const [one, two] = [isAgent(claim, name, verb, claimed), isAgent(text, name, other, told)];
        if (one === undefined || two === undefined) continue;
        if ((one === two) === isTurned) isOther = true;
        else return false;
      }
    }
  }
  return isOther;
}

/** Words that may be verbs. */
function verbsIn(text: string, language: Language): Word[] {
  const words = language.words(text);
  return words.filter((word, i) => {
    const before = words[i - 1]?.text.toLowerCase() ?? '';
    if (!/^\p{Ll}/u.test(word.text) || language.is('articles', before) || language.isGrammar(word)) return false;
    if (NAMING.test(word.text)) return false;
    // "Drew" of "draw".
    const isPast = language.isParticiple(word.text) || !word.text.startsWith(word.stem.slice(0, -1));
    const isAfterAuxiliary = AUXILIARY.test(text.slice(0, word.start));
    const isPresent = /s$/.test(word.text) && /^\p{Lu}|^(?:he|she|it|who|which|that)$/u.test(words[i - 1]?.text ?? '');
    return isPast || ((isAfterAuxiliary || isPresent) && language.thesaurus.verbsLike(word.stem).length > 0);
  });
}

/** True if a name is who does what a verb says, false if not; undefined if the clause does not tell. */
function isAgent(text: string, name: string, verb: Word, verbs: readonly Word[]): boolean | undefined {
  const start = text.toLowerCase().indexOf(name.toLowerCase());
  if (start < 0) return undefined;
  const end = start + name.length;
  const ahead = text.slice(0, verb.start);
  const isPassive =
    PASSIVE.test(ahead) ||
    INVERTED.test(text) ||
    (/^\W*by\b/.test(text.slice(verb.end)) && !/\b(?:have|has|had)\b/.test(ahead));
  const [from, to] = end <= verb.start ? [end, verb.start] : [verb.end, start];
  // The name belongs to the nearer verb.
  if (verbs.some((other) => other !== verb && other.start >= from && other.end <= to)) return undefined;
  // Roles are read within one clause, and of its first verb.
  if (/[;:,–—]/.test(text.slice(from, to))) return undefined;
  if (end <= verb.start && verbs.some((other) => other.end <= start)) return undefined;
  const preposition = PREPOSITION.exec(text.slice(0, start))?.[1]?.toLowerCase();
  if (preposition === 'by') return true;
  if (end <= verb.start) {
    if (/^\W*(?:did|does|do)\s+(?:the\s+)?\p{Lu}/u.test(text.slice(end))) return false;
    if (preposition !== undefined) return preposition === 'from' ? false : undefined;
    return !isPassive;
  }
  return isPassive ? undefined : false;
}
