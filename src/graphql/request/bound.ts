/** Fast test for requests that are within any limits, without parsing GraphQL or JSON. */
import type { GraphqlLimits } from './limits';

/**
 * Returns false if the text alone proves that a request is within the limits; most documents then need no parsing.
 * Every level of selections has a brace, every alias a colon, and every field at least two characters. Fragments count
 * at each spread, and JSON escapes hide characters, so texts with either are not proven.
 * @param text the request: its JSON, or the document alone
 */
export function mayExceed(text: string, { depth, aliases, complexity }: GraphqlLimits): boolean {
  if (text.length > 2 * complexity || text.includes('...') || text.includes('\\u')) return true;
  return hasMore(text, '{', depth) || (text.length > 4 * aliases && hasMore(text, ':', aliases));
}

function hasMore(text: string, character: string, count: number): boolean {
  let occurrences = -1;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) {
    if (++occurrences >= count) return true;
  }
  return false;
}
