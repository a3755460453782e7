/** A reading while it is being put together. */
import type { Language } from '../language/language';
import type { Names } from './names';
import type { Parsed } from './parse';
import type { Schema } from './schema';
import type { Link, Meaning, Term } from './types';
import { COST } from './weights';

export interface VerbAt {
  readonly at: number;
  readonly to: number;
  readonly meaning: Extract<Meaning, { kind: 'verb' }>;
  readonly isNegated?: true;
}

/** A choice of meanings. */
export interface Draft {
  readonly parsed: Parsed;
  readonly names: Names;
  readonly language: Language;
  readonly schema: Schema;
  readonly lower: readonly string[];
  readonly terms: readonly Term[];
  readonly verbs: readonly VerbAt[];
  readonly focus: number | undefined;
  readonly cost: number;
  /** Property of containment → nodes within those that are named: see containment.ts. */
  readonly insideOf: (meaning: Meaning) => readonly string[];
}

export interface State {
  readonly links: readonly Link[];
  readonly same: readonly (readonly [number, number])[];
  /** Term → its part of the tree. */
  readonly parts: readonly number[];
  readonly cost: number;
}

export function link(state: State, made: Link, cost: number): State | undefined {
  const { subject, object } = made;
  if (state.parts[subject] === state.parts[object]) return undefined;
  return {
    ...state,
    links: [...state.links, made],
    parts: joined(state.parts, subject, object),
    cost: state.cost + cost,
  };
}

export const joined = (parts: readonly number[], one: number, other: number): number[] =>
  parts.map((part) => (part === parts[other] ? parts[one]! : part));

export const isValue = ({ kind }: Meaning): boolean => kind === 'value';
export const isNoun = ({ kind }: Meaning): boolean => kind === 'class' || kind === 'noun' || kind === 'any';

/** "Rex's mother": of Rex something is said by what follows alone. */
export const isPossessor = ({ terms, parsed }: Draft, i: number): boolean =>
  terms[i + 1]?.at === terms[i]!.to && /['’]s?$/.test(parsed.form.words[terms[i]!.to - 1]!.text);

/** "The parent company of the Varnes Line": what is said behind is said of the company. */
export function isComplement({ terms, lower, language }: Draft, i: number): boolean {
  const [before, own] = [terms[i - 1], terms[i]!];
  if (!before || !isNoun(before.meaning)) return false;
  const between = lower.slice(before.to, own.at).filter((word) => !language.is('articles', word));
  return between.length === 1 && language.is('possessiveMarkers', between[0]!);
}

/** Terms between two, possessors aside. */
export const apart = (draft: Draft, i: number, j: number): number =>
  COST.distance * draft.terms.filter((_, k) => (k - i) * (k - j) < 0 && !isPossessor(draft, k)).length;

/** Classes that a term is known to be of. */
export function classesOf(meaning: Meaning, schema: Schema): readonly string[] {
  if (meaning.kind === 'class') return [meaning.name];
  if (meaning.kind === 'nodes') return [...new Set(meaning.nodes.flatMap(({ types }) => types))];
  if (meaning.kind !== 'noun') return [];
  const { property, head } = meaning.relation;
  return head ? schema.classesOf(property, head) : [];
}
