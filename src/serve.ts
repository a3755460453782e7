/** Serving: reads the settings, starts the gateway, and stops it on a signal. */
import type { Gateway } from './app';
import { ConfigError, helpText, readConfig, type Config } from './config';
import { OwlgateError } from './errors';
import { collectWhenIdle } from './util/idle-garbage';
import type { Logger } from './util/log';
import { endThreads } from './util/serverThread';
import { createLogger } from './util/winston';
import { oneLine } from './util/text';
import { programVersion } from './util/version';

const EXIT_FAILURE = 1;
const EXIT_USAGE = 2;

/** Limit of the shutdown. Requests have 30 s; a longer materialization is abandoned and continues at the next start. */
const END_WITHIN_MS = 45_000;

/** Signals within this time count as one: a terminal signals the process group, and npm also forwards the signal. */
const SAME_SIGNAL_MS = 1_000;

/** Serves until a signal. */
export async function serve(): Promise<void> {
  const config = readSettings();
  if (!config) return;
  // Help and refusals of settings do not wait for the gateway's modules.
  const { startGateway, StartError } = await import('./app.js');
  const logger = createLogger({ level: config.logLevel, format: config.logFormat });
  for (const warning of config.warnings) logger.warn(warning);
  logInternalErrors(logger);

  let gateway: Gateway | undefined;
  let signalledAt = 0;
  const stop = (signal: NodeJS.Signals): void => {
    if (signalledAt > 0) {
      if (Date.now() - signalledAt > SAME_SIGNAL_MS) process.exit(EXIT_FAILURE);
      return;
    }
    signalledAt = Date.now();
    if (!gateway) return void endStart();
    logger.info('stopping: finishing running requests; a second signal stops at once', { signal });
    setTimeout(() => {
      logger.error('shutdown timed out');
      process.exit(EXIT_FAILURE);
    }, END_WITHIN_MS).unref();
    gateway.close().then(
      () => {
        logger.info('stopped');
        process.exit(0);
      },
      (error: unknown) => {
        logger.error('shutdown failed', { error });
        process.exit(EXIT_FAILURE);
      },
    );
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  process.on('SIGHUP', (signal) => {
    // A terminal that closes ends its programs; a service is told to read its files again.
    if (process.stdin.isTTY) return stop(signal);
    logger.info('reading the files of API keys, certificates and secrets again', { signal });
    void gateway?.reload();
  });

  try {
    gateway = await startGateway(config, logger, {
      readAgain: () => {
        const invocation = readConfig(process.argv.slice(2), process.env);
        return invocation.kind === 'run' ? invocation.config : config;
      },
      onFailure: (reason) => {
        fail(reason, EXIT_FAILURE);
      },
    });
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
