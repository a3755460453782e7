/** Digests of lists of texts. */
import { createHash } from 'node:crypto';

/**
 * Returns the SHA-256 of a list of parts, in hexadecimal. The length precedes each part, so different lists never hash
 * the same bytes.
 */
export function digest(parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    hash.update(`${bytes.length}:`).update(bytes);
  }
  return hash.digest('hex');
}
