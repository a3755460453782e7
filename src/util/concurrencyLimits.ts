/** OWLGATE_CONCURRENCY: most requests that are answered at once, by address, by role and by kind of work. */

/**
 * The limits and their defaults. `address` and `streams` are for each client address; the roles count the requests of all
 * their keys, or, without keys, those that take the role; the rest is work that costs the gateway much.
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
} as const;

export type ConcurrencyLimit = keyof typeof DEFAULT_CONCURRENCY;
export type ConcurrencyLimits = Readonly<Record<ConcurrencyLimit, number>>;

const MOST = 100_000;

/**
 * Reads entries such as `read=64`.
 *
 * @returns the defaults with them; undefined where an entry is none, or a limit is named twice
 */
export function parseConcurrency(entries: readonly string[]): ConcurrencyLimits | undefined {
  const limits: Record<string, number> = { ...DEFAULT_CONCURRENCY };
  const given = new Set<string>();
  for (const entry of entries) {
    const [, name = '', count = ''] = /^(\w+)\s*=\s*(\d{1,6})$/.exec(entry) ?? [];
    if (!Object.hasOwn(limits, name) || given.has(name) || Number(count) < 1 || Number(count) > MOST) return undefined;
    given.add(name);
    limits[name] = Number(count);
  }
  return limits as ConcurrencyLimits;
}
