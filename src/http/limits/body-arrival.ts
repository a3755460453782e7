/** End of bodies that stop arriving, for bodies that are read as long as they come. */
import type { IncomingMessage } from 'node:http';
import { OwlgateError } from '../../errors';

/** A command may feed an import, and pause; bytes one by one would keep others out. */
const WINDOW_MS = 120_000;
const MIN_BYTES = 8 * 1024;

/**
 * Ends a request whose reader waits for its body, but of which less than 8 KiB arrive in a window. A reader that lets
 * the body wait is not the client's fault.
 *
 * @param windowMs milliseconds
 */
export function requireArrival(request: IncomingMessage, windowMs = WINDOW_MS): void {
  const { socket } = request;
  let before = -MIN_BYTES;
  const timer = setInterval(() => {
    const { bytesRead } = socket;
    if (request.complete) return clearInterval(timer);
    if (bytesRead - before < MIN_BYTES && request.readableLength === 0)
      request.destroy(new OwlgateError('RequestTimeout'));
    before = bytesRead;
  }, windowMs).unref();
  request.once('close', () => clearInterval(timer));
}
