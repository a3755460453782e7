/** POST /login: login to a cluster with access control, by the engine. Failed ones are counted. */
import type { Exchange } from '../exchange';
import type { Services } from '../services';
import { hasSucceeded } from '../shared/schema-change';
import { askEngine, readEngineBody, relayAnswer } from './engine-relay';

export async function handleLogin(exchange: Exchange, services: Services): Promise<void> {
  const body = await readEngineBody(exchange, services);
  const send = () => askEngine(services.engine, exchange, { body, type: 'application/json' });
  const answer = await services.logins.attempt(exchange.request, send, (answered) => !hasSucceeded(answered));
  relayAnswer(exchange.response, answer);
}
