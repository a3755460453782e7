/** POST /query (service specification 4.3): streams the engine's answer to the query, rewritten where necessary. */
import type { Exchange } from '../exchange';
import { DgraphRefusal, requireMediaType } from '../refusal';
import type { Services } from '../services';
import { rewriteQuery } from '../shared/queries';
import { countAnswer } from '../limits/concurrency';
import { readEngineBody, engineRequest, sendNear } from './engine-relay';

const JSON_TYPE = 'application/json';
const TYPES = [JSON_TYPE, 'application/graphql+-', 'application/dql'] as const;
const LISTED = 'application/json, application/graphql+-,application/dql';

export async function handleQuery(exchange: Exchange, services: Services): Promise<void> {
  const type = requireMediaType(exchange.request.headers['content-type'], TYPES, LISTED);
  const bytes = await readEngineBody(exchange, services);
  const rewriting = rewriteQuery(bytes, type === JSON_TYPE, services);
  const { body = bytes, refusal } = rewriting instanceof Promise ? await rewriting : rewriting;
  if (refusal !== undefined) throw new DgraphRefusal(refusal, 'ErrorInvalidRequest');
  const { engine, unread } = services;
  const { response } = exchange;
  if (response.destroyed) return;
  const request = engineRequest(exchange, { type, body });
  const answering = engine.answerNear(request, response);
  const answer = answering instanceof Promise ? await answering : answering;
  if (response.destroyed) return;
  if (!answer) return engine.forward(request, response);
  countAnswer(unread, answer.body.length);
  sendNear(response, answer);
}
