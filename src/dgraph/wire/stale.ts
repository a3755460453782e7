/** Repetition of exchanges: after a stale connection, and of reads at another address. */
import type { Connection, Connections } from './connections';
import { WireError } from './wire-error';

/** Failure of a reused connection without any part of an answer: the server may or may not have seen the request. */
export class Stale extends Error {
  constructor(readonly fault: WireError) {
    super(fault.message);
  }
}

/** Faults of an address or of the way to it: another address may answer. */
const OF_THE_ADDRESS: ReadonlySet<WireError['fault']> = new Set(['closed', 'timeout']);

/** One exchange on a connection, within the time that is left. */
type Attempt<T> = (connection: Connection, timeoutMs: number | undefined) => Promise<T>;

/**
 * Runs an exchange on a connection. A repeatable one runs once more on a new connection if the first was stale, and at
 * the other addresses while none answers.
 *
 * @param timeoutMs limit of each exchange with its connection
 * @throws WireError
 */
export async function onConnection<T>(
  connections: Connections,
  timeoutMs: number | undefined,
  isRepeatable: () => boolean,
  attempt: Attempt<T>,
): Promise<T> {
  for (let elsewhere = 1, isAgain = false; ; isAgain = true) {
    const began = performance.now();
    const use = isRepeatable() ? 'read' : 'change';
    const connection = await (isAgain ? connections.acquireAgain(timeoutMs) : connections.acquire(use, timeoutMs));
    try {
      return await attempt(connection, timeoutMs && Math.max(1, timeoutMs - (performance.now() - began)));
    } catch (error) {
      const isStale = error instanceof Stale;
      const fault = isStale ? error.fault : error;
      if (!(fault instanceof WireError) || !isRepeatable()) throw fault;
      if (isStale) continue;
      if (!OF_THE_ADDRESS.has(fault.fault) || ++elsewhere > connections.addresses.length) throw fault;
      connections.suspect(connection.address);
    }
  }
}

/** Returns true if a request changes nothing, so that sending it twice does no harm. */
export function onlyReads(method: string | undefined, path: string): boolean {
  return /^(GET|HEAD|OPTIONS)$/.test(method ?? 'GET') || /^\/(query|login)(\?|$)/.test(path);
}
