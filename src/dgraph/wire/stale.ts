/** Stale connections: reused connections that the server closed at the moment of reuse. */
import type { Connection, Connections } from './connections';
import type { WireError } from './wire-error';

/** Failure of a reused connection without any part of an answer: the server may or may not have seen the request. */
export class Stale extends Error {
  constructor(readonly fault: WireError) {
    super(fault.message);
  }
}

/**
 * Runs an exchange on a connection, and once more on a new one if the first was stale and the request is repeatable.
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

/** Returns true if a request changes nothing, so that sending it twice does no harm. */
export function onlyReads(method: string | undefined, path: string): boolean {
  return /^(GET|HEAD|OPTIONS)$/.test(method ?? 'GET') || /^\/(query|login)(\?|$)/.test(path);
}
