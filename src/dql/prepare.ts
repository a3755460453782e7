/** All that stands between a query's text and its planning. */
import type { Document } from './ast';
import { bind } from './bind';
import { expandFragments } from './fragments';
import { parse } from './parser';
import { validate } from './validate';

export interface PrepareOptions {
  /** Values of GraphQL variables, by name with `$`. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Query variables that something outside the query uses; see `mutationVariables`. */
  readonly used?: readonly string[];
  /** Query variables that Dgraph defines and uses itself, and names in its complaints: one for each condition of an upsert. */
  readonly own?: readonly string[];
}

/**
 * Reads a query, expands its fragments, binds its GraphQL variables and checks its query variables, in the order in which
 * Dgraph does and complains.
 *
 * @throws DqlSyntaxError
 */
export function prepare(text: string, { variables, used, own }: PrepareOptions = {}): Document {
  const document = bind(expandFragments(parse(text)), variables);
  validate(document, used, own);
  return document;
}
