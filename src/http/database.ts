/** The database that a request's path names. */
import type { Request } from 'express';
import { clientOf } from '../dgraph';
import { requireGuardian } from '../materialize';
import type { Database } from '../retrieval';
import type { Services } from './services';

/**
 * The database of `/api/v1/databases/{id}/…`.
 *
 * @param what is about to be done, for the refusal: `ask questions`. On a cluster with access control the gateway reads in
 *   its own name, and what it reads is for guardians.
 * @throws OwlgateError UnknownDatabase, AccessDenied, EngineUnreachable
 */
export async function openDatabase(request: Request, { retrieval }: Services, what: string): Promise<Database> {
  const database = await retrieval.database(request.params['id'] as string);
  const { engine } = database;
  await requireGuardian(engine, clientOf(request.headers, engine), what);
  return database;
}
