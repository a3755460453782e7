/**
 * Removal of duplicate statements. Dgraph v25.4 miscounts an edge that one transaction sets twice under a predicate
 * with `@count`: after a delete of the edge, every later write to that node fails with `Transaction is too old`.
 */
import { nodeKey, type NQuad } from '../dql';

/**
 * Returns the statements without duplicates. Keeps the last one of equal statements, whose facets Dgraph would keep.
 */
export function withoutRepeats(statements: readonly NQuad[]): readonly NQuad[] {
  if (!mayRepeat(statements)) return statements;
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

/** Statements of one subject up to which each is compared with the others. */
const FEW = 32;

/** Returns false if no two statements are equal: a test without a key for each statement. */
function mayRepeat(statements: readonly NQuad[]): boolean {
  const bySubject = new Map<string, NQuad[]>();
  let last: NQuad | undefined;
  let group: NQuad[] = [];
  for (const statement of statements) {
    const { subject } = statement;
    if (subject !== last?.subject) {
      const key = nodeKey(subject);
      const known = bySubject.get(key);
      if (!known) bySubject.set(key, (group = []));
      else group = known;
    }
    if (group.length >= FEW || group.some((other) => isSame(other, statement))) return true;
    group.push(statement);
    last = statement;
  }
  return false;
}

/** Returns true for statements of one subject with equal keys. */
function isSame(a: NQuad, b: NQuad): boolean {
  if (a.predicate !== b.predicate || a.object.kind !== b.object.kind) return false;
  if (a.object.kind === 'literal' && b.object.kind === 'literal' && a.object.value !== b.object.value) return false;
  if (a.object.kind === 'iri' && b.object.kind === 'iri') return a.object.iri === b.object.iri;
  return keyOf(a) === keyOf(b);
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
