/** Logger interface of all rooms: four levels, a message and fields. `winston.ts` implements it. */
export interface Logger {
  debug(message: string, fields?: Record<string, unknown>): void;
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/** Logger that discards everything: the default of library calls and tests. */
export const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };
