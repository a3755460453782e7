/** Classes of what relates others: facts lead from them, and none to them but from one another. */
import type { Schema } from './schema';

/** Leaves out classes to which a property leads from another one than these. */
export function unreached(classes: Iterable<string>, schema: Schema): ReadonlySet<string> {
  const { vocabulary } = schema;
  const edges = [...vocabulary.properties.values()].filter(({ isObject }) => isObject);
  const found = new Set(classes);
  const isReached = (name: string): boolean =>
    edges.some((edge) => {
      const from = schema.classesOf(edge.name, 'subject');
      const isFromThese = from.length > 0 && from.every((domain) => domain !== name && found.has(domain));
      const leads = schema.classesOf(edge.name, 'object').some((range) => vocabulary.isAlong(range, name));
      return leads && !isFromThese;
    });
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const name of found) if (isReached(name)) found.delete(name);
  }
  return found;
}
