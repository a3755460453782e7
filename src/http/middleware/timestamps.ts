/**
 * Refusal of requests with a start timestamp that the engine never issued (dgraph/timestamps.ts). The engine would hold
 * such a request forever, and block the gateway's shutdown. Only a request that has waited for a while is checked, so
 * that the check delays none.
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
