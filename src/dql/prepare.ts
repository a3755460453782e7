/** Steps from a query's text to a document for the planner. */
import type { Document } from './ast';
import { bind } from './bind';
import { expandFragments } from './fragments';
import { parse } from './parser';
import { validate } from './validate';

interface PrepareOptions {
  /** Values of GraphQL variables, by name with `$`. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Query variables used outside the query; see `mutationVariables`. */
  readonly used?: readonly string[];
  /**
   * Query variables that Dgraph defines and uses itself, and lists in its errors: one for each condition of an upsert.
   */
  readonly internal?: readonly string[];
}

/**
 * Parses a query, expands its fragments, binds its GraphQL variables and checks its query variables, in Dgraph's order,
 * on which the reported error depends.
 *
 * @throws DqlSyntaxError
 */
export function prepare(text: string, { variables, used, internal }: PrepareOptions = {}): Document {
  const document = bind(expandFragments(parse(text)), variables);
  validate(document, used, internal);
  return document;
}
