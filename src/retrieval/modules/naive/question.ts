/** What a question asks of a text: its words and names, what kind of answer it wants, and what no sentence can tell. */
import { ANSWERS, EXTRACT, words as listOf } from '../../language/data';
import { languageOf, languagesOf, type Language } from '../../language/language';
import { namesIn } from '../../language/sentences';
import { isFunctionWord, stemOf, wordsOf, type Word } from '../../language/words';
import { foldWords } from '../../links/fold';
import { termsOf } from '../../search/terms';
import { expectationOf, type Expectation } from '../../language/expectation';

export interface Question {
  /** As it is asked. */
  readonly question: string;
  /** Language in which it is asked. */
  readonly tag: string;
  /** Terms of what it is about. */
  readonly terms: readonly string[];
  /** Names and numbers: a text without them is about something else. */
  readonly names: readonly string[];
  /** Names of several words. */
  readonly phrases: readonly string[];
  /** Term of its last word that is no name: of "Where did Ada Holm die?", to die. */
  readonly verb: string | undefined;
  /** Words that say little: a text does without. */
  readonly light: ReadonlySet<string>;
  readonly expects: Expectation | undefined;
  /** Terms of the role, the deed or the counted things beside which the answer stands. */
  readonly beside: readonly string[];
  /** True of a deed: its doer stands before it, or behind `by`. */
  readonly isDeed: boolean;
  /** True of who has a role now. */
  readonly isPresent: boolean;
  /** "Who is Ada Holm?": a text has to say what she is. */
  readonly isNature: boolean;
  readonly isDenial: boolean;
  /** It compares, counts over, denies, or asks for all of a kind, which no sentence tells. */
  readonly isUntold: boolean;
}

/** Terms of a text; in English, irregular forms as their infinitives too. */
export const termsIn = (text: string, language: string): string[] => [
  ...termsOf(text, language),
  ...(language === 'en' ? wordsOf(text).map(({ stem }) => stem) : []),
];

/** Those of them that are a verb at the end: "Where was it found?" */
const DEEDS: ReadonlySet<string> = new Set(listOf(EXTRACT.deeds).map(stemOf));
const LIGHT: ReadonlySet<string> = new Set(listOf(EXTRACT.light).map(stemOf));
const COSTS: ReadonlySet<string> = new Set(listOf(ANSWERS['en']!.costs).map(stemOf));
/** "In which street", "under what title": the answer is one, and seldom says so. */
const ASKED_KIND = /\b(?:which|what) (\p{Ll}+) (?:is|are|was|were|do|does|did|has|have|had|can)\b/iu;
const ROLE =
  /^\W*who (?:is|was|are|were|became|becomes|(?:serves?|served|acts?|acted|works?|worked) as)(?: the| its| their| an?)?((?: \p{Ll}[\p{L}-]*){1,3}?) (?:of|at|in|for|to|on|aboard) (?=\S)/iu;
const DEED =
  /^\W*who (?:first )?(?!(?:is|was|are|were|has|have|had|do|does|did|can|could|will|would|may|might|should|must|got|gets?)\b)(\p{Ll}+) (?=\S)/iu;
