/** Suggestions for misspelt names. */
import { editDistance } from '../util/editDistance';
import { afterLast } from '../util/text';

/**
 * Returns the candidates nearest to a name, nearest first. The distance ignores case and is at most a third of the
 * name's length.
 *
 * @param limit maximum number of suggestions
 */
export function suggest(name: string, candidates: Iterable<string>, limit = 3): string[] {
  const target = name.toLowerCase().slice(0, 100);
  const maxDistance = Math.max(1, Math.floor(target.length / 3));
  const matches: { candidate: string; distance: number }[] = [];
  for (const candidate of new Set(candidates)) {
    const distance = editDistance(target, candidate.toLowerCase(), { swaps: true, max: maxDistance });
    if (distance <= maxDistance) matches.push({ candidate, distance });
  }
  matches.sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1));
  return matches.slice(0, limit).map(({ candidate }) => candidate);
}

/**
 * Searches with the local part of an IRI or of `prefix:local`, and with the text as it is. A text with white space is a
 * label, which may have the separators of IRIs.
 */
export function nearestForm(text: string, search: (form: string) => readonly string[]): readonly string[] {
  const local = afterLast(text.replace(/>$/, ''), '#/:');
  const [first, second] = /\s/.test(text) ? [text, local] : [local, text];
  const found = search(first);
  return found.length > 0 || first === second ? found : search(second);
}
