/** Sentences of a passage, alone and in pairs, with their clauses and with those of whom their pronouns speak. */
import { isAsserted, isAttempt } from '../../evidence/asserted';
import { ANSWERS, SEXES, words } from '../../language/data';
import { namesIn, sentencesOf } from '../../language/sentences';
import { termsIn } from './question';

/** Part of a sentence that says one thing. */
export interface Clause {
  readonly text: string;
  /** The same behind the clauses on whose subject it leans. */
  readonly whole: string;
  /** Terms of all these. */
  readonly terms: ReadonlySet<string>;
  /** Terms of the sentence up to its end. */
  readonly before: ReadonlySet<string>;
}

export interface Sentence {
  readonly text: string;
  readonly terms: ReadonlySet<string>;
  readonly clauses: readonly Clause[];
  /** Text before it that may name whom or what it is about. */
  readonly context: string;
  /** True if its subject is a pronoun. */
  readonly isLeaning: boolean;
  /** True if it begins with a name, or what is of one. */
  readonly hasOwnSubject: boolean;
  /** True if the context alone tells of whom it speaks, and not the heading. */
  readonly isOfContext: boolean;
  /** False for questions, headings, doubts, and rows of tables, of which one cell is told, never the whole. */
  readonly isStatement: boolean;
}

/** A sentence, or two. */
export interface Window {
  readonly sentences: readonly Sentence[];
  readonly text: string;
  readonly terms: ReadonlySet<string>;
  /** Terms of the first of two sentences, if it names something. */
  readonly opening?: ReadonlySet<string>;
}

/** Sentences before one that speaks of somebody or something whom they name. */
const NAMED_BEFORE = 3;
/** Row of a table: `Lens: Helios; Focal length: 18 m`. */
export const ROW = /^[^:;.]{1,60}: [^;]*(?:; [^:;]{1,60}: [^;]*)+/;
/** List behind its name: `Present: Ada Holm; Otto Holm`. */
const LIST = /^[^:;.]{1,40}: [^;.]+;/;
/** Names of people, of whom nobody says `it`. */
const GIVEN = new Set(words([...SEXES.givenNames.she, ...SEXES.givenNames.he]));
const ARTICLE = /^(?:The|This|These)\b/;
/** Subject with a name of its own: "The delivery of the Bruno". */
const OWN_SUBJECT = /^The\s+(?:(?:\p{Ll}+\s+){1,2}of\s+(?:the\s+)?)?\p{Lu}/u;
/** Words before a pronoun that is a subject. */
const MOST_BEFORE = 6;

const isNaming = (sentence: string): boolean => namesIn(sentence).length > 0;

/** @param language of the texts */
export function* windowsOf(text: string, language: string, tag: string): Generator<Window> {
  const all = sentencesOf(text);
  let last: Window | undefined;
  for (const i of all.keys()) {
    const here = windowOf([sentenceAt(all, i, language, tag)]);
    if (last) {
      const pair = windowOf([...last.sentences, ...here.sentences]);
      yield isNaming(last.text) ? { ...pair, opening: last.terms } : pair;
    }
    yield here;
    last = here;
  }
}

const windowOf = (sentences: readonly Sentence[]): Window => ({
  sentences,
  text: sentences.map((each) => each.text).join(' '),
  terms: new Set(sentences.flatMap((each) => [...each.terms])),
});

function sentenceAt(all: readonly string[], i: number, language: string, tag: string): Sentence {
  const text = all[i]!;
  const family = familyOf(text, tag);
  const antecedent = family && antecedentOf(all, i, family);
  const isOfContext = antecedent?.isSubject === true;
  // One that names nobody itself speaks of those before as well.
  const isOfOthers = language === 'en' && ((ARTICLE.test(text) && !OWN_SUBJECT.test(text)) || !isNaming(text));
  const earlier = isOfOthers ? [all[0]!, ...all.slice(Math.max(0, i - NAMED_BEFORE), i)].join(' ') : '';
  return {
    text,
    terms: new Set(termsIn(text, language)),
    clauses: clausesOf(text, language, tag),
    context: family ? (antecedent?.text ?? '') : earlier,
    isLeaning: family !== undefined,
    hasOwnSubject: OWN_SUBJECT.test(text),
    isOfContext,
    isStatement:
      /[.!…]["'”’)\]]*$/.test(text) && !ROW.test(text) && !LIST.test(text) && isAsserted(text, all[i + 1] ?? '', tag),
  };
}

/** Forms of the pronoun that is the subject of a sentence, or owns it: "In 1899 she came", "Her sister". */
function familyOf(sentence: string, tag: string): ReadonlySet<string> | undefined {
  const lines = ANSWERS[tag]!.pronouns;
  for (const [i, word] of wordsIn(sentence).slice(0, MOST_BEFORE).entries()) {
    const line = lines.find((each) => words([each]).includes(word.toLowerCase()));
    if (line !== undefined) return new Set(words([line]));
    if (i > 0 && /^\p{Lu}/u.test(word)) return undefined;
  }
  return undefined;
}

/**
 * Returns the name with which the nearest sentence begins that has no such pronoun itself; all its names if it begins
 * with none. Undefined if the passage begins with the pronoun.
 */
function antecedentOf(all: readonly string[], i: number, family: ReadonlySet<string>) {
  for (let at = i - 1; at >= 0; at--) {
    const sentence = all[at]!;
    if (wordsIn(sentence).some((word) => family.has(word.toLowerCase()))) continue;
    const names = namesIn(sentence).filter((name) => !family.has('it') || !GIVEN.has(name.split(' ')[0]!));
    if (names.length === 0) continue;
    const start = sentence.replace(/^The\s+/, '');
    // "The Old Dragon was built in 1961. His wife died": no thing has a wife.
    if (start !== sentence && (family.has('he') || family.has('she'))) continue;
    const subject = names.find((name) => start.startsWith(name));
    return { text: subject ?? names.join(' '), isSubject: subject !== undefined };
  }
  return undefined;
}

const wordsIn = (text: string): string[] => text.match(/\p{L}+/gu) ?? [];

function clausesOf(sentence: string, language: string, tag: string): Clause[] {
  const { clause, leaning } = ANSWERS[tag]!;
  const [joint, leans] = [new RegExp(clause, 'u'), new RegExp(leaning, 'u')];
  const before = new Set<string>();
  let whole = '';
  const clauses: Clause[] = [];
  for (const text of sentence.split(joint)) {
    whole = leans.test(text) ? `${whole}, ${text}` : text;
    for (const term of termsIn(text, language)) before.add(term);
    if (!isAttempt(text, tag))
      clauses.push({ text, whole, terms: new Set(termsIn(whole, language)), before: new Set(before) });
  }
  return clauses;
}
