/** Secret of one process, for systems without private sockets: every request must carry it. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { SECRET_HEADER } from '../../util/endpoint';

const SECRET_BYTES = 32;

export const makeSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Returns the test of a request: it carries the secret, and no `Origin`, which only browsers send. Digests are compared
 * in constant time, so that neither a prefix nor the length of the secret leaks.
 */
export function secretGuard(secret: string): (request: Pick<IncomingMessage, 'headers'>) => boolean {
  const expected = digest(secret);
  return ({ headers }) => {
    const received = headers[SECRET_HEADER];
    return (
      timingSafeEqual(digest(typeof received === 'string' ? received : ''), expected) && headers.origin === undefined
    );
  };
}
