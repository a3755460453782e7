/** The embedded engine as a server: Dgraph's HTTP contract at a door that this user alone comes through. */
import { createServer } from 'node:http';
import { drains } from '../util/drain';
import type { Endpoint } from '../util/endpoint';
import { silent, type Logger } from '../util/log';
import { DEFAULT_LISTEN, makeDoor, Untrusted, type Listen } from './access';
import { Engine } from './engine';
import { GraphqlService } from './graphql/service';
import { route } from './http/router';
import { serveSubscriptions } from './http/subscriptions';
import { StoreError } from './storage';

export interface EmbeddedOptions {
  /** The data directory; made where it does not exist. One process at a time can use it. */
  readonly directory: string;
  /** There is no access control: whoever reaches the engine may do everything. Default: at a private door. */
  readonly listen?: Listen;
  readonly logger?: Logger;
  /** Most bytes of a request body, after decompression; default 256 MiB. */
  readonly maxBodyBytes?: number;
  /** Of the lambda server, which answers GraphQL's fields with `@lambda`; default: there is none. */
  readonly lambdaUrl?: string;
  /** The program of the threads for long work; default: the compiled one, where there is one. */
  readonly asideEntry?: string;
}

export interface EmbeddedServer {
  readonly endpoint: Endpoint;
  /** Answers what has been asked, writes what has been promised, and gives the directory free. */
  close(): Promise<void>;
}

const DEFAULT_MAX_BODY_BYTES = 256 * 2 ** 20;
/** Clients with a pool of connections keep them for about a minute. */
const KEEP_ALIVE_MS = 70_000;
/** Bytes of the head of a request, as with Dgraph: Go's default. */
const MAX_HEAD_BYTES = 2 ** 20;

/**
 * Starts the engine on a directory.
 *
 * @throws StoreError where the directory cannot be used, or no socket can lie in it; the errors of `listen` for a port
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { directory, listen = DEFAULT_LISTEN, logger = silent } = options;
  const maxBodyBytes = options.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES;
  const engine = await Engine.open(directory, logger, undefined, options.asideEntry);
  const context = { engine, graphql: new GraphqlService(engine, options.lambdaUrl), logger };
  const door = makeDoor(listen, directory);
  const settings = { keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0, maxHeaderSize: MAX_HEAD_BYTES };
  const server = createServer(settings, (request, response) => {
    if (door.admits(request)) void route(request, response, context, maxBodyBytes);
    else response.writeHead(403, { Connection: 'close', 'Content-Length': 0 }).end();
  });
  const drain = drains(server);
  const endSubscriptions = serveSubscriptions(server, context, door);
  let endpoint: Endpoint;
  try {
    endpoint = await door.open(server);
  } catch (error) {
    door.close();
    await engine.close();
    throw error instanceof Untrusted ? new StoreError(directory, error.message, { cause: error }) : error;
  }
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    const drained = drain();
    endSubscriptions();
    await drained;
    door.close();
    await engine.close();
  };
  return { endpoint, close: () => (closing ??= close()) };
}
