/**
 * Introspection of GraphQL editions from 2021 on. Dgraph implements the edition of 2018 and refuses newer fields, which
 * tools send.
 */
import type { Credentials, Engine } from '../../dgraph';

/** Fields and arguments of introspection that came after 2018. */
export const NEWER =
  /\b(?:specifiedByURL|isRepeatable|isOneOf)\b|\b(?:args|inputFields)\s*\(\s*includeDeprecated\b|__schema\s*\{\s*description\b/;

/**
 * Returns true if the engine answers introspection. Dgraph may run with `introspection=false` or with rules of access.
 */
export async function mayIntrospect(engine: Engine, credentials: Credentials | undefined): Promise<boolean> {
  const { body } = await engine.send({
    method: 'POST',
    path: '/graphql',
    headers: { 'Content-Type': 'application/json', ...credentials },
    body: Buffer.from('{"query":"{ __schema { queryType { name } } }"}'),
  });
  const answer = JSON.parse(body.toString()) as {
    readonly errors?: unknown;
    readonly data?: { readonly __schema?: unknown };
  };
  return answer.errors === undefined && answer.data?.__schema !== undefined;
}
