/** The end of an exchange: its answer has been sent, or its client has gone. */
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Calls back when an answer or a connection has been closed; at once where it is closed already. */
export function onceClosed(stream: ServerResponse | Duplex, callback: () => void): void {
  if (stream.destroyed || stream.closed) callback();
  else stream.once('close', callback);
}
