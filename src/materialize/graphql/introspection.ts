/**
 * Introspection as later editions of GraphQL have it (2021 and after): Dgraph has the one of 2018, and refuses the fields that
 * came since, which tools ask for.
 */
import type { Credentials, Engine } from '../../dgraph';

/** Fields and arguments of introspection that came after 2018. */
export const NEWER =
  /\b(?:specifiedByURL|isRepeatable|isOneOf)\b|\b(?:args|inputFields)\s*\(\s*includeDeprecated\b|__schema\s*\{\s*description\b/;

/** Whether the engine tells of its schema: Dgraph can be started with `introspection=false`, and may have rules of access. */
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
