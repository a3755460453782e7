/**
 * POST /alter (service specification 4.5): forwarded to the engine, unless it would change the registry or take from
 * the ontology in force. The materializer is notified before the client gets the answer.
 */
import { clientOf } from '../../dgraph';
import { readAlter } from '../../dql';
import type { AlterNotice } from '../../materialize';
import type { Exchange } from '../exchange';
import type { Services } from '../services';
import { answerWith, ask, bodyOf, succeeded } from './passOn';

export async function handleAlter(exchange: Exchange, services: Services): Promise<void> {
  const bytes = await bodyOf(exchange, services);
  const body = bytes.toString('utf8');
  const { engine, materializer } = services;
  const send = async () => {
    const answer = await ask(engine, exchange, { body: bytes, type: 'text/plain' });
    if (succeeded(answer)) await notify(noticeOf(body), services);
    return answer;
  };
  const credentials = clientOf(exchange.request.headers, engine);
  answerWith(exchange.response, await materializer.schema.change({ kind: 'alter', body }, credentials, send));
}

/**
 * Notifies the materializer. The engine has carried out the change, so that a failure here is not reported to the
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
    logger.error('a change of the schema was not taken in; the next look at the engine will do it', { notice, error });
  }
}

const NOTICES: Readonly<Partial<Record<string, AlterNotice>>> = {
  dropAll: 'drop_all',
  dropData: 'drop_data',
  dropPredicate: 'drop_attr',
};

/** Returns the effect of an operation that the engine has carried out. */
export const noticeOf = (body: string): AlterNotice => NOTICES[readAlter(body).kind] ?? 'schema';
