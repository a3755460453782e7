/** Services available to handlers. */
import type { IncomingMessage } from 'node:http';
import type { Engine } from '../dgraph';
import type { DocumentProcesses, GraphqlGateway } from '../materialize';
import type { Materializer } from '../materialize';
import type { Chats, Retrieval } from '../retrieval';
import type { Imports } from '../import';
import type { Metrics } from '../telemetry';
import type { Logger } from '../util/log';
import type { Logins } from './auth/logins';
import type { UnreadAnswers } from '../util/unread';

export interface Services {
  readonly engine: Engine;
  readonly materializer: Materializer;
  readonly graphql: GraphqlGateway;
  /** Document processes, for work on long texts. */
  readonly documents: DocumentProcesses;
  readonly retrieval: Retrieval;
  readonly chats: Chats;
  readonly imports: Imports;
  /** Returns the reason for which the data directory takes no writes; undefined for none. Absent for a cluster. */
  readonly diskProblem?: () => Promise<string | undefined>;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'scrape' | 'contentType' | 'observe'>;
  /** Returns the number of waiting requests by queue. */
  readonly queues: () => Readonly<Record<string, number>>;
  readonly unread: UnreadAnswers;
  readonly logins: Logins;
  /** Maximum bytes of a request body, before and after decompression. */
  readonly maxBodyBytes: number;
  /** Aborted when the gateway stops accepting requests: ends answers that would not end by themselves. */
  readonly closing: AbortSignal;
  /** Returns secrets that the gateways of a cluster share and clients do not know; none without keys and a login. */
  readonly secrets: () => readonly string[];
  /** True if requests need API keys. */
  readonly hasKeys: boolean;
  /** True for a client whose address may administer. */
  readonly mayAdminister: (request: IncomingMessage) => boolean;
  /** Address of a client, behind trusted proxies as well. */
  readonly addressOf: (request: IncomingMessage) => string;
}
