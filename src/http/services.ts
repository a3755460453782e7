/** Services available to handlers. */
import type { IncomingMessage } from 'node:http';
import type { Engine } from '../dgraph';
import type { DocumentProcesses, GraphqlGateway } from '../materialize';
import type { Materializer } from '../materialize';
import type { Chats, Retrieval } from '../retrieval';
import type { Logger } from '../util/log';

export interface Services {
  readonly engine: Engine;
  readonly materializer: Materializer;
  readonly graphql: GraphqlGateway;
  /** Document processes, for work on long texts. */
  readonly documents: DocumentProcesses;
  readonly retrieval: Retrieval;
  readonly chats: Chats;
  readonly logger: Logger;
  /** Maximum bytes of a request body, before and after decompression. */
  readonly maxBodyBytes: number;
  /** Aborted when the gateway stops accepting requests: ends answers that would not end by themselves. */
  readonly closing: AbortSignal;
  /** Address of a client, behind trusted proxies as well. */
  readonly addressOf: (request: IncomingMessage) => string;
}
