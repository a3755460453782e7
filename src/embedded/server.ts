/** Embedded engine as a server: Dgraph's HTTP contract on an endpoint that only this user can reach. */
import { createServer } from 'node:http';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { drains } from '../util/drain';
import type { Endpoint, SnapshotChannel } from '../util/endpoint';
import { silent, type Logger } from '../util/log';
import { UnreadAnswers, type UnreadLimits } from '../util/unread';
import { DEFAULT_LISTEN, makeEndpoint, Untrusted, type Listen } from './access';
import { Engine } from './engine';
import { GraphqlService } from './graphql/service';
import { servePosted } from './http/posted-call';
import { route } from './http/router';
import { serveSubscriptions } from './http/subscriptions';
import { StoreError } from './storage';

export interface EmbeddedOptions {
  /** The data directory; created if missing. One process at a time can use it. */
  readonly directory: string;
  /** Endpoint; a private one by default, because the engine has no access control. */
  readonly listen?: Listen;
  readonly logger?: Logger;
  /** Maximum bytes of a request body, after decompression; default 256 MiB. */
  readonly maxBodyBytes?: number;
  /** URL of the lambda server, which resolves GraphQL fields with `@lambda`; default: none. */
  readonly lambdaUrl?: string;
  /** Limits of the bytes of answers that have not been read. */
  readonly unreadLimits?: UnreadLimits;
  /** The program of the side pool threads; default: the compiled one, if it exists. */
  readonly threadEntry?: string;
}

export interface EmbeddedServer {
  readonly endpoint: Endpoint;
  readonly snapshots: SnapshotChannel;
  /** Port for requests by messages; see lending. */
  readonly requests: MessagePort;
  /** Answers open requests, completes writes, and releases the directory. */
  close(): Promise<void>;
}

const DEFAULT_MAX_BODY_BYTES = 256 * 2 ** 20;
/** Longer than clients with a connection pool keep connections, which is about a minute. */
const KEEP_ALIVE_MS = 70_000;
/** Bytes of the head of a request, as with Dgraph: Go's default. */
const MAX_HEAD_BYTES = 2 ** 20;

/**
 * Starts the engine on a directory.
 *
 * @throws StoreError if the directory cannot be used or has no place for a socket; the errors of `listen` for a port
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { directory, listen = DEFAULT_LISTEN, logger = silent } = options;
  const maxBodyBytes = options.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES;
  const engine = await Engine.open(directory, logger, undefined, options.threadEntry);
  const unread = new UnreadAnswers(options.unreadLimits);
  const context = { engine, graphql: new GraphqlService(engine, options.lambdaUrl), unread, logger };
  const engineEndpoint = makeEndpoint(listen, directory);
  const settings = { keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0, maxHeaderSize: MAX_HEAD_BYTES };
  const server = createServer(settings, (request, response) => {
    if (engineEndpoint.admits(request)) void route(request, response, context, maxBodyBytes);
    else response.writeHead(403, { Connection: 'close', 'Content-Length': 0 }).end();
  });
  unread.watchServer(server);
  const drain = drains(server);
  const { port1, port2: requests } = new MessageChannel();
  const endPosted = servePosted(port1, context);
  const endSubscriptions = serveSubscriptions(server, context, engineEndpoint);
  let endpoint: Endpoint;
  try {
    endpoint = await engineEndpoint.open(server);
  } catch (error) {
    await endPosted();
    engineEndpoint.close();
    await engine.close();
    throw error instanceof Untrusted
      ? new StoreError(directory, error.message, { cause: error, isSetting: true })
      : error;
  }
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    const drained = drain();
    endSubscriptions();
    await drained;
    await endPosted();
    engineEndpoint.close();
    await engine.close();
  };
  return { endpoint, snapshots: engine.snapshots, requests, close: () => (closing ??= close()) };
}
