/** End of an exchange: its answer was sent, or its client left. */

/** Answer or connection that ends. */
export interface Ending {
  readonly destroyed: boolean;
  readonly closed: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/** Calls back when an answer or connection is closed; at once if it is closed already. */
export function onExchangeEnd(stream: Ending, callback: () => void): void {
  if (stream.destroyed || stream.closed) callback();
  else stream.once('close', callback);
}
