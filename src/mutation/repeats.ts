/**
 * Statements that say the same twice. Dgraph v25.4 miscounts an edge that one transaction sets twice under a predicate with
 * `@count`: once it has been deleted, every later write to that node fails with `Transaction is too old`.
 */
import { nodeKey } from '../dql';
import type { NQuad } from '../dql/mutation/ast';

/** Without repetitions: the last one stays, for its facets are those that Dgraph would keep. */
export function withoutRepeats(statements: readonly NQuad[]): readonly NQuad[] {
  const last = new Map<string, NQuad>();
  for (const statement of statements) {
    const key = keyOf(statement);
    last.delete(key);
    last.set(key, statement);
  }
  return last.size === statements.length ? statements : [...last.values()];
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
