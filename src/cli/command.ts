/** What the commands share: streams, exit statuses, and the frame around each: help, complaints, and what is a fault of ours. */
import type { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { helpOf } from './specification';
import type { CommandSpecification, OptionSpecification, OptionSpecifications } from './specification';
import { oneLine } from '../util/text';

/** The streams of a program. */
export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
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
/** As shells tell of a program that SIGINT has ended. */
export const INTERRUPTED = 130;

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a command works with. */
export interface Surroundings extends Streams {
  readonly env: Environment;
  /** One line to people, on standard error. */
  readonly say: (text: string) => void;
  /** Writes to standard output, and waits until it is taken. A reader that has left is none of its business. */
  readonly print: (text: string) => Promise<void>;
}

export interface CommandDefinition<T> {
  readonly specification: CommandSpecification;
  /** @throws UsageError */
  readonly read: (args: readonly string[], env: Environment) => T;
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

export function command<T>({ specification, read, run, isExpected = isOfSystem }: CommandDefinition<T>): Command {
  return async (args, streams, env = process.env) => {
    const { stdin, stdout, stderr } = streams;
    const say = (text: string): void => void stderr.write(`owlgate ${specification.name}: ${oneLine(text)}\n`);
    // Called in any case: when the text is taken, and when it never will be.
    const print = (text: string): Promise<void> => new Promise((resolve) => stdout.write(text, () => resolve()));
    // Who reads may leave early, as `head` does: that is no failure.
    stdout.on('error', ignore);
    try {
      if (wantsHelp(args)) return (await print(helpOf(specification)), DONE);
      return (await run(read(args, env), { stdin, stdout, stderr, env, say, print })) ?? DONE;
    } catch (error) {
      if (error instanceof UsageError) return (say(error.message), NOT_ACCEPTED);
      const isTold = isExpected(error);
      say(isTold ? (error as Error).message : `a bug of ours: ${(error as Error).stack ?? String(error)}`);
      return isTold ? FAILED : OUR_FAULT;
    }
  };
}

const ignore = (): void => undefined;

/** Behind `--` are operands, whatever they look like. */
function wantsHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === '--help' || arg === '-h');
}

/** Files that are not there, disks that are full, connections that are refused. */
export const isOfSystem = (error: unknown): boolean => (error as NodeJS.ErrnoException | undefined)?.code !== undefined;

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

export interface CommandLine<T extends OptionSpecifications> {
  readonly values: Values<T>;
  readonly positionals: readonly string[];
}

/** @throws UsageError for an option that is not known, lacks its value, or has one that is not among those it takes */
export function parseCommandLine<T extends OptionSpecifications>(args: readonly string[], options: T): CommandLine<T> {
  let parsed: { readonly values: object; readonly positionals: readonly string[] };
  try {
    // What it does not know of an option it does not look at.
    const known = options as unknown as NonNullable<ParseArgsConfig['options']>;
    parsed = parseArgs({ args: [...args], options: known, allowPositionals: true });
  } catch (error) {
    // Node's own words end in advice on how to write a file name that begins with a dash.
    throw new UsageError((error as Error).message.replace(/\. To specify.*$/s, ''));
  }
  for (const [flag, value] of Object.entries(parsed.values)) {
    const { values } = options[flag]!;
    if (values && !values.includes(String(value))) {
      throw new UsageError(`--${flag} ${String(value)}: one of ${values.join(', ')} is expected`);
    }
  }
  return parsed as CommandLine<T>;
}
