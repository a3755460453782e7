/** Cache of resolved host names: without it, the system's resolver would run in a thread for every connection. */
import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** Short enough to follow a container that moves to another address. */
const KEEP_MS = 5_000;

interface Entry {
  readonly addresses: readonly LookupAddress[];
  readonly expiresAt: number;
}

export class Resolver {
  private readonly entries = new Map<string, Entry>();

  /** Look-up function for `net.connect`. */
  readonly lookup: LookupFunction = (host, options, callback) => {
    const entry = this.entries.get(host);
    if (entry && entry.expiresAt > Date.now()) return process.nextTick(answer, entry.addresses, options, callback);
    systemLookup(host, { all: true }, (error, addresses) => {
      if (error || addresses.length === 0) return callback(error ?? new Error('the host name has no address'), []);
      this.entries.set(host, { addresses, expiresAt: Date.now() + KEEP_MS });
      answer(addresses, options, callback);
    });
  };

  /** Drops an entry whose address did not answer. */
  forget(host: string): void {
    this.entries.delete(host);
  }
}

function answer(
  addresses: readonly LookupAddress[],
  options: LookupOptions,
  callback: Parameters<LookupFunction>[2],
): void {
  if (options.all) return callback(null, [...addresses]);
  const { family } = options;
  const match = addresses.find(
    (a) => family === undefined || family === 0 || family === a.family || family === `IPv${a.family}`,
  );
  if (match) callback(null, match.address, match.family);
  else callback(new Error('the host name has no address of that family'), '');
}
