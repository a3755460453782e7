/** Counter of the characters that a function reads: a measure of its steps that is independent of the clock. */

/**
 * Counts calls of `charCodeAt`, with which RE2JS reads texts.
 *
 * @throws Error above `max`, so that exponential work ends
 */
export function charactersRead(work: () => void, max: number): number {
  const { value: original } = Object.getOwnPropertyDescriptor(String.prototype, 'charCodeAt') as {
    value: (this: string, index: number) => number;
  };
  let count = 0;
  const define = (value: typeof original): void =>
    void Object.defineProperty(String.prototype, 'charCodeAt', { value, configurable: true, writable: true });
  define(function (index) {
    if (++count > max) throw new Error(`more than ${max} characters were read`);
    return original.call(this, index);
  });
  try {
    work();
  } finally {
    define(original);
  }
  return count;
}
