/** Start of the engine that the gateway stands in front of: the embedded one, or a connection to a cluster. */
import * as path from 'node:path';
import type { Config } from './config';
import { Alphas, connectEngine, waitForEngine, waitForLogin, type Engine, type TimeLimits } from './dgraph';
import type { EmbeddedServer, PrivateListen } from './embedded';
import type { NearReads, Posting } from './embedded/lending';
import type { Endpoint } from './util/endpoint';
import type { Logger } from './util/log';
import { startServerThread } from './util/serverThread';
import type { Telemetry, Tracing } from './util/telemetry';

export interface StartOptions {
  /** True to run the embedded engine in this thread. Default: in a separate thread. */
  readonly inThread?: boolean;
  /** Kind of endpoint of the embedded engine. Default: by the system. */
  readonly listen?: PrivateListen;
  /** Time limits of a cluster's answers, in place of the usual ones. */
  readonly limits?: Partial<TimeLimits>;
  /** Reads the settings again, for changed files of secrets. Default: secrets stay as they are. */
  readonly readAgain?: () => Config;
  /** Called when the gateway cannot continue, after it has logged the reason. */
  readonly onFailure?: (reason: string) => void;
}

/** Failure of the start; `message` is one line for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError';
  /** True if a setting is wrong: another start would fail as well. */
  readonly isSetting: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isSetting?: boolean } = {}) {
    super(message, options);
    this.isSetting = options.isSetting ?? false;
  }
}

/** Limits of waits for a cluster. */
export interface EngineWaits {
  readonly silenceMs: number;
  readonly limits: Partial<TimeLimits> | undefined;
}

export interface Observers {
  readonly logger: Logger;
  readonly telemetry: Telemetry;
  readonly tracing: Tracing | undefined;
}

/** Body limit of the embedded engine, as a multiple of OWLGATE_MAX_BODY: completed mutations are larger than bodies. */
const EMBEDDED_BODY_FACTOR = 4;

/** Starts the embedded engine, or connects to the cluster. @throws StartError; OwlgateError EngineUnreachable */
export async function startEngine(
  config: Config,
  waits: EngineWaits,
  observers: Observers,
  options: StartOptions,
  ending: (() => Promise<void> | void)[],
): Promise<Engine> {
  const { logger } = observers;
  const isCluster = config.dgraphUrls.length > 0;
  const place = isCluster ? { urls: config.dgraphUrls } : await startEmbeddedEngine(config, logger, options, ending);
  const { dgraphLogin: identity } = config;
  const { dgraphGrpc } = config;
  const alphas =
    isCluster && dgraphGrpc.length > 0 ? new Alphas({ addresses: dgraphGrpc, ...observers, ...waits }) : undefined;
  const engine = connectEngine({
    ...place,
    alphas,
    kind: isCluster ? 'cluster' : 'embedded',
    ...waits,
    ...observers,
    ...(identity && { identity }),
  });
  ending.push(() => engine.close());
  if (isCluster) {
    logger.info('connecting to the Dgraph cluster', { url: engine.url });
    const options = { timeoutMs: config.waitSeconds * 1000, logger };
    await waitForEngine(engine, options);
    await waitForLogin(engine, options);
  }
  return engine;
}

async function startEmbeddedEngine(
  { dataDirectory, maxBodyBytes, lambdaUrl }: Config,
  logger: Logger,
  { inThread = false, listen, onFailure }: StartOptions,
  ending: (() => Promise<void> | void)[],
): Promise<EmbeddedPlace> {
  const settings = {
    directory: path.resolve(dataDirectory),
    maxBodyBytes: maxBodyBytes * EMBEDDED_BODY_FACTOR,
    ...(lambdaUrl !== undefined && { lambdaUrl }),
    ...(listen !== undefined && { listen }),
  };
  try {
    if (inThread) {
      const { startEmbedded } = await import('./embedded/index.js');
      const server = await startEmbedded({ ...settings, logger });
      ending.push(() => server.close());
      return await nearTo(server, settings);
    }
    const thread = await startServerThread(path.join(__dirname, 'embedded', 'worker.js'), settings, logger);
    ending.push(() => thread.close());
    void thread.died.then((reason) => {
      logger.error('embedded engine failed', { reason });
      onFailure?.(`the embedded engine has failed: ${reason}`);
    });
    return await nearTo(thread, settings);
  } catch (error) {
    const { message, isSetting = false } = error as Error & { readonly isSetting?: boolean };
    throw new StartError(isSetting ? `OWLGATE_DATA: ${message}` : message, { cause: error, isSetting });
  }
}

/** Ways to an embedded engine. */
interface EmbeddedPlace {
  readonly endpoint: Endpoint;
  readonly nearReads: NearReads;
  readonly posting: Posting;
}

/** Adds reads on this thread, and messages, to a running engine. */
async function nearTo(
  { endpoint, snapshots, requests }: Pick<EmbeddedServer, 'endpoint' | 'snapshots' | 'requests'>,
  { directory }: { readonly directory: string },
): Promise<EmbeddedPlace> {
  const lending = await import('./embedded/lending/index.js');
  return {
    endpoint,
    nearReads: new lending.NearReads(directory, snapshots),
    posting: new lending.Posting(requests),
  };
}
