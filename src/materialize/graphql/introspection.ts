/** Permission of the engine to ask for its GraphQL schema. */
import type { Credentials, Engine } from '../../dgraph';

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
