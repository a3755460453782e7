/** Context of the handlers. */
import type { Logger } from '../../util/log';
import type { UnreadAnswers } from '../../util/unread';
import { parseMediaType } from '../../util/media-type';
import type { Engine } from '../engine';
import type { GraphqlService } from '../graphql/service';
import type { Call } from './call';
import { RequestFault } from './fault';

export interface Context {
  readonly engine: Engine;
  readonly graphql: GraphqlService;
  readonly unread: UnreadAnswers;
  readonly logger: Logger;
}

export type Handler = (call: Call, context: Context) => Promise<void>;

/**
 * Returns the media type of the body.
 *
 * @throws RequestFault if it is not accepted
 */
export function requireMediaType(call: Call, types: readonly string[], accepted: string): string {
  const mediaType = parseMediaType(call.header('content-type'));
  if (!mediaType) throw new RequestFault('Invalid Content-Type');
  if (mediaType.charset !== undefined && mediaType.charset !== 'utf-8') {
    throw new RequestFault('Unsupported charset. Supported charset is UTF-8');
  }
  if (types.includes(mediaType.type)) return mediaType.type;
  throw new RequestFault(`Unsupported Content-Type. Supported content types are ${accepted}`);
}
