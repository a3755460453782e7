/** Routes that the engine alone interprets. The gateway reads their bodies all the same. */
import { parseMediaType } from '../../util/media-type';
import type { Exchange } from '../exchange';
import { DgraphRefusal } from '../refusal';
import type { Services } from '../services';
import { bodyOf, onward } from './engine-relay';

/** Methods without a body; one that a client sends stays unread. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Returns a handler for a body of one media type, whatever its `Content-Type`: Dgraph does not check. */
export const forwardAs =
  (type: string) =>
  async (exchange: Exchange, services: Services): Promise<void> => {
    const body = await bodyOf(exchange, services);
    await services.engine.forward(onward(exchange, { body, type }), exchange.response);
  };

/** Forwards a body with its own `Content-Type`. @throws DgraphRefusal, as bodyOf */
export async function forward(exchange: Exchange, services: Services): Promise<void> {
  const { request, response, method } = exchange;
  if (WITHOUT_BODY.has(method)) return services.engine.forward(onward(exchange), response);
  const type = composedType(request.headers['content-type'] ?? '');
  const body = await bodyOf(exchange, services);
  await services.engine.forward(onward(exchange, { body, ...(type !== undefined && { type }) }), response);
}

function composedType(header: string): string | undefined {
  if (header === '') return undefined;
  const given = parseMediaType(header);
  if (!given) throw new DgraphRefusal('Invalid Content-Type', 'ErrorInvalidRequest');
  return given.charset === 'utf-8' ? `${given.type}; charset=utf-8` : given.type;
}
