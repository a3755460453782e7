/** POST /alter (service specification 4.5): a change of the schema by the engine, under the schema wall. */
import { clientOf } from '../../dgraph';
import type { Exchange } from '../exchange';
import type { Services } from '../services';
import { changeSchema, MAX_SCHEMA_BYTES } from '../shared/schema-change';
import { relayAnswer, askEngine, readEngineBody } from './engine-relay';

export async function handleAlter(exchange: Exchange, services: Services): Promise<void> {
  const bytes = await readEngineBody(exchange, services, MAX_SCHEMA_BYTES);
  const credentials = clientOf(exchange.request.headers, services.engine);
  const send = () => askEngine(services.engine, exchange, { body: bytes, type: 'text/plain' });
  relayAnswer(exchange.response, await changeSchema(bytes.toString('utf8'), credentials, services, send));
}
