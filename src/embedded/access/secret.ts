/** Secret of one process, for systems where no socket is private: every request has to carry it. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { SECRET_HEADER } from '../../util/endpoint';

const SECRET_BYTES = 32;

export const makeSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Returns the test that requests have to pass: they carry the secret, and no `Origin`, which only browsers send. Digests are
 * compared, in constant time, so that neither a beginning nor the length of the secret shows.
 */
export function secretGuard(secret: string): (request: Pick<IncomingMessage, 'headers'>) => boolean {
  const expected = digest(secret);
  return ({ headers }) => {
    const given = headers[SECRET_HEADER];
    return timingSafeEqual(digest(typeof given === 'string' ? given : ''), expected) && headers.origin === undefined;
  };
}
