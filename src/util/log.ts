/** Logger interface of all rooms: four levels, a message and fields. `winston.ts` implements it. */
export interface Logger {
  debug(message: string, fields?: Record<string, unknown>): void;
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/** Logger that discards everything: the default of library calls and tests. */
export const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Returns a logger that writes remarks and warnings at level debug until it is opened. */
export function quietUntilOpened(logger: Logger): { readonly logger: Logger; readonly open: () => void } {
  let isOpen = false;
  const quiet = (level: 'info' | 'warn') => (isOpen ? level : 'debug');
  return {
    logger: {
      debug: (message, fields) => logger.debug(message, fields),
      info: (message, fields) => logger[quiet('info')](message, fields),
      warn: (message, fields) => logger[quiet('warn')](message, fields),
      error: (message, fields) => logger.error(message, fields),
    },
    open: () => (isOpen = true),
  };
}
