/** Routes that the engine alone interprets. The gateway still reads their bodies, within its limits. */
import { parseMediaType } from '../../util/media-type';
import type { Exchange } from '../exchange';
import { DgraphRefusal } from '../refusal';
import type { Services } from '../services';
import { readEngineBody, engineRequest } from './engine-relay';

/** Methods whose body is not read. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Returns a handler that sends the body as one media type. Like Dgraph, it ignores the client's `Content-Type`. */
export const forwardAs =
  (type: string) =>
  async (exchange: Exchange, services: Services): Promise<void> => {
    const body = await readEngineBody(exchange, services);
    await services.engine.forward(engineRequest(exchange, { body, type }), exchange.response);
  };

/** Forwards a body with its own `Content-Type`. @throws DgraphRefusal for an invalid one */
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
