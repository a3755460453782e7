/** What a request to /graphql takes: a mutation takes more than a query. */
import type { Credentials, Engine } from '../../dgraph';
import type { HttpRequest } from '../../graphql/http';
import type { Needed } from './roles';

/**
 * What a mutation cannot be without: the word, escapes that may spell it in JSON, or the hash of a persisted document. Go
 * takes an `ſ` for an s there.
 */
const SIGNS = /mutation|\\u|[sſ]ha256ha[sſ]h/i;

/**
 * What may be a mutation counts as one: what cannot be read here another reader might find one in.
 *
 * @param engine keeps the documents that hashes stand for
 */
export async function graphqlRole(
  http: HttpRequest,
  engine: Engine,
  credentials: Credentials | undefined,
): Promise<Needed> {
  const isReadable = http.method === 'GET' || http.method === 'POST';
  if (isReadable && ![http.body, ...http.parameters.values()].some((text) => SIGNS.test(text))) return 'read';
  // GraphQL is read by a library that most processes never need.
  const { mayMutate } = await import('./graphqlDocument.js');
  return (await mayMutate(http, engine, credentials)) ? 'write' : 'read';
}
