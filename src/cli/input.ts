/** Input text of a command: from the command line, a file, or standard input. */
import { access, constants, readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { withoutErrno } from '../util/text';
import { STANDARD_INPUT, UsageError } from './command';

interface Input {
  /** Text in UTF-8. */
  readonly bytes: Buffer;
  /** File name; undefined for the command line and standard input. */
  readonly file: string | undefined;
}

interface InputSources {
  /** Text, file name, or `-`. */
  readonly operand: string | undefined;
  /** File name, or `-`. */
  readonly file: string | undefined;
}

/**
 * @param isText distinguishes text from a file name
 * @param kind kind of input for messages, such as `a query`
 * @throws UsageError
 */
export async function readInput(
  { operand, file }: InputSources,
  stdin: Readable & { readonly isTTY?: boolean },
  isText: (operand: string) => boolean,
  kind: string,
): Promise<Input> {
  if (operand !== undefined && file !== undefined) {
    throw new UsageError(`either ${kind} or --file is given, not both`);
  }
  if (operand !== undefined && operand !== STANDARD_INPUT && (isText(operand) || operand.trim() === '')) {
    return { bytes: Buffer.from(operand), file: undefined };
  }
  const name = file ?? operand;
  if (name === undefined && stdin.isTTY === true) {
    throw new UsageError(`${kind} is missing: give it as text, as a file name, or on standard input`);
  }
  const isInput = name === undefined || name === STANDARD_INPUT;
  return { bytes: await readFileOrInput(name ?? STANDARD_INPUT, stdin), file: isInput ? undefined : name };
}

/** @throws UsageError with the file's name */
async function readNamed(name: string): Promise<Buffer> {
  try {
    return await readFile(name);
  } catch (error) {
    throw new UsageError(withoutErrno(error, name));
  }
}

/** Reads a file, or standard input for `-`. @throws as `readNamed` */
export const readFileOrInput = (name: string, stdin: Readable): Promise<Buffer> =>
  name === STANDARD_INPUT ? buffer(stdin) : readNamed(name);

/** @throws UsageError for a file or directory that cannot be read; addresses and standard input are not checked */
export async function requireReadable(files: readonly string[]): Promise<void> {
  for (const file of files) {
    if (file === STANDARD_INPUT || isAddress(file)) continue;
    await access(file, constants.R_OK).catch((error: unknown) => {
      throw new UsageError(withoutErrno(error, file));
    });
  }
}

export const isAddress = (file: string): boolean => /^https?:\/\//i.test(file);

/** @throws UsageError without files, or with standard input named twice */
export function requireFiles(files: readonly string[]): void {
  if (files.length === 0) throw new UsageError(`no file is named (${STANDARD_INPUT} is standard input)`);
  if (files.filter((file) => file === STANDARD_INPUT).length > 1) {
    throw new UsageError('standard input can be read only once');
  }
}
