/** What a question asks of a text: its words and names, what kind of answer it wants, and what no sentence can tell. */
import { EXTRACT, words as listOf } from '../../language/data';
import { languageOf } from '../../language/language';
import { stemOf, wordsOf } from '../../language/words';
import { foldWords } from '../../links/fold';
import { termsOf } from '../../search/terms';
import { COSTS, EXPECTATIONS, type Expectation } from './expect';
import { whoAsked, type WhoAsked } from './who';

/** Words that say that something is asked, not what about. */
const ASKING: ReadonlySet<string> = new Set(EXTRACT.asking.flatMap((line) => termsOf(line)));

export interface Question {
  /** Terms of what it is about. */
  readonly terms: readonly string[];
  /** Names and numbers: a text without them is about something else. */
  readonly names: readonly string[];
  /** Names of several words: a text has them as they are, or their last word. */
  readonly phrases: readonly string[];
  /** Term → terms that say the same. */
  readonly like: ReadonlyMap<string, readonly string[]>;
  /** Verbs that say little: a text does without. */
  readonly light: ReadonlySet<string>;
  readonly expects: Expectation | undefined;
  /** Where it asks who: by what texts tell it. */
  readonly who: WhoAsked | undefined;
  /** "How many lamps": of what. */
  readonly counted: string | undefined;
  /** Who or what was there before, or after: a text has to speak of that. */
  readonly order: RegExp | undefined;
  /** It asks who, what or when of something that it takes for so: what is denied is no answer. */
  readonly isOpen: boolean;
  /** It asks for all that there are of a kind, or what a kind is: one sentence seldom says that. */
  readonly asksForAll: boolean;
  /** "Who is Ada Holm?": a text has to say what she is. */
  readonly isNature: boolean;
  /** It compares, counts over or denies, which no sentence does. */
  readonly isUntold: boolean;
}

/** What a question asks about. */
export function analyse(question: string, language = 'en'): Question {
  const all = [...new Set(termsOf(question, language))];
  const about = all.filter((term) => !ASKING.has(term));
  const terms = about.length > 0 ? about : all;
  const words = foldWords(question);
  const named = words.filter(({ start, end }, i) => {
    const word = question.slice(start, end);
    return /\p{N}/u.test(word) || (i > 0 && /^\p{Lu}/u.test(word) && !/[.?!:]\s*["“]?$/.test(question.slice(0, start)));
  });
  const phrases = runsOf(question, named).map((run) => question.slice(run[0]!.start, run.at(-1)!.end));
  const names = [...new Set(named.flatMap(({ start, end }) => termsOf(question.slice(start, end), language)))];
  const like = new Map<string, readonly string[]>();
  const light = new Set<string>();
  if (language === 'en') {
    for (const { text, stem } of wordsOf(question)) {
      for (const term of termsOf(text, language)) {
        like.set(term, [...new Set([stem, ...(languageOf(language)?.thesaurus.otherWords(text) ?? [])])]);
        if (LIGHT.has(stem)) light.add(term);
      }
    }
    // "In which street", "under what title": the answer is one, and seldom says so.
    const asked = /\b(?:which|what) (\p{Ll}+) (?:is|are|was|were|do|does|did|has|have|had|can)\b/iu.exec(question)?.[1];
    for (const term of asked === undefined ? [] : termsOf(asked, language)) light.add(term);
  }
  const expects = expectationOf(question);
  if (expects === 'money') for (const term of terms) if (COSTS.has(term)) light.add(term);
  const many = /\bhow many (\p{L}+)/iu.exec(question)?.[1];
  const [counted] = many === undefined ? [] : termsOf(many, language);
  const who = language === 'en' ? whoAsked(question) : undefined;
  const order = ORDERS.find(([pattern]) => pattern.test(question))?.[1];
  const isOpen = language === 'en' && OPEN.test(question) && !DENYING.test(question);
  return {
    terms,
    names: names.filter((term) => terms.includes(term)),
    phrases,
    like,
    light,
    expects,
    who,
    counted,
    order,
    isOpen,
    isUntold: isUntold(question, language),
    asksForAll: language === 'en' && asksForAll(question),
    isNature: /^\W*who (?:is|was)\b/i.test(question) && terms.every((term) => names.includes(term)),
  };
}

function isUntold(question: string, tag: string): boolean {
  const language = languageOf(tag);
  return language?.words(question).some(({ text }) => language.is('untold', text.toLowerCase())) ?? false;
}

const AUXILIARY = /^(?:are|were|is|was|do|does|did|has|have|had|can|could|may|might|will|would|shall|should|must)$/i;

/** "Which ships carry tar", "which fishing vessels are there", "how many are there", "who are the botanists". */
function asksForAll(question: string): boolean {
  const [, asked = ''] = /\b(?:which|what) ([^?]+)/i.exec(question) ?? [];
  const [first = '', second = '', third = ''] = asked.split(/\s+/);
  const [, told = ''] =
    /^\W*(?:name|list|give|show|tell)(?: me| us)?(?: all)?(?: of)?(?: the)? ([^?]+)/i.exec(question) ?? [];
  const isPlural = (word: string): boolean => /[^siu]s$/.test(word) && !AUXILIARY.test(word);
  if (told.split(/\s+/).slice(0, 2).some(isPlural)) return true;
  if (isPlural(first) || (isPlural(second) && AUXILIARY.test(third) && !AUXILIARY.test(first))) return true;
  // "Which students from Pellgate are there?", "members of the Academy", "which cargo is dangerous cargo".
  if (/\b(?:which|what) [^?]+ (?:are|were) there\W*$/i.test(question) || isPlural(bareHead(question))) return true;
  if (/\b(?:which|what) (\p{Ll}+) (?:is|are) [^?]*\b\1\W*$/iu.test(question)) return true;
  return /^\W*who (?:are|were)\b|^\W*what (?:is an?|are) [\p{L}-]+(?![\p{L}-])\W*$|\bhow many [^?]* (?:are|were) there\W*$/iu.test(
    question,
  );
}

/** The noun of a phrase without a question: "members of the Academy". */
const bareHead = (question: string): string => /^\s*(\p{Ll}+) (?:of|in|at|from) [^?]+$/u.exec(question)?.[1] ?? '';

/** Words right beside each other, where there are several. */
function runsOf<Word extends { readonly start: number; readonly end: number }>(
  text: string,
  words: readonly Word[],
): Word[][] {
  const runs: Word[][] = [];
  for (const word of words) {
    const run = runs.at(-1);
    if (run && text.slice(run.at(-1)!.end, word.start) === ' ') run.push(word);
    else runs.push([word]);
  }
  return runs.filter((run) => run.length > 1);
}

const LIGHT: ReadonlySet<string> = new Set(listOf(EXTRACT.light).map(stemOf));

const OPEN = /^\W*(?:(?:in|on|at|by|from|for|to|with|of|since|until) )?(?:who|whom|whose|which|what|when|where)\b/i;
const DENYING = /\b(?:not|never|no|nobody|none|nothing|without)\b|n['’]t\b/i;

const ORDERS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\bbefore\b/i,
    /\b(?:before|predecessors?|former(?:ly)?|previous(?:ly)?|earlier|until|preceded|took over|succeed\w*)\b/i,
  ],
  [
    /\bafter(?!noon)\b/i,
    /\b(?:after(?:wards)?|successors?|then|later|since|next|followed|took over|succeed\w*|once|retire\w*)\b/i,
  ],
];

function expectationOf(question: string): Expectation | undefined {
  return EXPECTATIONS.find(([pattern]) => pattern.test(question))?.[1];
}
