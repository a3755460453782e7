/** A question as words: what kind of answer it wants, and what it is about. */
import { MONTH } from './calendar';
import { namesIn } from './sentences';
import { contentStems, isFunctionWord, wordsOf } from './words';

/**
 * `yes-no`, a `count`, a `time`, a `quantity`, a `person`, a `party` (a person or an organization), a `place`, or some
 * `thing`.
 */
export type AnswerKind = 'yes-no' | 'count' | 'time' | 'quantity' | 'person' | 'party' | 'place' | 'thing';

export interface Question {
  readonly text: string;
  readonly kind: AnswerKind;
  /** Names in it, as they are written; quoted texts are names. */
  readonly names: readonly string[];
  /** Stems of what it is about. */
  readonly stems: ReadonlySet<string>;
}

/** "Could you tell me …", "please look up …": nothing is asked by it. */
const POLITE =
  /^\W*(?:(?:please|hi|hello|hey|so|ok|well),?\s+)*(?:(?:(?:can|could|would|will) you |please )*(?:please )?(?:tell|show|give) (?:me|us)|do(?:es)? (?:you|anybody|anyone) know|(?:can|could) (?:you|anybody|anyone) (?:tell me|say)|(?:i|we)(?:['’]d| would)? (?:like|want|need) to know|(?:i|we) wonder|please (?:look up|find out|say)|(?:look up|find out)|any idea|remind me)\b[\s,:]*(?![\s,:])(?=\S+\s+\S)/i;

export function readQuestion(given: string): Question {
  const text = given.replace(POLITE, '');
  const kind = kindOf(text);
  const quoted = [...text.matchAll(/["“'‘]([^"“”'‘’]{2,100})["”'’](?=[\s?.,!;]|$)/g)].map((match) => match[1]!);
  const first = wordsOf(text)[0];
  // The first word has a capital anyway.
  const names = namesIn(text).filter((name) => !(first && name === first.text && isQuestionWord(first.text)));
  const stems = contentStems(text);
  // "how many paintings": not about many.
  return { text, kind, names: [...new Set([...quoted, ...names])], stems };
}

const isQuestionWord = (word: string): boolean =>
  /^(?:who|whom|whose|which|what|when|where|why|how|is|are|was|were|do|does|did|has|have|had|can|could|will|would|in|on|at|by|for|to|from|of|name|list|tell|give|show|find)$/i.test(
    word,
  );

function kindOf(text: string): AnswerKind {
  const lower = text.toLowerCase().trim();
  if (/^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|may|must)\b/.test(lower)) return 'yes-no';
  // The first word that asks is the question's own; later ones begin clauses: "the pet of the man who …".
  const asked = /\b(?:who|whom|whose|which|what|when|where|how)\b.*/.exec(lower)?.[0] ?? lower;
  if (/^how many\b|^what (?:is|was) the number of\b/.test(asked)) return 'count';
  if (/^when\b|^(?:what|which) (?:year|date|century|decade|day|month|time)\b|^how long ago\b/.test(asked))
    return 'time';
  if (
    /^how (?:much|long|old|tall|high|far|deep|wide|thick|broad|large|big|heavy|fast|hot|cold|strong|often)\b/.test(
      asked,
    )
  )
    return 'quantity';
  if (/^who\b/.test(asked)) return 'person';
  if (/^(?:whom|whose)\b/.test(asked)) return 'party';
  if (/^where\b/.test(asked)) return 'place';
  return 'thing';
}

const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|half|twice|daily|weekly|yearly)\b/i;

/** Whether there is a number in a text, in digits or words. */
export const isNumber = (text: string): boolean => NUMBER.test(text);

const TIME = new RegExp(
  `\\b(?:1\\d{3}|20\\d{2}|\\d{1,4}\\s*(?:BC|AD|BCE|CE)|\\d{1,2}(?:st|nd|rd|th) century|${MONTH}|[a-z]+ century)\\b`,
);

/** Whether a sentence holds a thing of the kind that is wanted, besides what the question named itself. */
export function holdsAnswer(sentence: string, question: Question): boolean {
  const said = question.stems;
  switch (question.kind) {
    case 'time':
      return TIME.test(sentence);
    case 'count':
    case 'quantity':
      return isNumber(sentence);
    case 'person':
    case 'party':
    case 'place':
      return namesIn(sentence).some((name) => [...contentStems(name)].some((stem) => !said.has(stem)));
    case 'yes-no':
      return true;
    case 'thing':
      return wordsOf(sentence).some((word) => !isFunctionWord(word) && !said.has(word.stem));
  }
}
