/** Routes that the engine alone interprets. The gateway reads their bodies all the same. */
import { parseMediaType } from '../../util/media-type';
import type { Exchange } from '../exchange';
import { DgraphRefusal } from '../refusal';
import type { Services } from '../services';
import { readEngineBody, engineRequest } from './engine-relay';

/** Methods without a body; one that a client sends stays unread. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Returns a handler for a body of one media type, whatever its `Content-Type`: Dgraph does not check. */
export const forwardAs =
  (type: string) =>
  async (exchange: Exchange, services: Services): Promise<void> => {
    const body = await readEngineBody(exchange, services);
    await services.engine.forward(engineRequest(exchange, { body, type }), exchange.response);
  };

/** Forwards a body with its own `Content-Type`. @throws DgraphRefusal, as bodyOf */
export async function forward(exchange: Exchange, services: Services): Promise<void> {
  const { request, response, method } = exchange;
  if (WITHOUT_BODY.has(method)) return services.engine.forward(engineRequest(exchange), response);
  const type = composedType(request.headers['content-type'] ?? '');
  const body = await readEngineBody(exchange, services);
  await services.engine.forward(engineRequest(exchange, { body, ...(type !== undefined && { type }) }), response);
}

function composedType(header: string): string | undefined {
  if (header === '') return undefined;
  const mediaType = parseMediaType(header);
  if (!mediaType) throw new DgraphRefusal('Invalid Content-Type', 'ErrorInvalidRequest');
  return mediaType.charset === 'utf-8' ? `${mediaType.type}; charset=utf-8` : mediaType.type;
}
