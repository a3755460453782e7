/**
 * Removal of duplicate statements. Dgraph v25.4 miscounts an edge that one transaction sets twice under a predicate
 * with `@count`: after a delete of the edge, every later write to that node fails with `Transaction is too old`.
 */
import { nodeKey, type NQuad } from '../dql';

/**
 * Returns the statements without duplicates. Keeps the last one of equal statements, whose facets Dgraph would keep.
 */
export function withoutRepeats(statements: readonly NQuad[]): readonly NQuad[] {
  const keys = statements.map(keyOf);
  if (new Set(keys).size === keys.length) return statements;
  const byKey = new Map<string, NQuad>();
  for (const [i, key] of keys.entries()) {
    // The deletion moves the key to the end of the map's order.
    byKey.delete(key);
    byKey.set(key, statements[i]!);
  }
  return [...byKey.values()];
}

function keyOf({ subject, predicate, object, lang }: NQuad): string {
  const start = `${nodeKey(subject)} ${predicate}`;
  switch (object.kind) {
    case 'literal':
      return `${start} "${object.value}"@${lang ?? ''}^^${object.type}`;
    case 'valVar':
      return `${start} val(${object.variable})`;
    case 'star':
      return `${start} *@${lang ?? ''}`;
    default:
      return `${start} ${nodeKey(object)}`;
  }
}
