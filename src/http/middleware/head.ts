/**
 * Limits of request heads. Node silently drops fields beyond its maximum, and with them those that a proxy appends; the
 * gateway lifts that maximum and refuses heads with too many fields.
 */
import type { IncomingMessage } from 'node:http';
import { OwlgateError } from '../../errors';

/** Value for `maxHeadersCount` of node:http: no field is dropped. */
export const NO_FIELD_DROPPED = 0;
/**
 * Maximum bytes of a head. GET /graphql carries its query in the target; Dgraph accepts far more than Node's 16 KiB.
 */
export const MAX_HEAD_BYTES = 256 * 1024;
/** Maximum fields of a head. Browsers behind three proxies send about forty. */
export const MAX_FIELDS = 200;

/** Returns the refusal of a head with too many fields; undefined within the limit. */
export function headProblem({ rawHeaders }: IncomingMessage): OwlgateError | undefined {
  const fields = rawHeaders.length / 2;
  if (fields <= MAX_FIELDS) return undefined;
  return new OwlgateError('HeadTooLarge', { reason: `it has ${fields} fields, and may have ${MAX_FIELDS}` });
}
