/** Digests of several texts. */
import { createHash } from 'node:crypto';

/** SHA-256 of parts, each behind its length, so that no two lists of parts are one text; hexadecimal. */
export function digest(parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    hash.update(`${bytes.length}:`).update(bytes);
  }
  return hash.digest('hex');
}
