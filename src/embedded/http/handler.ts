/** Context of the handlers, and faults that several of them report. */
import type { Logger } from '../../util/log';
import type { UnreadAnswers } from '../../util/unread';
import { parseMediaType } from '../../util/media-type';
import type { Engine } from '../engine';
import type { GraphqlService } from '../graphql/service';
import type { HttpCall } from './call';

export interface Context {
  readonly engine: Engine;
  readonly graphql: GraphqlService;
  readonly unread: UnreadAnswers;
  readonly logger: Logger;
}

export type Handler = (call: HttpCall, context: Context) => Promise<void>;

/** Refusal of a request that is wrong in itself. */
export class RequestFault extends Error {
  override readonly name = 'RequestFault';
}

/**
 * Returns the media type of the body.
 *
 * @throws RequestFault if it is not accepted
 */
export function requireMediaType(call: HttpCall, types: readonly string[], accepted: string): string {
  const mediaType = parseMediaType(call.header('content-type'));
  if (!mediaType) throw new RequestFault('Invalid Content-Type');
  if (mediaType.charset !== undefined && mediaType.charset !== 'utf-8') {
    throw new RequestFault('Unsupported charset. Supported charset is UTF-8');
  }
  if (types.includes(mediaType.type)) return mediaType.type;
  throw new RequestFault(`Unsupported Content-Type. Supported content types are ${accepted}`);
}

/** Returns the fault of a body that is not JSON, with position and reason. */
export function jsonFault(body: string, error: unknown): RequestFault {
  const { message } = error as Error;
  const at = /position (\d+)/.exec(message);
  const offset = at ? Math.min(Number(at[1]), body.length) : body.length;
  const before = body.slice(0, offset).split('\n');
  const reason = message.replace(/ in JSON at position \d.*$/s, '');
  return new RequestFault(
    `Error parsing JSON at line ${before.length}, character ${before.at(-1)!.length + 1}: ${reason}`,
  );
}
