/** Apollo's persisted queries, kept as Dgraph keeps them: a node for each, with the hash before the text. */
import { createHash } from 'node:crypto';
import { foldMembers, isMembers } from './members';
import type { GraphqlRequest } from './request';
import { RequestFailure } from './request/failure';

/** What `extensions.persistedQuery.sha256Hash` of a request says; undefined where it says nothing. */
export function persistedHash({ extensions }: GraphqlRequest): string | undefined {
  const hash = memberOf(memberOf(extensions, 'persistedquery'), 'sha256hash');
  return typeof hash === 'string' && hash !== '' ? hash : undefined;
}

const memberOf = (value: unknown, lowerCase: string): unknown =>
  isMembers(value) ? foldMembers(value)[lowerCase] : undefined;

/** Finds a stored query by `$key`: its hash, and its text where the request has it. */
export const PERSISTED_QUERY =
  'query q($key: string) { q(func: eq(dgraph.graphql.p_query, $key)) { text: dgraph.graphql.p_query } }';

/** Of SHA-256, in hexadecimal: so much Dgraph takes off what is stored, whatever the request's hash is. */
const HASH_LENGTH = 64;

/** The text in what `PERSISTED_QUERY` answers; undefined where nothing is stored. */
export const persistedText = (data: unknown): string | undefined =>
  (data as { readonly q?: readonly { readonly text: string }[] }).q?.[0]?.text.slice(HASH_LENGTH);

/** @throws RequestFailure where the text is not the one that the hash is of */
export function checkHash(text: string, hash: string): void {
  if (createHash('sha256').update(text).digest('hex') === hash) return;
  throw RequestFailure.of('provided sha does not match query');
}
