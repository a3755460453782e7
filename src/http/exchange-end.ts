/** End of an exchange: its answer was sent, or its client left. */
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Calls back when an answer or connection is closed; at once if it is closed already. */
export function onExchangeEnd(stream: ServerResponse | Duplex, callback: () => void): void {
  if (stream.destroyed || stream.closed) callback();
  else stream.once('close', callback);
}
