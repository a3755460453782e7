/** Connections that were kept, and that the server closed in the moment in which they were used again. */
import type { Connection, Connections } from './connections';
import type { WireError } from './wire-error';

/** Nothing of an answer came on such a connection: the server may or may not have seen the request. */
export class Stale extends Error {
  constructor(readonly fault: WireError) {
    super(fault.message);
  }
}

/**
 * Runs an exchange on a connection, and once more on a new one where the first was stale and asking twice does no harm.
 *
 * @throws WireError
 */
export async function onConnection<T>(
  connections: Connections,
  isRepeatable: () => boolean,
  attempt: (connection: Connection) => Promise<T>,
): Promise<T> {
  try {
    return await attempt(await connections.acquire());
  } catch (error) {
    if (!(error instanceof Stale)) throw error;
    if (!isRepeatable()) throw error.fault;
    return attempt(await connections.acquire(true));
  }
}

/** Tells whether a request changes nothing: sending it twice does no harm. */
export function onlyReads(method: string | undefined, path: string): boolean {
  return /^(GET|HEAD|OPTIONS)$/.test(method ?? 'GET') || /^\/(query|login)(\?|$)/.test(path);
}
