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
  for (const [name, value] of Object.entries(object)) {
    if (value === null) continue;
    const key = name.toLowerCase().replaceAll('\u017f', 's');
    const before = folded[key];
    folded[key] = isMembers(before) && isMembers(value) ? { ...before, ...value } : value;
  }
  return folded;
}
