/**
 * POST /alter (service specification 4.5): forwarded to the engine, unless it would change the registry or remove what
 * the ontology in force needs. The materializer is notified before the client gets the answer.
 */
import { clientOf } from '../../dgraph';
import { readAlter } from '../../dql';
import type { AlterNotice } from '../../materialize';
import type { Exchange } from '../exchange';
import type { Services } from '../services';
import { MAX_SCHEMA_BYTES, relayAnswer, askEngine, readEngineBody, hasSucceeded } from './engine-relay';

export async function handleAlter(exchange: Exchange, services: Services): Promise<void> {
  const bytes = await readEngineBody(exchange, services, MAX_SCHEMA_BYTES);
  const body = bytes.toString('utf8');
  const { engine, materializer } = services;
  const send = async () => {
    const answer = await askEngine(engine, exchange, { body: bytes, type: 'text/plain' });
    if (hasSucceeded(answer)) await notify(noticeOf(body), services);
    return answer;
  };
  const credentials = clientOf(exchange.request.headers, engine);
  relayAnswer(exchange.response, await materializer.schema.change({ kind: 'alter', body }, credentials, send));
}

/**
 * Notifies the materializer. The engine has carried out the change, so a failure here is logged and not reported to the
 * client.
 */
export async function notify(
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
