/** Apollo's persisted queries, stored as in Dgraph: one node each, with the hash before the text. */
import { createHash } from 'node:crypto';
import { foldMembers, isMembers } from './members';
import type { GraphqlRequest } from './request/read';
import { RequestFailure } from './request/failure';

/** Returns `extensions.persistedQuery.sha256Hash` of a request; undefined if absent. */
export function persistedHash({ extensions }: GraphqlRequest): string | undefined {
  const hash = memberOf(memberOf(extensions, 'persistedquery'), 'sha256hash');
  return typeof hash === 'string' && hash !== '' ? hash : undefined;
}

const memberOf = (value: unknown, lowerCase: string): unknown =>
  isMembers(value) ? foldMembers(value)[lowerCase] : undefined;

/** Finds a stored query by `$key`: its hash, followed by its text if the request has it. */
export const PERSISTED_QUERY =
  'query q($key: string) { q(func: eq(dgraph.graphql.p_query, $key)) { text: dgraph.graphql.p_query } }';

/** Length of a hexadecimal SHA-256. Dgraph cuts this many characters off the stored text. */
const HASH_LENGTH = 64;

/** Returns the text in the answer of `PERSISTED_QUERY`; undefined if none is stored. */
export const persistedText = (data: unknown): string | undefined =>
  (data as { readonly q?: readonly { readonly text: string }[] }).q?.[0]?.text.slice(HASH_LENGTH);

/** @throws RequestFailure if the hash is not that of the text */
export function checkHash(text: string, hash: string): void {
  if (createHash('sha256').update(text).digest('hex') === hash) return;
  throw RequestFailure.of('provided sha does not match query');
}
