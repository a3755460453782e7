/** Of the fifth stage: which variable of a reading a superlative ranks, and by which property. */
import type { Node } from '../knowledge/nodes';
import { isEvent } from './event-classes';
import type { Names } from './names';
import type { Candidate, Chunked, Place, Term } from './types';
import type { Wording } from './wording';

/** Of a variable, the one with the most or the least of a property. */
export interface Most {
  readonly variable: number;
  readonly property: string;
  readonly most: boolean;
  readonly place?: Place | undefined;
}

/** Variable that may be ranked. */
interface Ranked {
  readonly isValue: boolean;
  readonly classes: ReadonlySet<string>;
  readonly nodes: readonly Node[] | undefined;
}

/** Variable and property that a superlative ranks: by the noun behind it, or by the focus. */
export function mostOf(
  { superlative, form: { lower, isWho } }: Chunked,
  { terms, focus }: Candidate,
  group: readonly number[],
  drafts: readonly Ranked[],
  { schema, language }: Names,
  wording: Wording,
): Most | undefined {
  if (!superlative) return undefined;
  const { at, most, properties, place } = superlative;
  const isNoun = ({ meaning, ...term }: Term): boolean =>
    !term.isEvent && ['class', 'noun', 'any'].includes(meaning.kind);
  // "The dog with the highest weight".
  const before = terms.findLastIndex((term) => term.to < at && isNoun(term));
  const between = before < 0 ? [] : lower.slice(terms[before]!.to, at);
  const isOfLast = between.every(language.oneOf('having', 'articles')) && between.some(language.oneOf('having'));
  const next = isOfLast ? before : terms.findIndex((term) => term.at > at && isNoun(term));
  const events =
    next >= 0
      ? []
      : terms.flatMap(({ meaning }, i) =>
          ['class', 'any'].includes(meaning.kind) &&
          [...drafts[group[i]!]!.classes].some((name) => isEvent(name, schema))
            ? [group[i]!]
            : [],
        );
  const ranked = [...new Set([group[next >= 0 ? next : (focus ?? -1)], ...events])].flatMap((variable) => {
    if (variable === undefined || drafts[variable]!.isValue) return [];
    const { classes: own, nodes = [] } = drafts[variable]!;
    const classes = [...own, ...nodes.flatMap(({ types }) => types)];
    // "Who is the oldest?": of people.
    const isAnybody = classes.length === 0 && isWho && variable === group[focus ?? -1];
    const property = properties.find((name) => {
      // Days of the week have no first.
      if (!wording.says(name, most) || schema.isWeekday(name)) return false;
      const domain = schema.endsOf(name, 'subject');
      // "Who was hired last?": of those of whom it is told.
      if (domain.length === 0 || (classes.length === 0 && properties.length === 1)) return true;
      if (isAnybody) return domain.some((of) => schema.isPeople(of));
      return classes.some((each) => domain.some((of) => schema.isWithin(each, of)));
    });
    return property === undefined ? [] : [{ variable, property, most, place }];
  });
  // "Which bus that Ray inspected is the oldest?": not the one that he inspected first.
  return ranked.length === 1 ? ranked[0] : undefined;
}
