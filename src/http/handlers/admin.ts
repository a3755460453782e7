/**
 * /admin and below: to the engine as it came. Its mutations may change the GraphQL schema, and with it the engine's, or
 * bring back a backup: the materializer hears of it before the client has its answer.
 */
import { protectFromGraphql } from '../../materialize';
import type { Exchange } from '../exchange';
import { DGRAPH_ENCODINGS, encodingOf, readBody } from '../middleware/body';
import type { Services } from '../services';
import { notify } from './alter';
import { forward } from './forward';
import { answerWith, ask, succeeded } from './passOn';

export async function handleAdmin(exchange: Exchange, services: Services): Promise<void> {
  const encoding = encodingOf(exchange.request, DGRAPH_ENCODINGS);
  if (!mayChange(exchange) || encoding === undefined) return forward(exchange, services);
  const { raw, bytes } = await readBody(exchange.request, encoding, services.maxBodyBytes);
  protectFromGraphql(bytes.toString('utf8'));
  const isMutation = exchange.path === '/admin/schema' || bytes.includes('mutation');
  const answer = await ask(services.engine, exchange, raw, !isMutation && !bytes.includes('\\u'));
  if (isMutation && succeeded(answer)) await notify('schema', services);
  answerWith(exchange.response, answer);
}

const mayChange = ({ method, path }: Exchange): boolean =>
  (method === 'POST' || method === 'PUT') && (path === '/admin' || path === '/admin/schema');
