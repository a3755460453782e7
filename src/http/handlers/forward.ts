/** Routes of which the engine knows all there is to know. Their bodies are read here all the same. */
import { parseMediaType } from '../../util/media-type';
import type { Exchange } from '../exchange';
import { DgraphRefusal } from '../refusal';
import type { Services } from '../services';
import { bodyOf, onward } from './passOn';

/** Methods without a body: one that a client sends is left unread. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A route whose body is of one type, whatever type it is said to have: Dgraph does not look. */
export const forwardAs =
  (type: string) =>
  async (exchange: Exchange, services: Services): Promise<void> => {
    const body = await bodyOf(exchange, services);
    await services.engine.forward(onward(exchange, { body, type }), exchange.response);
  };

/** A route whose body is of the type that it is said to have. @throws DgraphRefusal, as bodyOf */
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
