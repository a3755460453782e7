/** Reading of a question, and its outcome. */
import type { Language } from '../language/language';
import { wordsOf } from '../language/words';
import type { Solution } from './answer';
import type { CheckedReading } from './check';
import type { Parsed } from './parse';
import type { Schema } from './schema';
import { nodeMeanings, type Rejection } from './types';

export interface Understanding {
  readonly question: Parsed;
  readonly schema: Schema;
  /** The cheapest first, and those that are as likely. */
  readonly readings: readonly CheckedReading[];
  readonly rejections: readonly Rejection[];
}

/** What became of a question. */
export interface Answered {
  /** Undefined if it is none that facts answer. */
  readonly understood?: Understanding;
  /** Undefined where the graph does not tell; its answer is null where nothing can be one. */
  readonly solution?: Solution | undefined;
  /** False if no sentence of a text can answer it. */
  readonly mayBeTold: boolean;
}

/**
 * Whether a sentence can be the answer. It counts nothing, compares nothing, and denies nothing; and where the graph
 * knows every word of such a question and has no answer, passages have none.
 */
export function isTold({ question }: Understanding, language: Language): boolean {
  const { form, unknownAt, superlative, isUndecided } = question;
  if (form.universal !== undefined || form.negators.size > 0 || form.wants === 'verdict') return false;
  if (form.lower.some(language.oneOf('untold'))) return false;
  return unknownAt.length > 0 || isUndecided || (form.wants !== 'count' && !superlative);
}

/** Nodes that a question names. */
export function anchorsOf({ question }: Understanding): string[] {
  const meanings = question.chunks.flatMap((chunk) => chunk.meanings);
  return [...new Set(meanings.flatMap((each) => (each.kind === 'nodes' ? each.nodes.map(({ uid }) => uid) : [])))];
}

/** True if a text has at least a word of each name of nodes that a question has in lower case: of no common word. */
export function concernsNamed(text: string, { question }: Understanding): boolean {
  const stems = new Set(wordsOf(text).map(({ stem }) => stem));
  return question.chunks
    .filter(({ meanings, from }) => meanings[0]?.kind === 'nodes' && /^\p{Ll}/u.test(question.form.words[from]!.text))
    .every((chunk) =>
      nodeMeanings(chunk).some(({ nodes }) =>
        nodes.some(({ labels }) => labels.some((label) => wordsOf(label).some(({ stem }) => stems.has(stem)))),
      ),
    );
}

/** The class that is asked for by name: `which company`. */
export function askedClasses({ question }: Understanding): string[] {
  const { form, chunks, unknownAt } = question;
  if (!form.isDeterminer || form.wants === 'count') return [];
  const next = chunks[chunks[0]?.meanings[0]?.kind === 'asked' ? 1 : 0];
  // "The office dog" is no office.
  if (!next || next.from > (chunks[0]?.to ?? 0) + 1 || unknownAt.includes(next.to)) return [];
  const [meaning] = next.meanings;
  return meaning?.kind === 'class' ? [meaning.name] : [];
}

/**
 * True if a reading says of one class that it is another: "Which barques are steamships?". That disjoint classes rule it
 * out is certain; of other readings it may be the reading that is wrong.
 */
export const isOfClasses = (reading: string): boolean => /^\?[^–=;]+ = some [^–=;]+$/.test(reading);
