/** Apollo's persisted queries, kept as Dgraph keeps them: a node for each, with the hash before the text. */
import { createHash } from 'node:crypto';
import { isNode } from './answer/complete';
import type { GraphqlRequest } from './request';
import { RequestFailure } from './request/failure';

/** What `extensions.persistedQuery.sha256Hash` of a request says; undefined where it says nothing. */
export function persistedHash({ extensions }: GraphqlRequest): string | undefined {
  const hash = memberOf(memberOf(extensions, 'persistedquery'), 'sha256hash');
  return typeof hash === 'string' && hash !== '' ? hash : undefined;
}

/** Dgraph reads the names of members without regard to case, and takes the last. */
function memberOf(value: unknown, lowerCase: string): unknown {
  if (!isNode(value)) return undefined;
  return Object.entries(value).findLast(([name]) => name.toLowerCase() === lowerCase)?.[1];
}

/** Finds a stored query by `$key`: its hash, and its text where the request has it. */
export const PERSISTED_QUERY =
  'query q($key: string) { q(func: eq(dgraph.graphql.p_query, $key)) { text: dgraph.graphql.p_query } }';

/** The text in what `PERSISTED_QUERY` answers; undefined where nothing is stored. */
export const persistedText = (data: unknown, hash: string): string | undefined =>
  (data as { readonly q?: readonly { readonly text: string }[] }).q?.[0]?.text.slice(hash.length);

/** @throws RequestFailure where the text is not the one that the hash is of */
export function checkHash(text: string, hash: string): void {
  if (createHash('sha256').update(text).digest('hex') === hash) return;
  throw RequestFailure.of('provided sha does not match query');
}
