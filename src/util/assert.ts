/** Guards against our own bugs. Wrong input has its own errors (errors.ts, DqlError); these are never shown as such. */

/** Throws when `condition` does not hold: a bug of ours, not of the caller. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Invariant violated: ${message}`);
}

/** For the default branch of an exhaustive switch. */
export function unreachable(value: never): never {
  throw new Error(`Unreachable: ${JSON.stringify(value)}`);
}
