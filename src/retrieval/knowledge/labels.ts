/** Label predicates: predicates whose values name nodes, with their search functions. */
import type { EngineSchema, StoredPredicate } from '../../dgraph';

export interface LabelPredicate {
  readonly name: string;
  readonly hasLanguages: boolean;
  /** DQL functions that match any word or all words; undefined without a term or full-text index. */
  readonly finder: { readonly any: string; readonly all: string } | undefined;
  readonly isExact: boolean;
}

/** Patterns of predicate names, best first. A node's label is the value of the first predicate that it has. */
const PREFERENCE: readonly RegExp[] = [
  /(?:^|[._:/#-])pref(?:erred)?_?label$/i,
  /(?:^|[._:/#-])(?:rdfs_?)?label$/i,
  /(?:^|[._:/#-])name$/i,
  /(?:^|[._:/#-])title$/i,
  /(?:full|official|proper|common|display)_?name$/i,
  /(?:^|[._:/#-])(?:alt_?label|alternative_?label|alternate_?name|synonyms?|has_?(?:exact_?)?synonym|alias(?:es)?|also_?known_?as|nick_?name|other_?names?|abbreviation|acronym|short_?name)$/i,
  /name$/i,
  /(?:title|label)$/i,
];
const MAX_PREDICATES = 12;

/** Returns the label predicates of an engine, best first, without reserved ones. */
export function labelPredicates({ schema }: EngineSchema): LabelPredicate[] {
  const ranked: { rank: number; predicate: StoredPredicate }[] = [];
  for (const predicate of schema) {
    if (predicate.type !== 'string' || isReserved(predicate.predicate)) continue;
    const rank = PREFERENCE.findIndex((pattern) => pattern.test(predicate.predicate));
    if (rank >= 0) ranked.push({ rank, predicate });
  }
  return ranked
    .sort((a, b) => a.rank - b.rank || (a.predicate.predicate < b.predicate.predicate ? -1 : 1))
    .slice(0, MAX_PREDICATES)
    .map(({ predicate }) => toLabel(predicate));
}

/** True for names that usually hold labels, such as `rdfs:label`. */
export const isLabelName = (name: string): boolean => PREFERENCE.some((pattern) => pattern.test(name));

function toLabel({ predicate, lang, tokenizer = [] }: StoredPredicate): LabelPredicate {
  const finder = tokenizer.includes('term')
    ? { any: 'anyofterms', all: 'allofterms' }
    : tokenizer.includes('fulltext')
      ? { any: 'anyoftext', all: 'alloftext' }
      : undefined;
  const isExact = tokenizer.includes('exact') || tokenizer.includes('hash');
  return { name: predicate, hasLanguages: lang === true, finder, isExact };
}

/** True for predicates of Dgraph and of the gateway. */
export const isReserved = (predicate: string): boolean => /^(?:dgraph|owlgate)\./.test(predicate);

/** Prints a predicate in DQL. */
export const inDql = (predicate: string): string => `<${predicate.replace(/[<>\s]/g, '')}>`;
