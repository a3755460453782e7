/**
 * Change of the schema by a client, over HTTP or gRPC: carried out by the engine, unless it would change the registry or
 * remove what the ontology in force needs. The materializer is notified before the client gets the answer.
 */
import type { Credentials, EngineAnswer } from '../../dgraph';
import { readAlter } from '../../dql';
import type { AlterNotice } from '../../materialize';
import { workerGroup } from '../../util/workers/group';
import type { Services } from '../services';

/** Maximum bytes of schemas, which take up to 0.4 s for each megabyte. The embedded engine has the same limit. */
export const MAX_SCHEMA_BYTES = 4 * 2 ** 20;

/**
 * Has the engine carry out a body of /alter.
 *
 * @param send sends the body to the engine
 * @returns the engine's answer
 * @throws OwlgateError SchemaInUse, ReservedPredicate and others of the schema wall
 */
export function changeSchema(
  body: string,
  credentials: Credentials | undefined,
  services: Services,
  send: () => Promise<EngineAnswer>,
): Promise<EngineAnswer> {
  return services.materializer.schema.change({ kind: 'alter', body }, credentials, async () => {
    const answer = await send();
    if (hasSucceeded(answer)) await notify(noticeOf(body), services);
    return answer;
  });
}

/** Tells other workers of a change of the schema; its argument is the notice. */
export const SCHEMA_CHANGE = 'schema change';

/** Notifies the materializer, then those of other workers, where the client may read next. */
export async function notify(notice: AlterNotice, services: Services): Promise<void> {
  await noteChange(notice, services);
  await tellWorkers(notice);
}

/** Tells other workers of a change that this process has noted, and waits until they have noted it. */
export const tellWorkers = async (notice: AlterNotice): Promise<void> =>
  void (await workerGroup.ask(SCHEMA_CHANGE, notice));

/**
 * Notifies the materializer of this process. The engine has carried out the change, so a failure here is logged and not
 * reported to the client.
 */
export async function noteChange(
  notice: AlterNotice,
  { engine, materializer, graphql, retrieval, logger }: Services,
): Promise<void> {
  graphql.schemaChanged();
  try {
    await materializer.schema.altered(notice);
    if (notice === 'drop_all' || notice === 'drop_data') await retrieval.forget(engine);
  } catch (error) {
    logger.error('a change of the schema could not be read; the next poll of the engine picks it up', {
      notice,
      error,
    });
  }
}

const NOTICES: Readonly<Partial<Record<string, AlterNotice>>> = {
  dropAll: 'drop_all',
  dropData: 'drop_data',
  dropPredicate: 'drop_attr',
};

/** Returns the effect of an operation that the engine has carried out. */
export const noticeOf = (body: string): AlterNotice => NOTICES[readAlter(body).kind] ?? 'schema';

/** Returns true if the engine carried out the request. */
export function hasSucceeded({ status, body }: EngineAnswer): boolean {
  if (status < 200 || status > 299) return false;
  try {
    const answer: unknown = JSON.parse(body.toString('utf8'));
    const errors: unknown = typeof answer === 'object' && answer !== null && 'errors' in answer ? answer.errors : null;
    return !Array.isArray(errors) || errors.length === 0;
  } catch {
    return true;
  }
}
