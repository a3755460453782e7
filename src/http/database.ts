/** Database named by a request's path. */
import type { Request } from 'express';
import { clientOf } from '../dgraph';
import { requireGuardian } from '../materialize';
import type { Database } from '../retrieval';
import type { Services } from './services';

/**
 * Returns the database of `/api/v1/databases/{id}/…`.
 *
 * @param operation intended operation, for the refusal: `ask questions`. On a cluster with access control the gateway
 *   reads with its own credentials, and only guardians may see the result.
 * @throws OwlgateError UnknownDatabase, AccessDenied, EngineUnreachable
 */
export async function openDatabase(request: Request, { retrieval }: Services, operation: string): Promise<Database> {
  const database = await retrieval.database(request.params['id'] as string);
  const { engine } = database;
  await requireGuardian(engine, clientOf(request.headers, engine), operation);
  return database;
}
