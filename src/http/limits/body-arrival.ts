/** End of bodies that stop arriving, for bodies that are read as long as they come. */
import type { IncomingMessage } from 'node:http';
import { OwlgateError } from '../../errors';

/** A command may feed an import, and pause. */
const WINDOW_MS = 120_000;

/**
 * Ends a request whose reader waits for its body, but of which nothing arrives for a whole window. A reader that lets
 * the body wait is not the client's fault.
 *
 * @param windowMs milliseconds
 */
export function requireArrival(request: IncomingMessage, windowMs = WINDOW_MS): void {
  const { socket } = request;
  let before = -1;
  const timer = setInterval(() => {
    const { bytesRead } = socket;
    if (request.complete) return clearInterval(timer);
    if (bytesRead === before && request.readableLength === 0) request.destroy(new OwlgateError('RequestTimeout'));
    before = bytesRead;
  }, windowMs).unref();
  request.once('close', () => clearInterval(timer));
}
