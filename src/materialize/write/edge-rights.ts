/**
 * Rights of a client over the ontology's edges, on a cluster with access control. A whole-node delete takes edges along
 * that the request does not name; edges that the client may not write remain.
 */
import type { Credentials, Engine } from '../../dgraph';
import { Rights as AccessRights } from '../access/rights';
import { ALL_RIGHTS } from './stars';
import type { Rights, StarContext } from './stars';

/** @throws EngineFailure for a client without any rights */
export async function edgeRights(
  engine: Engine,
  credentials: Credentials | undefined,
  context: StarContext,
): Promise<Rights> {
  const predicates = context.edges?.() ?? [];
  const rights = AccessRights.on(engine);
  if (predicates.length === 0 || !rights.apply(credentials)) return ALL_RIGHTS;
  const [readable, writable] = await Promise.all([
    rights.readable(credentials, predicates),
    rights.writable(credentials, predicates),
  ]);
  return { mayRead: (predicate) => readable.has(predicate), mayWrite: (predicate) => writable.has(predicate) };
}
