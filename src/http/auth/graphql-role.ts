/** Role that a request to /graphql needs: a mutation needs more than a query. */
import type { Credentials, Engine } from '../../dgraph';
import type { HttpRequest } from '../../graphql/request';
import type { Needed } from './roles';

/**
 * Signs of a mutation: the keyword, a JSON escape that may spell it, or the hash of a persisted document. A request
 * without any of them has no mutation. Go reads `ſ` as s in the names of JSON fields.
 */
const MUTATION_SIGNS = /mutation|\\u|[sſ]ha256ha[sſ]h/i;

/**
 * Returns the role that a request needs. An unreadable request counts as a mutation: another parser might find one.
 *
 * @param engine store of the persisted documents
 */
export async function graphqlRole(
  http: HttpRequest,
  engine: Engine,
  credentials: Credentials | undefined,
): Promise<Needed> {
  const isReadable = http.method === 'GET' || http.method === 'POST';
  if (isReadable && ![http.body, ...http.parameters.values()].some((text) => MUTATION_SIGNS.test(text))) return 'read';
  // Loads the GraphQL parser on demand: most processes never need it.
  const { mayMutate } = await import('./graphql-document.js');
  return (await mayMutate(http, engine, credentials)) ? 'write' : 'read';
}
