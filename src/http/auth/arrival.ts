/** Request as the decisions about clients see it: of HTTP, or a call over gRPC. */
import type { IncomingMessage } from 'node:http';
import type { Ending } from '../exchange-end';

/** Connection of a request. */
export interface Peer extends Ending {
  readonly remoteAddress?: string | undefined;
  readonly localAddress?: string | undefined;
  /** Ends the request without an answer. */
  destroy(): unknown;
}

export interface Arrival extends Pick<IncomingMessage, 'headers' | 'rawHeaders'> {
  readonly method?: string | undefined;
  readonly socket: Peer;
}

/** Answer to a request, before it is sent. */
export interface Departure extends Ending {
  setHeader(name: string, value: string): unknown;
}
