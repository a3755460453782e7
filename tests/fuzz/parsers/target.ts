/** A reader of input as a target: texts in, a result or a refusal of its declared class out. */
import { generate, large, type Format } from '../generate/format';
import type { Random } from '../generate/random';

export interface ParserTarget {
  /** `parser:…` */
  readonly name: string;
  readonly make: (random: Random) => string;
  /** An input of about so many characters, for bounds of time. */
  readonly makeLarge?: (random: Random, size: number) => string;
  /** @throws one of `refusals`; Unstable where what is printed is not what was read */
  readonly read: (input: string) => unknown;
  /** Classes of errors that say what is wrong with an input. */
  readonly refusals: readonly { [Symbol.hasInstance](value: unknown): boolean }[];
  /** Processor time in microseconds that a character may take, where it is more than the default. */
  readonly perCharacterUs?: number;
}

/** The printed text reads as something else. */
export class Unstable extends Error {
  override readonly name = 'Unstable';
}

/** @throws Unstable */
export function requireEqual(first: string, second: string): void {
  if (first === second) return;
  const at = first.split('').findIndex((character, i) => character !== second[i]);
  const from = Math.max(0, at - 40);
  throw new Unstable(
    `printed and read again, it is something else: ${JSON.stringify(first.slice(from, at + 40))} became ` +
      JSON.stringify(second.slice(from, at + 40)),
  );
}

export const ofFormat = (format: Format): Pick<ParserTarget, 'make' | 'makeLarge'> => ({
  make: (random) => generate(random, format),
  makeLarge: (random, size) => large(random, format, size),
});
