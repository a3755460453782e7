/**
 * Origins of statements: the version that brought each of them, stored with the outline of a version, so that blame
 * reads one outline. A version after one without origins knows only the statements that it brought itself.
 */
import type { StoredVersion } from '../in-force/registry-versions';
import type { Outline } from './outline';

/**
 * Adds the origins to the outline of a new version.
 *
 * @param before outline of the version before; undefined if there is none
 */
export function withOrigins(after: Outline, version: number, before: Outline | undefined): Outline {
  const from = before ? (before.origins?.from ?? version - 1) : version;
  const earlier = new Map(before?.axioms.map((text, number) => [text, before.origins?.versions[number] ?? from]));
  return { ...after, origins: { versions: after.axioms.map((text) => earlier.get(text) ?? version), from } };
}

/**
 * Finds the versions that brought statements of the last of the given versions. Compares outlines only of versions
 * before those whose origins are known.
 *
 * @param numbers numbers of the statements
 * @param versions stored versions, ascending, at least one
 * @returns versions by number of the statement; the oldest one for statements that may be older
 */
export async function broughtBy(
  numbers: readonly number[],
  versions: readonly StoredVersion[],
  outlineOf: (version: StoredVersion) => Promise<Outline>,
): Promise<ReadonlyMap<number, StoredVersion>> {
  const { axioms, origins } = await outlineOf(versions.at(-1)!);
  const found = new Map<number, StoredVersion>();
  const placeOf = (version: number): number =>
    Math.max(
      0,
      versions.findLastIndex((each) => each.version! <= version),
    );
  let open = numbers;
  let at = versions.length - 1;
  if (origins) {
    at = placeOf(origins.from);
    for (const number of numbers) found.set(number, versions[placeOf(origins.versions[number]!)]!);
    open = numbers.filter((number) => origins.versions[number]! <= origins.from);
  }
  for (; open.length > 0; at--) {
    const earlier = versions[at - 1];
    const present = new Set(earlier ? (await outlineOf(earlier)).axioms : []);
    for (const number of open) if (!present.has(axioms[number]!)) found.set(number, versions[at]!);
    open = open.filter((number) => present.has(axioms[number]!));
  }
  return found;
}
