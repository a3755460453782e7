/** Which predicates say what a node is called, and which of them can be searched. */
import type { EngineSchema, StoredPredicate } from '../../dgraph';

export interface LabelPredicate {
  readonly name: string;
  readonly hasLanguages: boolean;
  /** The function that finds nodes by some of the words, by all of them; undefined where there is no such index. */
  readonly finder: { readonly any: string; readonly all: string } | undefined;
  readonly isExact: boolean;
}

/** The best first: the first that a node has is what it is called. */
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
const MOST_PREDICATES = 12;

/** Those of an engine, best first. The gateway's own and Dgraph's are not among them. */
export function labelPredicates({ schema }: EngineSchema): LabelPredicate[] {
  const ranked: { rank: number; predicate: StoredPredicate }[] = [];
  for (const predicate of schema) {
    if (predicate.type !== 'string' || isReserved(predicate.predicate)) continue;
    const rank = PREFERENCE.findIndex((pattern) => pattern.test(predicate.predicate));
    if (rank >= 0) ranked.push({ rank, predicate });
  }
  return ranked
    .sort((a, b) => a.rank - b.rank || (a.predicate.predicate < b.predicate.predicate ? -1 : 1))
    .slice(0, MOST_PREDICATES)
    .map(({ predicate }) => toLabel(predicate));
}

function toLabel({ predicate, lang, tokenizer = [] }: StoredPredicate): LabelPredicate {
  const finder = tokenizer.includes('term')
    ? { any: 'anyofterms', all: 'allofterms' }
    : tokenizer.includes('fulltext')
      ? { any: 'anyoftext', all: 'alloftext' }
      : undefined;
  const isExact = tokenizer.includes('exact') || tokenizer.includes('hash');
  return { name: predicate, hasLanguages: lang === true, finder, isExact };
}

/** What is not the user's. */
export const isReserved = (predicate: string): boolean => /^(?:dgraph|owlgate)\./.test(predicate);

/** A predicate as DQL writes it. */
export const inDql = (predicate: string): string => `<${predicate.replace(/[<>\s]/g, '')}>`;
