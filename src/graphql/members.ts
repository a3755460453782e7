/** Members of JSON objects, found by name as Go finds them. */

export type Members = Readonly<Record<string, unknown>>;

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('isLosslessNumber' in value);

/**
 * An object under the names that Go finds them by: without regard to case, in which `ſ` is an `s`. Null is no value; of two
 * members of one name the last counts, and objects are merged. Whatever is read otherwise could have another document in it
 * than the engine finds there.
 */
export function foldMembers(object: Members): Members {
  const folded: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const merged = new Set<string>();
  for (const [name, value] of Object.entries(object)) {
    if (value === null) continue;
    const key = name.toLowerCase().replaceAll('\u017f', 's');
    const before = folded[key];
    if (!isMembers(before) || !isMembers(value)) {
      folded[key] = value;
      merged.delete(key);
      continue;
    }
    // One object for all spellings of a name; without a prototype, `__proto__` is a member like others.
    const target = merged.has(key) ? before : Object.assign(Object.create(null) as Members, before);
    folded[key] = Object.assign(target, value);
    merged.add(key);
  }
  return folded;
}
