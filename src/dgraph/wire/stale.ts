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

/**
 * Runs an exchange on a connection. A repeatable one runs once more on a new connection if the first was stale, and at
 * another address if the first did not answer.
 *
 * @throws WireError
 */
export async function onConnection<T>(
  connections: Connections,
  isRepeatable: () => boolean,
  attempt: (connection: Connection) => Promise<T>,
): Promise<T> {
  const first = await connections.acquire();
  try {
    return await attempt(first);
  } catch (error) {
    const fault = error instanceof Stale ? error.fault : error;
    const isElsewhere = fault instanceof WireError && OF_THE_ADDRESS.has(fault.fault) && connections.hasSeveral;
    if (!(error instanceof Stale) && !isElsewhere) throw error;
    if (!isRepeatable()) throw fault;
    if (isElsewhere) connections.rest(first.address);
    return attempt(await connections.acquireAgain());
  }
}

/** Returns true if a request changes nothing, so that sending it twice does no harm. */
export function onlyReads(method: string | undefined, path: string): boolean {
  return /^(GET|HEAD|OPTIONS)$/.test(method ?? 'GET') || /^\/(query|login)(\?|$)/.test(path);
}
