/** Assertions about owlgate's own code. Wrong input has its own errors (errors.ts, DqlSyntaxError). */

/** @throws Error if `condition` is false: a bug in owlgate */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Invariant violated: ${message}`);
}
