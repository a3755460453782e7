/**
 * Second stage of the plan over documents: a question as steps, each of which one sentence may answer. "Where was the
 * captain of the ship that carried the bells born?" is: a ship that carried the bells; the captain of that; where was
 * that one born.
 */
import { verbsOfNoun } from '../../language/thesaurus';
import type { AnswerKind, Question } from '../../language/question';
import { isFunctionWord, wordsOf, type Word } from '../../language/words';
import {
  isAuxiliary,
  isDeterminer,
  isPast,
  lower,
  phraseAt,
  reaches,
  type Description,
  type Token,
} from './question-phrases';

/** A word that a sentence has to speak of, and how much it matters. */
export interface Wanted extends Pick<Word, 'text' | 'stem'> {
  readonly weight: number;
}

export interface Step {
  readonly kind: AnswerKind;
  readonly words: readonly Wanted[];
  /** Names that the question gives. */
  readonly names: readonly string[];
  /** Whether what the step before has found is another name. */
  readonly leans: boolean;
  /** What is looked for does what the verb says (`who taught Otto`), or has it done to it (`whom did Otto teach`). */
  readonly role: 'agent' | 'patient' | undefined;
  /** The noun that says what is looked for; the answer may well stand without it. */
  readonly focus: Pick<Word, 'text' | 'stem'> | undefined;
  /** Whether several are asked for: "which ships", "who are the keepers". */
  readonly isList: boolean;
}

const ASKING = /^(?:who|whom|whose|which|what|when|where|how)$/;
const DO = /^(?:do|does|did)$/;
const BE = /^(?:is|are|was|were)$/;
/** Words that ask for a kind of answer, which the answer itself seldom repeats. */
const GENERIC = new Set(
  wordsOf(
    'name person people man woman place year date time day number kind type sort thing way part called known ' +
      'today now still ever today ' +
      'currently actually',
  ).map(({ stem }) => stem),
);
/** Verbs that leave what is done to their object: "holds a patent" is "patented". */
const LIGHT = new Set(
  wordsOf('hold get give take put have receive happen say belong go come use').map(({ stem }) => stem),
);
const WEIGHT = { generic: 0.2, light: 0.4, plain: 1 };
const MOST_WORDS = 60;

/**
 * Ways to take a question: in one step, and in several where something is described in it; the innermost step first.
 */
export function stepsOf(question: Question): readonly (readonly Step[])[] {
  const tokens = tokensOf(question);
  const whole = [stepOf(tokens, question, false)];
  if (tokens.length > MOST_WORDS) return [whole];
  const ways = [ofTokens(tokens, question, tokens.length)];
  const last = tokens.length - 1;
  // "Where was the captain of … born?": its own verb comes last, or the last word is of the description.
  if (isInverted(tokens) && (isPast(tokens[last]) || DO.test(lower(tokens[auxiliaryOf(tokens)]))))
    ways.push(ofTokens(tokens, question, last));
  const several = ways.flatMap((way) => (way ? [way] : []));
  const seen = new Set<string>();
  return [whole, ...several].filter((way) => {
    const key = JSON.stringify(way);
    return !seen.has(key) && seen.add(key);
  });
}

/** Words, with each name as one token. */
function tokensOf({ text, names }: Question): Token[] {
  const words = wordsOf(text);
  const spans = names
    .flatMap((name) => {
      const start = text.indexOf(name);
      return start < 0 ? [] : [{ name, start, end: start + name.length }];
    })
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const tokens: Token[] = [];
  let span = spans.shift();
  for (const word of words) {
    while (span && word.start >= span.end) span = spans.shift();
    const isPossessive =
      /['’]s?$/.test(word.text) || (/s$/.test(word.text) && /^['’](?=\s)/.test(text.slice(word.end)));
    const before = tokens.at(-1);
    if (span && word.start >= span.start && word.end >= span.start) {
      if (before?.name === span.name && before.start === span.start)
        tokens[tokens.length - 1] = { ...before, end: word.end, isPossessive };
      else tokens.push({ ...word, start: span.start, name: span.name, isPossessive });
    } else tokens.push({ ...word, isPossessive });
  }
  return tokens;
}

const auxiliaryOf = (tokens: readonly Token[]): number => {
  const asking = tokens.findIndex((token) => ASKING.test(lower(token)));
  return tokens.findIndex((token, i) => i > asking && isAuxiliary(token));
};
/** Whether an auxiliary stands before the subject: "where was the ship built". */
const isInverted = (tokens: readonly Token[]): boolean => {
  const at = auxiliaryOf(tokens);
  return at > 0 && at <= 5 && (isDeterminer(tokens[at + 1]) || tokens[at + 1]?.name !== undefined);
};

function ofTokens(tokens: readonly Token[], question: Question, limit: number): readonly Step[] | undefined {
  for (let i = 0; i < limit; i++) {
    const token = tokens[i]!;
    const isFirst = isDeterminer(token) || token.name !== undefined;
    if (!isFirst || (i > 0 && isDeterminer(tokens[i - 1]))) continue;
    const phrase = phraseAt(tokens, i, limit);
    if (!phrase) continue;
    const { description, end } = phrase;
    if (!description || !reaches(description)) {
      i = end - 1;
      continue;
    }
    // "the yard based that built the Heron": the participle belongs to the question.
    const spare = isInverted(tokens) && description.head.length > 1 && isPast(description.head.at(-1)) ? 1 : 0;
    const own = spare ? { ...description, head: description.head.slice(0, -1) } : description;
    const late = spare ? description.head.slice(-1) : [];
    const outer = [...tokens.slice(0, i), ...late, ...tokens.slice(end)];
    const inner = ofDescription(own, isBare(outer, question.kind) ? question.kind : 'thing');
    return isBare(outer, question.kind) ? inner : [...inner, stepOf(outer, question, true)];
  }
  return undefined;
}

