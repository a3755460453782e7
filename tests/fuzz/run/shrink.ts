/** Delta debugging: removes parts of a list as long as a fault stays. */

/** Tests of one list at most: each may be a request. */
const MAX_TESTS = 600;

/**
 * @param stays whether the fault is still there
 * @returns a list from which no part of any size that was tried can be removed; the list itself where the fault does
 * not
 *   repeat
 * @see Zeller, Hildebrandt: Simplifying and Isolating Failure-Inducing Input (2002), algorithm ddmin
 */
export async function shrink<T>(
  items: readonly T[],
  stays: (items: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let tests = 0;
  const test = (some: readonly T[]): Promise<boolean> => (tests++ < MAX_TESTS ? stays(some) : Promise.resolve(false));
  let left = items;
  if (!(await test(left))) return items;
  for (let size = Math.ceil(left.length / 2); size >= 1 && left.length > 0;) {
    let removed = false;
    for (let at = 0; at < left.length;) {
      const without = [...left.slice(0, at), ...left.slice(at + size)];
      if (await test(without)) {
        left = without;
        removed = true;
      } else at += size;
    }
    if (size === 1 && !removed) break;
    size = removed && size > 1 ? Math.min(size, Math.ceil(left.length / 2)) : Math.floor(size / 2);
    if (!removed && size === 0) break;
  }
  return left;
}
