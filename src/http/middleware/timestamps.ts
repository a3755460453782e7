/**
 * Requests with a start timestamp that the engine never issued (see dgraph/timestamps.ts): the engine would hold them
 * forever and block the gateway's shutdown. The check runs only for requests unanswered for a while, so that none has
 * to wait for it.
 */
import type { Timestamps } from '../../dgraph';
import type { Exchange } from '../exchange';

const PATIENCE_MS = 2_000;

/**
 * Runs a handler, and refuses the request if the engine holds it for that reason; the refusal ends the handler's wait.
 *
 * @param refuse answers the client
 */
export async function unlessHeld(
  { parameters, response }: Exchange,
  timestamps: Timestamps,
  run: () => Promise<void>,
  refuse: (error: unknown) => void,
): Promise<void> {
  // As in Dgraph: any notation of Go's integers.
  const startTs = Number((parameters.get('startTs') ?? '').replaceAll('_', ''));
  if (!(startTs > 0)) return run();
  const check = async (): Promise<void> => {
    if (response.headersSent || response.destroyed) return;
    try {
      await timestamps.confirm(startTs);
    } catch (error) {
      if (!response.headersSent && !response.destroyed) refuse(error);
    }
  };
  const timer = setTimeout(() => void check(), PATIENCE_MS);
  try {
    await run();
  } finally {
    clearTimeout(timer);
  }
}
