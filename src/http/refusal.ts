/** Refusals in Dgraph's own words, for requests that are not forwarded. */
import { parseMediaType } from '../util/media-type';

/** Refusal answered as in Dgraph: `{"errors":[…]}`, mostly with status 200. */
export class DgraphRefusal extends Error {
  override readonly name = 'DgraphRefusal';

  constructor(
    message: string,
    readonly code: 'ErrorInvalidRequest' | 'ErrorInvalidMethod',
    readonly status = 200,
  ) {
    super(message);
  }
}

export const invalidMethod = (): DgraphRefusal => new DgraphRefusal('Invalid method', 'ErrorInvalidMethod', 400);

/**
 * Returns the media type of a body, parsed as Dgraph's /query and /mutate do.
 *
 * @param accepted accepted media types
 * @param listed media types that the refusal lists, in Dgraph's order
 * @throws DgraphRefusal
 */
export function requireMediaType<Type extends string>(
  header: string | undefined,
  accepted: readonly Type[],
  listed: string,
): Type {
  const plain = accepted.find((each) => each === header);
  if (plain !== undefined) return plain;
  const mediaType = parseMediaType(header ?? '');
  if (!mediaType && header !== undefined && header !== '') throw refuse('Invalid Content-Type');
  if (mediaType?.charset !== undefined && mediaType.charset !== 'utf-8') {
    throw refuse('Unsupported charset. Supported charset is UTF-8');
  }
  const type = accepted.find((each) => each === mediaType?.type);
  if (type === undefined) throw refuse(`Unsupported Content-Type. Supported content types are ${listed}`);
  return type;
}

const refuse = (message: string): DgraphRefusal => new DgraphRefusal(message, 'ErrorInvalidRequest');
