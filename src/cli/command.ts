/** What the commands share: streams, exit statuses, and the frame around each: help, complaints, and what is a fault of ours. */
import type { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';

/** The streams of a program. */
export interface Streams {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** What stands on the command line is not accepted. */
export class UsageError extends Error {}

/** In place of a file: standard input, or standard output. */
export const STANDARD_INPUT = '-';

export const DONE = 0;
export const FAILED = 1;
export const NOT_ACCEPTED = 2;
/** Neither answer nor fault of the caller: no status that means one of those. */
export const OUR_FAULT = 70;

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a command works with. */
export interface Surroundings extends Streams {
  readonly env: Environment;
  /** One line to people, on standard error. */
  readonly say: (text: string) => void;
}

export interface CommandDefinition<T> {
  readonly name: string;
  readonly help: string;
  /** @returns 'help' where that is asked for @throws UsageError */
  readonly read: (args: readonly string[], env: Environment) => T | 'help';
  /** @returns the exit status; undefined for 0 */
  readonly run: (given: T, surroundings: Surroundings) => Promise<number | undefined>;
  /** Whether a failure is no fault of the program: its message is told, and the status is 1. Default: what the system refuses. */
  readonly isExpected?: (error: unknown) => boolean;
}

/**
 * Runs a command.
 *
 * @param args what stands after its name
 * @returns the exit status: what `run` says; 1 where it fails in a way that is expected, 2 where an option is not accepted
 */
export type Command = (args: readonly string[], streams: Streams, env?: Environment) => Promise<number>;

export function command<T>({ name, help, read, run, isExpected = isOfSystem }: CommandDefinition<T>): Command {
  return async (args, streams, env = process.env) => {
    const { stdin, stdout, stderr } = streams;
    const say = (text: string): void => void stderr.write(`owlgate ${name}: ${text.replace(/\s*\n\s*/g, ' ')}\n`);
    try {
      const given = read(args, env);
      if (given !== 'help') return (await run(given, { stdin, stdout, stderr, env, say })) ?? DONE;
      await new Promise<void>((resolve) => stdout.write(help, () => resolve()));
      return DONE;
    } catch (error) {
      if (error instanceof UsageError) return (say(error.message), NOT_ACCEPTED);
      const isTold = isExpected(error);
      say(isTold ? (error as Error).message : `a bug of ours: ${(error as Error).stack ?? String(error)}`);
      return isTold ? FAILED : OUR_FAULT;
    }
  };
}

/** Files that are not there, disks that are full, connections that are refused. */
export const isOfSystem = (error: unknown): boolean => (error as NodeJS.ErrnoException | undefined)?.code !== undefined;

type Options = NonNullable<ParseArgsConfig['options']>;
type CommandLine<T extends Options> = ReturnType<typeof parseArgs<{ options: T; allowPositionals: true }>>;

/** @throws UsageError */
export function parseCommandLine<T extends Options>(args: readonly string[], options: T): CommandLine<T> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // Node's own words end in advice on how to write a file name that begins with a dash.
    throw new UsageError((error as Error).message.replace(/\. To specify.*$/s, ''));
  }
}
