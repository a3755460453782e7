/** The logger that every room is handed: four levels, a message and fields. `main.ts` makes it from winston. */
export interface Logger {
  debug(message: string, fields?: Record<string, unknown>): void;
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/** A logger that says nothing: the default of library calls and tests. */
export const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };
