/** Which requests are small enough for any limit: told without reading GraphQL, nor JSON. */
import type { GraphqlLimits } from './limits';

/**
 * Whether a request could be over the limits, told from its text alone and in a moment, so that most documents need not be
 * parsed. Every level of selections has its brace, every alias its colon, and every field takes two characters; but
 * fragments are counted where they are spread, and what JSON escapes is not seen.
 *
 * @param text of the request, its JSON as well as the document alone
 */
export function mayExceed(text: string, { depth, aliases, complexity }: GraphqlLimits): boolean {
  if (text.length > 2 * complexity || text.includes('...') || text.includes('\\u')) return true;
  return hasMore(text, '{', depth) || (text.length > 4 * aliases && hasMore(text, ':', aliases));
}

function hasMore(text: string, character: string, count: number): boolean {
  let found = -1;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) {
    if (++found >= count) return true;
  }
  return false;
}