const COUNTED = /\bhow many (\p{L}+)/iu;
const PRESENT = /^\W*(?:who|wer) (?:is|are|ist|sind|serves?|acts?|works?)\b/iu;
const DENYING = /\b(?:not|never|no|nobody|none|nothing|without)\b|n['’]t\b/i;

/** What a question asks about. */
export function analyse(question: string, language = 'en'): Question {
  const isEnglish = language === 'en';
  const [spoken] = languagesOf(question, language);
  /** In English, stems: of irregular forms, those of their infinitives. */
  const asked = (text: string): string[] =>
    isEnglish
      ? wordsOf(text)
          .filter((word) => termsOf(word.text).length > 0)
          .map(({ stem }) => stem)
      : termsOf(text, language);
  const all = [...new Set(asked(question))];
  const [last = ''] = asked(wordsOf(question).at(-1)?.text ?? '');
  const asking = new Set(termsIn(ANSWERS[spoken!.tag]!.asking.join(' '), language));
  const about = all.filter((term) => !asking.has(term) || (term === last && DEEDS.has(term)));
  const terms = about.length > 0 ? about : all;
  const named = foldWords(question).filter(({ start, end }, i) => {
    const word = question.slice(start, end);
    return /\p{N}/u.test(word) || (i > 0 && /^\p{Lu}/u.test(word) && !/[.?!:]\s*["“]?$/.test(question.slice(0, start)));
  });
  const names = new Set(named.flatMap(({ start, end }) => asked(question.slice(start, end))));
  const expects = expectationOf(question, spoken!.tag);
  const kind = asked(ASKED_KIND.exec(question)?.[1] ?? '');
  const isLight = (word: string): boolean =>
    LIGHT.has(stemOf(word)) || (expects?.kind === 'money' && COSTS.has(stemOf(word)));
  const light = isEnglish
    ? wordsOf(question)
        .filter(({ text }) => isLight(text))
        .map(({ stem }) => stem)
    : [];
  const role = ROLE.exec(question);
  const deed = role ? null : DEED.exec(question);
  const [, beside = ''] = role ?? deed ?? COUNTED.exec(question) ?? [];
  const own = terms.filter((term) => !names.has(term));
  const weak = new Set(isEnglish ? [...light, ...kind] : []);
  return {
    question,
    tag: spoken!.tag,
    terms,
    names: [...names].filter((term) => terms.includes(term)),
    verb: own.findLast((term) => !weak.has(term)) ?? own.at(-1),
    phrases: namesIn(question).filter((name) => name.includes(' ')),
    light: weak,
    expects,
    beside: isEnglish
      ? wordsOf(beside)
          .filter((word) => !isFunctionWord(word))
          .map(({ stem }) => stem)
      : [],
    isDeed: deed !== null,
    isPresent: role !== null && PRESENT.test(question),
    isNature: /^\W*(?:who|what) (?:is|was)\b/i.test(question) && terms.every((term) => names.has(term)),
    isDenial: DENYING.test(question),
    isUntold:
      isUntold(question, language) ||
      languagesOf(question, language).some((each) => hasOpenPronoun(question, each)) ||
      (isEnglish && asksForAll(question)),
  };
}

function isUntold(question: string, tag: string): boolean {
  const language = languageOf(tag);
  return language?.words(question).some(({ text }) => language.is('untold', text.toLowerCase())) ?? false;
}

/** "When was she born?": true if a pronoun stands for somebody, something or some place that no name before it is. */
function hasOpenPronoun(question: string, language: Language): boolean {
  const words = language.words(question);
  const lower = words.map(({ text }) => text.toLowerCase());
  const isName = ({ text }: Word, i: number): boolean =>
    i > 0 && /^\p{Lu}/u.test(text) && !language.isGrammar({ text });
  const isExpletive = new RegExp(ANSWERS[language.tag]!.expletive, 'iu').test(question);
  return lower.some((word, at) => {
    const isPlace = language.is('there', word) && ![at - 1, at + 1].some((i) => language.is('be', lower[i] ?? ''));
    const isPronoun =
      language.isAny(word, 'someone', 'something', 'plural', 'possessives') && !language.is('relatives', word);
    if ((!isPlace && !isPronoun) || (isExpletive && language.is('something', word))) return false;
    // "How many windows has the hall in its tower?"
    const mayBeThing = language.isAny(word, 'possessives', 'something');
    const isNamed = words.slice(0, at).some(isName) || (mayBeThing && lower.slice(0, at - 1).includes('the'));
    return !isNamed;
  });
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
  if (/\b(?:before|after) (?!\d)/i.test(question)) return true;
  if (/\b(?:which|what) (\p{Ll}+) (?:is|are) [^?]*\b\1\W*$/iu.test(question)) return true;
  return /^\W*who (?:are|were)\b|^\W*what (?:is an?|are) [\p{L}-]+(?![\p{L}-])\W*$|\bhow many [^?]* (?:are|were) there\W*$/iu.test(
    question,
  );
}

/** The noun of a phrase without a question: "members of the Academy". */
const bareHead = (question: string): string => /^\s*(\p{Ll}+) (?:of|in|at|from) [^?]+$/u.exec(question)?.[1] ?? '';
