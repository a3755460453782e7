/**
 * Requests in a transaction that the engine never began (see dgraph/timestamps.ts): it would hold them for ever, and with
 * them the end of the gateway. Only one that has no answer for a while is looked at, so that none has to wait.
 */
import type { Timestamps } from '../../dgraph';
import type { Exchange } from '../exchange';

const PATIENCE_MS = 2_000;

/**
 * Runs a handler, and refuses the request when it is held for such a reason: that ends what the handler still waits for.
 *
 * @param refuse answers the client
 */
export async function unlessHeld(
  { parameters, response }: Exchange,
  timestamps: Timestamps,
  run: () => Promise<void>,
  refuse: (error: unknown) => void,
): Promise<void> {
  // As Dgraph reads it: in any notation of Go's integers.
  const startTs = Number((parameters.get('startTs') ?? '').replaceAll('_', ''));
  if (!(startTs > 0)) return run();
  const look = async (): Promise<void> => {
    if (response.headersSent || response.destroyed) return;
    try {
      await timestamps.confirm(startTs);
    } catch (error) {
      if (!response.headersSent && !response.destroyed) refuse(error);
    }
  };
  const timer = setTimeout(() => void look(), PATIENCE_MS);
  try {
    await run();
  } finally {
    clearTimeout(timer);
  }
}
