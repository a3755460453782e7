/** A reading while it is being put together. */
import { POSSESSIVE } from '../language/words';
import type { Language } from '../language/language';
import { classesOf, type Kind } from './classes';
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
  /** Event of which its sides are participants. */
  readonly event?: Term;
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
  /** Classes of what lies within the nodes that a term names. */
  readonly insideOf: (meaning: Meaning) => readonly string[];
}

/** Terms connected so far. */
export interface State {
  readonly links: readonly Link[];
  readonly same: readonly (readonly [number, number])[];
  /** Term → its part of the tree. */
  readonly parts: readonly number[];
  readonly cost: number;
}

/** State in which nothing is connected. */
export const startOf = ({ terms, cost }: Pick<Draft, 'terms' | 'cost'>): State => ({
  links: [],
  same: [],
  parts: terms.map((_, i) => i),
  cost,
});

/** Connects two parts by a fact, or makes two terms the same; undefined within one part. */
export function connected(state: State, made: Link | readonly [number, number], cost: number): State | undefined {
  const isLink = 'property' in made;
  const [one, other] = isLink ? [made.subject, made.object] : made;
  const { parts } = state;
  if (parts[one] === parts[other]) return undefined;
  return {
    links: isLink ? [...state.links, made] : state.links,
    same: isLink ? state.same : [...state.same, made],
    parts: parts.map((part) => (part === parts[other] ? parts[one]! : part)),
    cost: state.cost + cost,
  };
}

export const isValue = ({ kind }: Meaning): boolean => kind === 'value';
/** The term of the event that a noun is about, right behind it. */
export const eventBehind = ({ terms }: Pick<Draft, 'terms'>, i: number): number | undefined =>
  terms[i]!.meaning.kind === 'noun' && terms[i]!.meaning.event !== undefined ? i + 1 : undefined;
export const isNoun = ({ kind }: Meaning): boolean => kind === 'class' || kind === 'noun' || kind === 'any';

/** "Electric vehicles": what is named like a common word may be said of something. */
export const isAttribute = (
  { parsed }: Pick<Draft, 'parsed'>,
  { meaning, at }: Pick<Term, 'at' | 'meaning'>,
): boolean => meaning.kind === 'nodes' && /^\p{Ll}/u.test(parsed.form.words[Math.floor(at)]!.text);

/** "Rex's mother": of Rex something is said by what follows alone. */
export const isPossessor = ({ terms, parsed }: Pick<Draft, 'terms' | 'parsed'>, i: number): boolean =>
  terms[i + 1]?.at === terms[i]!.to && POSSESSIVE.test(parsed.form.words[terms[i]!.to - 1]!.text);

/** "The parent company of the Varnes Line": what is said behind is said of the company. */
export function isComplement({ terms, lower, language }: Draft, i: number): boolean {
  const [before, own] = [terms[i - 1], terms[i]!];
  if (!before || !isNoun(before.meaning)) return false;
  const between = lower.slice(before.to, own.at).filter((word) => !language.is('articles', word));
  return between.length === 1 && language.is('possessiveMarkers', between[0]!);
}

/** True for the class that a verdict says of its subject, and of nothing else: "Is the owner of the Swan a pub?" */
export function isPredicate({ terms, parsed, lower, language, verbs }: Draft, j: number): boolean {
  const before = terms[j - 1];
  if (parsed.form.wants !== 'verdict' || !language.is('be', lower[0]!) || !before || verbs.length > 0) return false;
  return (
    j === terms.length - 1 &&
    terms[j]!.meaning.kind === 'class' &&
    !isPossessor({ terms, parsed }, j - 1) &&
    lower.slice(before.to, terms[j]!.at).every(language.oneOf('articles'))
  );
}

/** A preposition at the end of the question, behind a term: "Which room is she in?" */
export const strandedBehind = ({ terms, lower, language, verbs }: Draft, i: number): string | undefined => {
  const last = lower.at(-1)!;
  const isLast = terms[i]!.to === lower.length - 1 && language.is('prepositions', last);
  return isLast && !verbs.some(({ at }) => at < terms[i]!.at) ? last : undefined;
};

/** Cost of the terms between two, possessors aside. */
export const apart = (draft: Draft, i: number, j: number): number =>
  COST.distance *
  draft.terms.filter((term, k) => (k - i) * (k - j) < 0 && !term.isEvent && !isPossessor(draft, k)).length;

/** Returns the kind of a term; that of an unnamed one by the properties of its links. */
export function kindOf({ terms, schema }: Draft, { links }: State, i: number): Kind {
  const { meaning } = terms[i]!;
  if (meaning.kind !== 'asked' && meaning.kind !== 'any')
    return { classes: classesOf(meaning, schema), isKnown: meaning.kind === 'nodes' };
  const classes = links.flatMap(({ property, subject, object }) => [
    ...(subject === i ? schema.classesOf(property, 'subject') : []),
    ...(object === i ? schema.classesOf(property, 'object') : []),
  ]);
  return { classes };
}
