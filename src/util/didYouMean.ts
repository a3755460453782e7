/** Suggestions for misspelt names: `Did you mean …?` */
import { editDistance } from './editDistance';

/**
 * @param kind kind of the names; '' if clear
 * @param unknown name without quotes and dashes
 * @param names may have quotes, or dashes at their beginnings
 * @returns the suggestion after a space, or ''
 */
export function didYouMean(kind: string, unknown: string, names: readonly string[]): string {
  const close = names
    .map((name) => ({ name, bare: name.replace(/^--|"/g, '') }))
    .map(({ name, bare }) => ({ name, bare, distance: distanceOf(unknown, bare) }))
    .filter(({ bare, distance }) => distance <= Math.max(unknown.length >> 1, bare.length >> 1, 1))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 5)
    .map(({ name }) => name);
  if (close.length === 0) return '';
  const list = close.length < 3 ? close.join(' or ') : `${close.slice(0, -1).join(', ')}, or ${close.at(-1)!}`;
  return ` Did you mean ${kind === '' ? '' : `${kind} `}${list}?`;
}

export const quoted = (names: readonly string[]): readonly string[] => names.map((name) => `"${name}"`);

/** Edit distance of two names; a difference in case only counts as one. */
function distanceOf(a: string, b: string): number {
  if (a === b) return 0;
  const [one, other] = [a.toLowerCase(), b.toLowerCase()];
  if (one === other) return 1;
  // Long names are not compared: the work is quadratic.
  if (one.length > 200 || other.length > 200) return Infinity;
  return editDistance(one, other);
}
