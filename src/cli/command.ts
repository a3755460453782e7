/** What the commands share: streams, exit statuses, and how a command line is read and a complaint is told. */
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

export const NOT_ACCEPTED = 2;
/** Neither answer nor fault of the caller: no status that means one of those. */
export const OUR_FAULT = 70;

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

/** One line to people. */
export function tell({ stderr }: Pick<Streams, 'stderr'>, command: string, text: string): void {
  stderr.write(`owlgate ${command}: ${text.replace(/\s*\n\s*/g, ' ')}\n`);
}

export const bugOfOurs = (error: unknown): string => `a bug of ours: ${(error as Error).stack ?? String(error)}`;
