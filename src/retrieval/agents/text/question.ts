/** A question as words: what kind of answer it wants, and what it is about. */
import { namesIn } from './sentences';
import { contentStems, isFunctionWord, wordsOf } from './words';

/** `yes-no`, a `count`, a `time`, a `quantity`, a `person`, a `place`, or some `thing`. */
export type AnswerKind = 'yes-no' | 'count' | 'time' | 'quantity' | 'person' | 'place' | 'thing';

export interface Question {
  readonly text: string;
  readonly kind: AnswerKind;
  /** Names in it, as they are written; quoted texts are names. */
  readonly names: readonly string[];
  /** Stems of what it is about. */
  readonly stems: ReadonlySet<string>;
}

export function readQuestion(text: string): Question {
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
  if (/\bhow many\b|\bwhat (?:is the )?number of\b/.test(lower)) return 'count';
  if (/\b(?:when|what year|which year|what date|which date|what century|which century|how long ago)\b/.test(lower))
    return 'time';
  if (/\bhow (?:much|long|old|tall|high|far|deep|wide|large|big|heavy|fast|hot|often)\b/.test(lower)) return 'quantity';
  if (/^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|may|must)\b/.test(lower)) return 'yes-no';
  if (/\b(?:who|whom|whose)\b/.test(lower)) return 'person';
  if (/\bwhere\b/.test(lower)) return 'place';
  return 'thing';
}

/** Whether a sentence holds a thing of the kind that is wanted, besides what the question named itself. */
export function holdsAnswer(sentence: string, question: Question): boolean {
  const said = question.stems;
  switch (question.kind) {
    case 'time':
      return /\b(?:1\d{3}|20\d{2}|\d{1,4}\s*(?:BC|AD|BCE|CE)|\d{1,2}(?:st|nd|rd|th) century|January|February|March|April|May|June|July|August|September|October|November|December|[a-z]+ century)\b/.test(
        sentence,
      );
    case 'count':
    case 'quantity':
      return /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|half|twice|daily|weekly|yearly)\b/i.test(
        sentence,
      );
    case 'person':
    case 'place':
      return namesIn(sentence).some((name) => [...contentStems(name)].some((stem) => !said.has(stem)));
    case 'yes-no':
      return true;
    case 'thing':
      return wordsOf(sentence).some((word) => !isFunctionWord(word) && !said.has(word.stem));
  }
}
