/**
 * Comparison of a requested declaration with the compiled one. A request may extend the compiled declaration. It may
 * not reduce the declaration or change the type of values. A directive that the stored declaration lacks already is not
 * a loss: a client can always send a schema back as it is stored.
 */
import type { PredicateDeclaration, TypeDeclaration } from '../../dql';
import { lackingIndexes, typeName } from '../../schema';

/** Directives whose absence and presence both change how values are written. */
const FIXED = ['lang', 'unique', 'noconflict'] as const;
/** Directives that a predicate may have beyond those of the ontology. */
const LEAST = ['reverse', 'count', 'upsert'] as const;

/** Indexes that no rule reads. A client that does not search by them may remove them. */
const FOR_SEARCH: ReadonlySet<string> = new Set(['term', 'fulltext', 'trigram', 'geo']);

/**
 * Compares declarations of one predicate.
 *
 * @param stored declaration in the engine; undefined if it has none
 * @returns clauses of a sentence, `become string instead of int`; empty if nothing is lost
 */
export function predicateLosses(
  needed: PredicateDeclaration,
  stored: PredicateDeclaration | undefined,
  requested: PredicateDeclaration,
): readonly string[] {
  const before = withUpsert(stored ?? needed);
  const after = withUpsert(requested);
  const type = typeLoss(needed, stored, after);
  if (type !== undefined) return [type];
  const gained = FIXED.filter((each) => after[each] && !needed[each] && !before[each]);
  const lostDirectives = [...FIXED, ...LEAST].filter((each) => !after[each] && needed[each] && before[each]);
  const lackedBefore = new Set(lackingIndexes(before.index, needed.index));
  const unindexed = lackingIndexes(after.index, needed.index).filter(
    (tokenizer) => !lackedBefore.has(tokenizer) && !FOR_SEARCH.has(tokenizer),
  );
  return [
    ...(unindexed.length > 0 ? [`lose @index(${unindexed.join(', ')})`] : []),
    ...lostDirectives.map((directive) => `lose @${directive}`),
    ...gained.map((directive) => `get @${directive}`),
  ];
}

/** Compares types alone. A GraphQL schema loses directives in any case; the gateway restores them. */
export function typeLoss(
  needed: PredicateDeclaration,
  stored: PredicateDeclaration | undefined,
  requested: Pick<PredicateDeclaration, 'type' | 'list'>,
): string | undefined {
  const after = typeName(requested);
  const isKept = after === typeName(needed) || (stored !== undefined && after === typeName(stored));
  return isKept ? undefined : `become ${after} instead of ${typeName(needed)}`;
}

/**
 * Returns the fields that a type of the ontology would lose.
 *
 * @param stored fields of the type in the engine
 */
export function fieldLosses(
  needed: TypeDeclaration,
  stored: readonly string[],
  requested: TypeDeclaration,
): readonly string[] {
  const before = new Set(stored);
  const after = new Set(requested.fields);
  return needed.fields.filter((field) => before.has(field) && !after.has(field));
}

/** Adds `@upsert` to a predicate with `@unique`, which implies it. */
const withUpsert = (predicate: PredicateDeclaration): PredicateDeclaration =>
  predicate.unique ? { ...predicate, upsert: true } : predicate;
