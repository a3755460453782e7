/** Tests with requirements on the machine. */

/**
 * Returns `it` if `condition` holds. Otherwise the test is skipped and its name gives the reason.
 *
 *     itIf(dgraph, 'needs a dgraph program')('has the flags', () => …)
 */
export function itIf(condition: unknown, reason: string): jest.It {
  if (condition) return it;
  return withReason(it.skip, reason);
}

/** As `itIf`, for `describe`. */
export function describeIf(condition: unknown, reason: string): jest.Describe {
  if (condition) return describe;
  return withReason(describe.skip, reason);
}

/** Adds the reason to every test name. */
function withReason<Register extends (...args: never[]) => unknown>(register: Register, reason: string): Register {
  return new Proxy(register, {
    apply: (target, self, [name, ...rest]: [string, ...never[]]) =>
      Reflect.apply(target, self, [`${name} (skipped: ${reason})`, ...rest]),
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      if (key !== 'each' || typeof value !== 'function') return value;
      return (...tables: unknown[]) =>
        withReason(Reflect.apply(value, target, tables) as (...args: never[]) => unknown, reason);
    },
  });
}
