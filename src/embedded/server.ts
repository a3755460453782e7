/** The embedded engine as a server: Dgraph's HTTP contract on a port of its own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { drains } from '../util/drain';
import { silent, type Logger } from '../util/log';
import { Engine } from './engine';
import { GraphqlService } from './graphql/service';
import { route } from './http/router';
import { serveSubscriptions } from './http/subscriptions';

export interface EmbeddedOptions {
  /** The data directory; made where it does not exist. One process at a time can use it. */
  readonly directory: string;
  /** Default: loopback only. There is no access control: whoever reaches the port may do everything. */
  readonly host?: string;
  /** Default: any free port. */
  readonly port?: number;
  readonly logger?: Logger;
  /** Most bytes of a request body, after decompression; default 256 MiB. */
  readonly maxBodyBytes?: number;
  /** Of the lambda server, which answers GraphQL's fields with `@lambda`; default: there is none. */
  readonly lambdaUrl?: string;
  /** The program of the threads for long work; default: the compiled one, where there is one. */
  readonly asideEntry?: string;
}

export interface EmbeddedServer {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** Answers what has been asked, writes what has been promised, and gives the directory free. */
  close(): Promise<void>;
}

const DEFAULT_MAX_BODY_BYTES = 256 * 2 ** 20;
/** Clients with a pool of connections keep them for about a minute. */
const KEEP_ALIVE_MS = 70_000;

/**
 * Starts the engine on a directory.
 *
 * @throws StoreError where the directory cannot be used; the errors of `listen` where the port cannot
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { directory, host = '127.0.0.1', port = 0, logger = silent } = options;
  const maxBodyBytes = options.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES;
  const engine = await Engine.open(directory, logger, undefined, options.asideEntry);
  let address = '';
  const context = { engine, graphql: new GraphqlService(engine, options.lambdaUrl), logger, address: () => address };
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0 }, (request, response) => {
    void route(request, response, context, maxBodyBytes);
  });
  const drain = drains(server);
  const endSubscriptions = serveSubscriptions(server, context);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (error) {
    await engine.close();
    throw error;
  }
  const bound = server.address() as AddressInfo;
  address = `${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`;
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    const drained = drain();
    endSubscriptions();
    await drained;
    await engine.close();
  };
  return { url: `http://${address}`, close: () => (closing ??= close()) };
}
