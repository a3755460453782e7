/**
 * Refusal of requests with a start timestamp that the engine never issued (dgraph/timestamps.ts). The engine would hold
 * such a request forever, and block the gateway's shutdown.
 */
import type { Timestamps } from '../../dgraph';
import type { Exchange } from '../exchange';

/**
 * Runs a handler, and refuses the request if the engine holds it for that reason; the refusal ends the handler's wait.
 *
 * @param refuse answers the client
 */
export function unlessHeld(
  { parameters, response }: Exchange,
  timestamps: Timestamps,
  run: () => Promise<void>,
  refuse: (error: unknown) => void,
): Promise<void> {
  // As in Dgraph: any notation of Go's integers.
  const startTs = Number((parameters.get('startTs') ?? '').replaceAll('_', ''));
  if (!(startTs > 0)) return run();
  const endWait = timestamps.confirmLater(startTs, (error) => {
    if (!response.headersSent && !response.destroyed) refuse(error);
  });
  return run().finally(endWait);
}
