/** A conversation: questions with the steps, answer and evidence that have arrived so far. */
import type { Fact, Messages, RetrievalResult } from '../api/schema';
import type { StreamEvent } from './events';

export interface NodeName {
  readonly uid: string;
  readonly iri?: string;
  readonly label?: string;
}

/** Fact behind an answer. */
export interface Statement {
  readonly subject: NodeName;
  readonly predicate: string;
  readonly object: NodeName | string | number | boolean;
  readonly status: 'asserted' | 'inferred';
}

export type Step = RetrievalResult['trajectory'][number];
export type Passage = RetrievalResult['passages'][number];

export interface Turn {
  readonly question: string;
  readonly steps: readonly Step[];
  /** Answer as far as it has arrived. */
  readonly text: string;
  readonly passages: readonly Passage[];
  readonly statements: readonly Statement[];
  readonly result?: RetrievalResult;
  readonly error?: string;
  readonly isRunning: boolean;
}

export const begun = (question: string): Turn => ({
  question,
  steps: [],
  text: '',
  passages: [],
  statements: [],
  isRunning: true,
});

/** Turn with what an event adds. */
export function withEvent(turn: Turn, { event, data }: StreamEvent): Turn {
  const fields = data as Record<string, unknown>;
  switch (event) {
    case 'step':
      return { ...turn, steps: [...turn.steps, fields as unknown as Step] };
    case 'passages':
      return { ...turn, passages: fields['passages'] as readonly Passage[] };
    case 'text':
      return { ...turn, text: turn.text + String(fields['delta']) };
    case 'citations':
      return { ...turn, statements: fields['statements'] as readonly Statement[] };
    case 'done':
      return ended(turn.question, fields['result'] as RetrievalResult);
    case 'error':
      return { ...turn, error: String(fields['message']), isRunning: false };
    default:
      return turn;
  }
}

/** Turn of a stored message. */
export function turnOf({ question, state, result, error }: Messages['messages'][number]): Turn {
  if (result) return ended(question, result);
  return { ...begun(question), isRunning: state === 'running', ...(error && { error: error.message }) };
}

const ended = (question: string, result: RetrievalResult): Turn => ({
  question,
  steps: result.trajectory,
  text: result.answer ?? '',
  passages: result.passages,
  statements: (result.metadata['statements'] as readonly Statement[] | undefined) ?? [],
  result,
  isRunning: false,
});

/** Part of an answer; of a question in several parts, some may have none. */
export interface AnswerPart {
  readonly text: string;
  readonly isAnswered: boolean;
}

/** Beginning of a part without an answer, in the languages of questions (docs/retrieval/reader.md). */
const UNANSWERED = /^(?:not answered|nicht beantwortet): /;

/** Divides an answer where a part of the question has none; another answer is one part. */
export function answerParts(answer: string): AnswerPart[] {
  const pieces = answer.split(
    /; (?=(?:not answered|nicht beantwortet): )|(?<=^(?:not answered|nicht beantwortet): [^;]*); /,
  );
  return pieces.map((text) => ({ text: text.replace(UNANSWERED, ''), isAnswered: !UNANSWERED.test(text) }));
}

/** Object of a statement as GET /ontology/explain takes it, and as the page shows it. */
export function statementFact({ subject, predicate, object }: Statement): {
  readonly fact: Fact;
  readonly names: Readonly<Record<string, string>>;
} {
  const names: Record<string, string> = { [subject.uid]: nameOf(subject) };
  if (typeof object === 'object') names[object.uid] = nameOf(object);
  const shown = typeof object === 'object' ? object.uid : String(object);
  return { fact: { subject: subject.uid, predicate, object: shown }, names };
}

const nameOf = ({ label, iri, uid }: NodeName): string => label ?? iri ?? uid;
