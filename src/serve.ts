/** Serving: reads the settings, starts the gateway, and stops it on a signal. */
import type { Gateway } from './app';
import { ConfigError, helpText, readConfig, type Config } from './config';
import { OwlgateError } from './errors';
import { onSignals } from './signals';
import { collectWhenIdle } from './util/idle-garbage';
import { sharesPorts } from './util/listening';
import { quietUntilOpened, type Logger } from './util/log';
import { endThreads } from './util/serverThread';
import { oneLine } from './util/text';
import { programVersion } from './util/version';
import { createLogger } from './util/winston';
import { announceServing, workerPlace } from './util/workers/group';
import type { WorkerPlace } from './util/workers/messages';

const EXIT_FAILURE = 1;
const EXIT_USAGE = 2;

/** Limit of the shutdown. Requests have 30 s; a longer materialization is abandoned and continues at the next start. */
const END_WITHIN_MS = 45_000;

/** Time of the primary beyond it. */
const END_MARGIN_MS = 3_000;

/** Serves until a signal, as one process or by several workers. */
export async function serve(): Promise<void> {
  const config = readSettings();
  if (!config) return;
  const logger = createLogger({ level: config.logLevel, format: config.logFormat });
  logInternalErrors(logger);
  if (!workerPlace) for (const warning of config.warnings) logger.warn(warning);
  if (config.workers === 1 || workerPlace) return serveHere({ ...config, ...portsOf(workerPlace) }, logger);
  if (!sharesPorts) fail('OWLGATE_WORKERS: several workers need Node 22.12 or later', EXIT_USAGE);
  const { supervise } = await import('./supervisor.js');
  process.exit(await supervise({ config, logger, endWithinMs: END_WITHIN_MS + END_MARGIN_MS }));
}

const portsOf = (place: WorkerPlace | undefined): Partial<Config> => {
  if (!place) return {};
  const { port, grpcPort } = place;
  return { port, grpcPort };
};

/** Serves in this process. */
async function serveHere(config: Config, logger: Logger): Promise<void> {
  // Help and refusals of settings do not wait for the gateway's modules.
  const { startGateway, StartError } = await import('./app.js');
  // Of several workers, the first one announces the start, and the primary the end.
  const starting = workerPlace?.isFirst === false ? quietUntilOpened(logger) : { logger, open: () => undefined };
  const note: Logger['info'] = (message, fields) => logger[workerPlace ? 'debug' : 'info'](message, fields);
  let gateway: Gateway | undefined;
  onSignals({
    stop: (signal) => {
      if (!gateway) return void endStart();
      note('stopping: finishing running requests; a second signal stops at once', { signal });
      setTimeout(() => {
        logger.error('shutdown timed out');
        process.exit(EXIT_FAILURE);
      }, END_WITHIN_MS).unref();
      gateway.close().then(
        () => {
          note('stopped');
          process.exit(0);
        },
        (error: unknown) => {
          logger.error('shutdown failed', { error });
          process.exit(EXIT_FAILURE);
        },
      );
    },
    stopAtOnce: () => process.exit(EXIT_FAILURE),
    reload: (signal) => {
      note('reading the files of API keys, certificates and secrets again', { signal });
      void gateway?.reload();
    },
  });

  try {
    gateway = await startGateway(config, starting.logger, {
      readAgain: () => {
        const invocation = readConfig(process.argv.slice(2), process.env);
        return invocation.kind === 'run' ? invocation.config : config;
      },
      onFailure: (reason) => {
        fail(reason, EXIT_FAILURE);
      },
    });
    starting.open();
    if (workerPlace) announceServing();
    collectWhenIdle();
  } catch (error) {
    if (error instanceof StartError) fail(error.message, error.isSetting ? EXIT_USAGE : EXIT_FAILURE);
    if (error instanceof OwlgateError) fail(error.message, EXIT_FAILURE);
    throw error;
  }
}

/** Time for the threads of an unfinished start: one may be in a system call that takes long, or forever. */
const END_THREADS_MS = 3_000;

/** Ends the program while the gateway starts. */
async function endStart(): Promise<never> {
  // `exit` waits for the threads.
  if (await endThreads(END_THREADS_MS)) process.exit(0);
  return process.kill(process.pid, 'SIGKILL') as never;
}

/** Returns undefined after printing help or the version. */
function readSettings(): (Config & { readonly warnings: readonly string[] }) | undefined {
  try {
    const invocation = readConfig(process.argv.slice(2), process.env);
    if (invocation.kind === 'run') return { ...invocation.config, warnings: invocation.warnings };
    process.stdout.write(invocation.kind === 'help' ? helpText() : `${programVersion()}\n`);
    return undefined;
  } catch (error) {
    if (error instanceof ConfigError) fail(error.message, EXIT_USAGE);
    throw error;
  }
}

/** Prints one line and exits. */
function fail(message: string, status: number): never {
  process.stderr.write(`owlgate: ${oneLine(message)}\n`);
  process.exit(status);
}

function logInternalErrors(logger: Logger): void {
  process.on('uncaughtException', (error) => {
    logger.error('internal error: the program stops; please report it', { error });
    process.exit(EXIT_FAILURE);
  });
  // A reader of the log may leave early.
  process.stdout.on('error', () => {});
}