/** Whether nothing but the question itself is left: "who is …". */
const isBare = (tokens: readonly Token[], kind: AnswerKind): boolean =>
  (kind === 'person' || kind === 'party' || kind === 'thing') &&
  tokens.every((token) => token.name === undefined && (isFunctionWord(token) || GENERIC.has(token.stem)));

function ofDescription({ head, said, names, inner, by, role }: Description, kind: AnswerKind): readonly Step[] {
  const before = inner ? ofDescription(inner, 'thing') : [];
  const relation = by === 'of' ? head.at(-1) : undefined;
  const focus = by === 'of' ? undefined : head.at(-1);
  const roles = relation ? verbsOfNoun(relation.text).map((each) => each.role) : [];
  const words = [...wanted(head, focus), ...wanted(said)];
  const clear = roles.length > 0 && roles.every((each) => each === roles[0]) ? roles[0] : undefined;
  return [
    ...before,
    { kind, words, names, leans: inner !== undefined, role: relation ? clear : role, focus, isList: false },
  ];
}

function stepOf(tokens: readonly Token[], question: Question, leans: boolean): Step {
  const asking = tokens.findIndex((token) => ASKING.test(lower(token)));
  const names = tokens.flatMap(({ name }) => name ?? []);
  const determines = /^(?:which|what|whose)$/.test(lower(tokens[asking]));
  const counts = lower(tokens[asking]) === 'how' && lower(tokens[asking + 1]) === 'many';
  const next = tokens[asking + (counts ? 2 : 1)];
  const focus = (determines || counts) && next && next.name === undefined && !isFunctionWord(next) ? next : undefined;
  const words = wanted(tokens, focus);
  return {
    kind: question.kind,
    words,
    names,
    leans,
    role: roleOf(tokens, asking, focus),
    focus,
    isList: isList(tokens, asking, question),
  };
}

function isList(tokens: readonly Token[], asking: number, { kind }: Question): boolean {
  if (kind === 'count' || kind === 'time' || kind === 'quantity' || kind === 'yes-no') return false;
  const rest = tokens.slice(asking + 1);
  if (/^(?:are|were)$/.test(lower(rest[0])) && asking >= 0) return true;
  const run = rest.findIndex((token) => token.name !== undefined || isFunctionWord(token));
  const nouns = run < 0 ? rest : rest.slice(0, run);
  // "Which company owns the ship": the last one is a verb.
  const end = isAuxiliary(rest[run]) || lower(rest[run]) === 'of' || nouns.length < 2 ? nouns.length : nouns.length - 1;
  return (asking < 0 || /^(?:which|what|whose)$/.test(lower(tokens[asking]))) && nouns.slice(0, end).some(isPlural);
}

const isPlural = ({ text }: Token): boolean => /[^s'’]s$/.test(text);

function wanted(tokens: readonly Token[], focus?: Token): Wanted[] {
  const out = new Map<string, Wanted>();
  for (const [i, token] of tokens.entries()) {
    // "What does Otto own?", not "his own".
    const isVerb = lower(token) === 'own' && !isDeterminer(tokens[i - 1]);
    if ((isFunctionWord(token) && !isVerb) || token.name !== undefined || out.has(token.stem) || token === focus)
      continue;
    // "the tug Bruno": Bruno is enough.
    const isTitle = tokens[i + 1]?.name !== undefined && isDeterminer(tokens[i - 1]);
    const weight =
      isTitle || GENERIC.has(token.stem) ? WEIGHT.generic : LIGHT.has(token.stem) ? WEIGHT.light : WEIGHT.plain;
    out.set(token.stem, { text: token.text.replace(/['’]s?$/, ''), stem: token.stem, weight });
  }
  return [...out.values()];
}

/** What stands for the one that is asked for does, by the order of words. */
function roleOf(tokens: readonly Token[], asking: number, focus: Token | undefined): Step['role'] {
  if (asking < 0) return undefined;
  const word = lower(tokens[asking]);
  if (!/^(?:who|whom|which|what)$/.test(word)) return undefined;
  const hasByBefore = lower(tokens[asking - 1]) === 'by';
  let i = asking + 1 + (focus ? 1 : 0);
  const rest = tokens.slice(i);
  if (hasByBefore) return rest.some(isPast) ? 'agent' : undefined;
  if (DO.test(lower(rest[0]))) return 'patient';
  if (BE.test(lower(rest[0]))) {
    const by = rest.findIndex((token) => lower(token) === 'by');
    return by > 1 && rest.slice(1, by).some(isPast) ? 'patient' : undefined;
  }
  while (isAuxiliary(tokens[i])) i++;
  const verb = tokens[i];
  return verb && verb.name === undefined && !isFunctionWord(verb) ? 'agent' : undefined;
}
