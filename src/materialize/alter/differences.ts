/**
 * Comparison of a requested declaration with the compiled one. A request may add to it; it may not take from it, nor
 * give values another type. A property that the stored declaration lacks already is no loss: a schema can always be
 * sent back as it is stored.
 */
import type { PredicateDeclaration, TypeDeclaration } from '../../dql/schema/ast';
import { lackingIndexes, typeName } from '../../schema';

/** Directives whose absence and presence both change how values are written. */
const FIXED = ['lang', 'unique', 'noconflict'] as const;
/** Directives of which a predicate may have more than the ontology asks for. */
const LEAST = ['reverse', 'count', 'upsert'] as const;

/** Indexes that no rule reads by. Whoever does not search by them may take them away. */
const FOR_SEARCH: ReadonlySet<string> = new Set(['term', 'fulltext', 'trigram', 'geo']);

/**
 * Compares declarations of one predicate.
 *
 * @param stored the engine's; undefined where it has none
 * @returns clauses of a sentence, `become string instead of int`; empty where nothing is lost
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
  const lost = [...FIXED, ...LEAST].filter((each) => !after[each] && needed[each] && before[each]);
  const lackedBefore = new Set(lackingIndexes(before.index, needed.index));
  const unindexed = lackingIndexes(after.index, needed.index).filter(
    (tokenizer) => !lackedBefore.has(tokenizer) && !FOR_SEARCH.has(tokenizer),
  );
  return [
    ...(unindexed.length > 0 ? [`lose @index(${unindexed.join(', ')})`] : []),
    ...lost.map((directive) => `lose @${directive}`),
    ...gained.map((directive) => `get @${directive}`),
  ];
}

/** Compares types alone. A GraphQL schema loses directives in any case; the gateway puts those back. */
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
 * @param stored fields of the type as the engine has it
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

/** `@unique` brings `@upsert` with it. */
const withUpsert = (predicate: PredicateDeclaration): PredicateDeclaration =>
  predicate.unique ? { ...predicate, upsert: true } : predicate;
