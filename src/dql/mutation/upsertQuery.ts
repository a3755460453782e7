/** Conversion of a query's text for the `query` of an upsert block. */
import { DqlSyntaxError } from '../errors';
import { tokenize } from '../lexer';
import type { Token } from '../token';

/**
 * Removes the keyword, name and comments of a query: Dgraph would count the quotes and braces of comments. Text after
 * the first block (`fragment f { … }`) stays after it.
 *
 * @throws DqlSyntaxError for content that an upsert block cannot hold: a query's variables, a second block in its own
 *   braces
 */
export function printUpsertQuery(query: string): string {
  const tokens = tokenize(query, { tolerant: true });
  let first = 0;
  if (tokens[0]!.text === 'query') first = tokens[1]!.kind === 'Name' ? 2 : 1;
  const open = tokens[first]!;
  if (open.kind === '(') fail(open, 'the query of an upsert block in RDF cannot have variables');
  if (open.kind !== '{') fail(open, `expected { at the start of the query, found ${open.describe()}`);
  let depth = 0;
  let text = '';
  let at = open.start;
  for (const token of tokens.slice(first)) {
    if (depth === 0 && token.kind === '{' && text !== '' && !text.includes('fragment', text.lastIndexOf('}'))) {
      fail(token, 'the query of an upsert block in RDF has its blocks in one pair of braces');
    }
    if (token.kind === '{') depth++;
    else if (token.kind === '}') depth--;
    // Dgraph's block lexer does not recognize regular expressions and counts their braces.
    else if (token.kind === 'Regex' && !balanced(token.text)) {
      fail(token, 'a regular expression in the query of an upsert block in RDF must have as many { as }');
    }
    text += query.slice(at, token.start).replace(/#[^\n\r]*/g, '') + token.text;
    at = token.end;
  }
  return text.trimEnd();
}

function balanced(text: string): boolean {
  let depth = 0;
  for (const c of text) {
    if (c === '"') return false;
    depth += c === '{' ? 1 : c === '}' ? -1 : 0;
    if (depth < 0) return false;
  }
  return depth === 0;
}

function fail(token: Token, reason: string): never {
  throw DqlSyntaxError.at(token.position, reason);
}
