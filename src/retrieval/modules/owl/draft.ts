/** A candidate while it is being put together: what the fourth stage's files share. */
import type { Schema } from './schema';
import type { Chunked, Link, Meaning, Relation, Term } from './types';

/** What a link pays for each term that stands between its ends. */
export const DISTANCE = 0.3;
export const PREPOSITION = /^(?:in|at|on|from|to|for|by|with|of)$/;
export const BE = new Set('is are was were be been being'.split(' '));

export interface VerbAt {
  readonly at: number;
  readonly to: number;
  readonly relation: Relation;
  readonly isNegated?: true;
}

/** A choice of meanings, being put together. */
export interface Draft {
  readonly question: Chunked;
  readonly schema: Schema;
  readonly terms: readonly Term[];
  readonly verbs: readonly VerbAt[];
  readonly focus: number | undefined;
  readonly base: number;
}

export interface State {
  readonly links: readonly Link[];
  readonly same: readonly (readonly [number, number])[];
  /** Term → its part of the tree. */
  readonly parts: readonly number[];
  readonly spans: readonly (readonly [number, number])[];
  readonly cost: number;
}

export function link(state: State, made: Link, cost: number, span: readonly number[]): State | undefined {
  const { subject, object } = made;
  if (state.parts[subject] === state.parts[object]) return undefined;
  return {
    ...state,
    links: [...state.links, made],
    parts: joined(state.parts, subject, object),
    spans: [...state.spans, [Math.min(...span), Math.max(...span)]],
    cost: state.cost + cost,
  };
}

export const joined = (parts: readonly number[], one: number, other: number): number[] =>
  parts.map((part) => (part === parts[other] ? parts[one]! : part));

/** "Joseph's teacher": of Joseph something is said by what follows alone. */
export function isPossessor({ terms, question }: Draft, i: number): boolean {
  const [own, next] = [terms[i]!, terms[i + 1]];
  return next?.at === own.to && /['’]s?$/.test(question.form.words[own.to - 1]!.text);
}

/** Terms between two, possessors aside. */
export const apart = (draft: Draft, i: number, j: number): number =>
  draft.terms.filter((_, k) => k > Math.min(i, j) && k < Math.max(i, j) && !isPossessor(draft, k)).length;

export const isLiteral = (meaning: Meaning): boolean => meaning.kind === 'value';
