/** Members of JSON objects, looked up as in Go. */

export type Members = Readonly<Record<string, unknown>>;

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('isLosslessNumber' in value);

/**
 * Folds the names of members as Go does: case is ignored, and `ſ` equals `s`. Null counts as absent; of two members
 * with one name the last counts, and objects are merged. Any difference could yield another document than the engine's.
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
