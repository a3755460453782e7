/** OWLGATE_CONCURRENCY: maximum numbers of concurrent requests by address, by role and by kind of work. */

/**
 * Limits and their defaults. `address` and `streams` apply to each client address. `read`, `validate`, `write` and
 * `admin` are roles: a limit counts the requests of all keys with the role or, without keys, all requests that need it.
 * The other limits apply to expensive kinds of work.
 */
export const DEFAULT_CONCURRENCY = {
  address: 256,
  streams: 256,
  read: 512,
  validate: 16,
  write: 256,
  admin: 64,
  loads: 2,
  explanations: 8,
  retrievals: 16,
  exports: 4,
  imports: 4,
} as const;

type ConcurrencyLimit = keyof typeof DEFAULT_CONCURRENCY;
export type ConcurrencyLimits = Readonly<Record<ConcurrencyLimit, number>>;

const MAX_LIMIT = 100_000;

/**
 * Parses entries such as `read=64`.
 *
 * @returns the defaults, overridden by the entries; undefined if an entry is malformed or names a limit twice
 */
export function parseConcurrency(entries: readonly string[]): ConcurrencyLimits | undefined {
  const limits: Record<string, number> = { ...DEFAULT_CONCURRENCY };
  const names = new Set<string>();
  for (const entry of entries) {
    const [, name = '', count = ''] = /^(\w+)\s*=\s*(\d{1,6})$/.exec(entry) ?? [];
    if (!Object.hasOwn(limits, name) || names.has(name)) return undefined;
    if (Number(count) < 1 || Number(count) > MAX_LIMIT) return undefined;
    names.add(name);
    limits[name] = Number(count);
  }
  return limits as ConcurrencyLimits;
}
