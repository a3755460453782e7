/** Frame of all commands: streams, exit statuses, help, usage errors and internal errors. */
import type { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { helpOf } from './specification';
import type { CommandSpecification, OptionSpecification, OptionSpecifications } from './specification';
import { OwlgateError } from '../errors';
import { didYouMean } from '../util/didYouMean';
import { oneLine, withoutErrno } from '../util/text';

/** The streams of a program. */
export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
}

/** Error in the command line. */
export class UsageError extends Error {}

/** File name that stands for standard input or standard output. */
export const STANDARD_INPUT = '-';

export const DONE = 0;
export const FAILED = 1;
export const USAGE_ERROR = 2;
/** Internal error; different from all statuses of results and usage errors (EX_SOFTWARE of sysexits.h). */
const INTERNAL_ERROR = 70;
/** Status that shells report after SIGINT. */
export const INTERRUPTED = 130;

export type Environment = Readonly<Record<string, string | undefined>>;

/** Streams, environment and output functions of a command. */
export interface CommandContext extends Streams {
  readonly env: Environment;
  /** Prints one line on standard error. */
  readonly say: (text: string) => void;
  /** Writes to standard output and waits for the write. Ignores a reader that has left. */
  readonly print: (text: string) => Promise<void>;
}

export interface CommandDefinition<T> {
  readonly specification: CommandSpecification;
  /** @throws UsageError */
  readonly read: (args: readonly string[], env: Environment) => T;
  /** @returns the exit status; undefined for 0 */
  readonly run: (parsed: T, context: CommandContext) => Promise<number | undefined>;
  /**
   * Returns true for errors that are not internal: the message is printed, and the status is 1. Default: system errors.
   */
  readonly isExpected?: (error: unknown) => boolean;
}

/**
 * Runs a command. With `--json` a failure is also printed on standard output, as `{"errors": […]}`.
 *
 * @param args arguments after the command's name
 * @returns exit status: result of `run`; 1 for an expected failure, 2 for a usage error, 70 for an internal error
 */
export type Command = (args: readonly string[], streams: Streams, env?: Environment) => Promise<number>;

export function command<T>({ specification, read, run, isExpected = isSystemError }: CommandDefinition<T>): Command {
  return async (args, streams, env = process.env) => {
    const { stdin, stdout, stderr } = streams;
    const say = (text: string): void => void stderr.write(`owlgate ${specification.name}: ${oneLine(text)}\n`);
    // The callback runs after a failed write, too.
    const print = (text: string): Promise<void> => new Promise((resolve) => stdout.write(text, () => resolve()));
    // A reader may leave early, as `head` does: that is not a failure.
    stdout.on('error', ignore);
    try {
      if (hasFlag(args, '--help', '-h')) return (await print(helpOf(specification)), DONE);
      return (await run(read(args, env), { stdin, stdout, stderr, env, say, print })) ?? DONE;
    } catch (error) {
      const status = error instanceof UsageError ? USAGE_ERROR : isExpected(error) ? FAILED : INTERNAL_ERROR;
      const refusal = status === FAILED ? refusalOf(error) : undefined;
      const message =
        status === INTERNAL_ERROR
          ? `internal error; please report it: ${(error as Error).stack ?? String(error)}`
          : withoutErrno(error);
      if (hasFlag(args, '--json')) await print(failureJson(refusal ?? { errors: [{ message }] }));
      if (!refusal) return (say(message), status);
      const [{ refusalText }, { terminalOf }] = await Promise.all([
        import('./gateway/refusal-text.js'),
        import('./terminal/terminal.js'),
      ]);
      stderr.write(refusalText(specification.name, refusal, terminalOf(stderr, env)));
      return status;
    }
  };
}

const ignore = (): void => undefined;

/** Returns true for a flag among the options; all arguments after `--` are operands. */
export function hasFlag(args: readonly string[], ...flags: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).some((arg) => flags.includes(arg));
}

interface Refusal {
  readonly errors: readonly { readonly message: string; readonly extensions?: Readonly<Record<string, unknown>> }[];
  /** Data of an answer with data and errors. */
  readonly data?: unknown;
}

/** Returns the entries of a refusal by a gateway, an engine or owlgate itself; undefined for other errors. */
function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof OwlgateError) {
    return { errors: [{ message: error.message, extensions: { ...error.details, code: error.code } }] };
  }
  const { errors, data } = error as Partial<Refusal>;
  return Array.isArray(errors) && errors.length > 0 ? { errors, data } : undefined;
}

/** Returns the text of a failure for `--json`. */
export const failureJson = ({ errors, data }: Refusal): string =>
  `${JSON.stringify({ errors, ...(data != null && { data }) }, null, 2)}\n`;

/** True for errors of the system: missing files, full disks, refused connections. */
export const isSystemError = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | undefined)?.code !== undefined;

type Value<O extends OptionSpecification> = O extends { readonly type: 'boolean' }
  ? boolean
  : O extends { readonly values: readonly (infer V)[] }
    ? V
    : string;

type Values<T extends OptionSpecifications> = {
  readonly [K in keyof T]: T[K] extends { readonly multiple: true }
    ? readonly Value<T[K]>[] | undefined
    : T[K] extends { readonly default: unknown }
      ? Value<T[K]>
      : Value<T[K]> | undefined;
};

interface CommandLine<T extends OptionSpecifications> {
  readonly values: Values<T>;
  readonly positionals: readonly string[];
}

/** @throws UsageError for an unknown option, a missing value, or a value that the option does not accept */
export function parseCommandLine<T extends OptionSpecifications>(args: readonly string[], options: T): CommandLine<T> {
  let parsed: { readonly values: object; readonly positionals: readonly string[] };
  try {
    // parseArgs ignores unknown properties of options.
    const config = options as unknown as NonNullable<ParseArgsConfig['options']>;
    parsed = parseArgs({ args: [...args], options: config, allowPositionals: true });
  } catch (error) {
    const { message } = error as Error;
    const flag = /^Unknown option '([^']*)'/.exec(message)?.[1];
    if (flag === undefined) throw new UsageError(message);
    const flags = Object.keys(options).map((each) => `--${each}`);
    throw new UsageError(
      `${flag}: unknown option.${didYouMean('', flag.replace(/^--?/, ''), flags)} --help lists all of them`,
    );
  }
  for (const [flag, value] of Object.entries(parsed.values)) {
    const { values } = options[flag]!;
    if (values && !values.includes(String(value))) {
      throw new UsageError(`--${flag} ${String(value)}: one of ${values.join(', ')} is expected`);
    }
  }
  return parsed as CommandLine<T>;
}
