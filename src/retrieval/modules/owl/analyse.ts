/** First stage: what kind of question it is, by its words of grammar. */
import { measuresOf } from '../../language/thesaurus';
import { isFunctionWord, wordsOf, type Word } from '../../language/words';
import { BE } from './draft';
import type { Form, Wants } from './types';

/** More words are no question that is answered from facts. */
export const MOST_WORDS = 60;

const AUXILIARIES = new Set(
  'is are was were do does did has have had can could may might will would should must'.split(' '),
);
const COMMANDS = new Set('name list give show tell find enumerate state mention identify'.split(' '));
const TIMES = new Set('year date day month century decade time'.split(' '));
const MEASURED = new Set(
  (
    'long tall high deep wide broad heavy old big large fast hot warm cold thick far expensive much populous ' +
    'strong bright rich loud steep'
  ).split(' '),
);
/** Nouns that only carry a question: "the name of", "what kind of". */
const CARRIERS = new Set('name names kind kinds sort sorts type types number'.split(' '));

/** @returns undefined for what is no question: no words, or too many */
export function analyse(question: string): Form | undefined {
  const words = wordsOf(question);
  if (words.length === 0 || words.length > MOST_WORDS) return undefined;
  const text = words.map((word) => word.text.toLowerCase().replace(/['’]s$/, ''));
  const spent = new Set<number>();
  // "Is What the Mirror Owed a tragedy?"
  const isTitle = (i: number): boolean =>
    i > 0 && /^\p{Lu}\p{Ll}/u.test(words[i]!.text) && question.slice(words[i - 1]!.end, words[i]!.start) === ' ';
  const isShouted = words.every((word) => /^[\p{Lu}\p{N}]/u.test(word.text));
  const asking = text.findIndex((word, i) => ASKING.has(word) && !isRelative(text, i) && (isShouted || !isTitle(i)));
  const base = {
    words,
    spent,
    isDeterminer: false,
    isWho: false,
    isWhere: false,
    negators: negatorsOf(text, spent),
    ...(asksForManner(text, asking) && { isManner: true as const }),
    ...(isTwofold(text) && { isTwofold: true as const }),
    ...(isOfEach(words, asking) && { isOfEach: true as const }),
  };
  if (text[0] === 'whether' || text[0] === 'if') {
    spent.add(0);
    return verdict(base, text);
  }
  if (asking < 0 || (asking > 0 && AUXILIARIES.has(text[0]!) && !/^(?:how|what)$/.test(text[asking]!))) {
    if (AUXILIARIES.has(text[0]!)) return verdict(base, text);
    if (!COMMANDS.has(text[0]!)) return { ...base, wants: 'node', asking: undefined, isDeterminer: true };
    spent.add(0);
    if (text[1] === 'me' || text[1] === 'us') spent.add(1);
    return { ...base, wants: 'node', asking: undefined, isDeterminer: true };
  }
  spent.add(asking);
  const word = text[asking]!;
  const next = text[asking + 1] ?? '';
  if (word === 'when') return { ...base, wants: 'time', asking };
  if (word === 'where') return { ...base, wants: 'node', asking, isWhere: true };
  if (word === 'how') {
    if (next === 'many') {
      spent.add(asking + 1);
      return { ...base, wants: 'count', asking, isDeterminer: true };
    }
    if (MEASURED.has(next) || measuresOf(next).length > 0)
      return { ...base, wants: 'number', asking, measure: asking + 1 };
    return { ...base, wants: 'node', asking };
  }
  if (word === 'who' || word === 'whom' || word === 'whose') return { ...base, wants: 'node', asking, isWho: true };
  if (KINDS.has(next) && text[asking + 2] === 'of' && text.slice(asking + 3).some((each) => BE.has(each))) {
    for (let i = asking + 1; i < asking + 3; i++) spent.add(i);
    return { ...base, wants: 'kind', asking: undefined };
  }
  let wants: Wants = 'node';
  if (TIMES.has(next)) {
    spent.add(asking + 1);
    wants = 'time';
  } else if (/^what (?:is |are |was )?(?:the )?number of/.test(text.slice(asking).join(' '))) {
    for (let i = asking + 1; text[i - 1] !== 'of'; i++) spent.add(i);
    return { ...base, wants: 'count', asking, isDeterminer: true };
  }
  for (const [i, each] of text.entries()) {
    if (CARRIERS.has(each) && (text[i + 1] === 'of' || (each === 'name' && i > asking))) spent.add(i);
  }
  return { ...base, wants, asking, isDeterminer: wants === 'node' };
}

function verdict(base: Omit<Form, 'wants' | 'asking'>, text: readonly string[]): Form {
  const at = text.findIndex((word) => UNIVERSALS.has(word));
  if (at < 0) return { ...base, wants: 'verdict', asking: undefined };
  return { ...base, spent: new Set([...base.spent, at]), wants: 'verdict', asking: undefined, universal: at };
}

const UNIVERSALS = new Set(['all', 'each', 'every']);

/** "Why was it sold", "how was it sold": not "how many", "how tall". */
function asksForManner(text: readonly string[], asking: number): boolean {
  return text[0] === 'why' || (text[asking] === 'how' && AUXILIARIES.has(text[asking + 1] ?? ''));
}

/** "Who built it, and when was it sold?" */
function isTwofold(text: readonly string[]): boolean {
  return text.some(
    (word, i) =>
      i > 1 &&
      word === 'and' &&
      ((MAIN.has(text[i + 1]!) && AUXILIARIES.has(text[i + 2] ?? '')) ||
        /^(?:when|where|why|how)$/.test(text[i + 1] ?? '') ||
        (ASKING.has(text[0]!) && /^(?:did|does|do)$/.test(text[i + 1] ?? ''))),
  );
}

/** "Which ships call at every harbour": one answer would have to hold of each. */
function isOfEach(words: readonly Word[], asking: number): boolean {
  if (asking < 0) return false;
  const at = words.findIndex(({ text }, i) => i > asking && UNIVERSALS.has(text.toLowerCase()));
  return at > 0 && words.slice(asking + 1, at).some((word) => !isFunctionWord(word));
}

const MAIN = new Set('who whom whose which what'.split(' '));

const KINDS = new Set('kind kinds sort sorts type types class category'.split(' '));
const NEGATORS = new Set('not no never without lack lacks lacking lacked'.split(' '));

/** "Directly or not" denies nothing. */
function negatorsOf(text: readonly string[], spent: Set<number>): Set<number> {
  const out = new Set<number>();
  for (const [i, word] of text.entries()) {
    if (!NEGATORS.has(word)) continue;
    if (word === 'not' && text[i - 1] === 'or') [i - 1, i].forEach((each) => spent.add(each));
    else if (!(/^(?:not|no)$/.test(word) && text[i + 2] === 'than')) out.add(i);
  }
  return out;
}

const ASKING = new Set('who whom whose which what when where how'.split(' '));
const ARTICLES = new Set('the a an'.split(' '));

/** "the ship which sank", "the man who taught her": a noun is before it. */
function isRelative(text: readonly string[], i: number): boolean {
  if (i === 0) return false;
  const before = text.slice(0, i);
  if (/^(?:of|in|by|to|from|on|at|for|with|under|under|after|into|through|and|or)$/.test(text[i - 1]!)) {
    return (
      before.some((word) => ASKING.has(word)) ||
      (before.slice(0, -1).some((word) => ARTICLES.has(word)) && text[i] === 'which')
    );
  }
  return before.some((word) => ASKING.has(word) || ARTICLES.has(word)) && text[i] !== 'what';
}
