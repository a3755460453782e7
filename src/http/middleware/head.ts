/**
 * Heads of requests: bounded, and whole. Node leaves out what is beyond its own number of fields without a word, and with it
 * what a proxy has added at the end; so that number is lifted, and a head with too many fields is refused.
 */
import type { IncomingMessage } from 'node:http';
import { OwlgateError } from '../../errors';

/** For node:http: no field is left out. */
export const NO_FIELD_DROPPED = 0;
/** Bytes of a head. GET /graphql carries its query in the target; Dgraph takes far more than the 16 KiB of Node. */
export const MAX_HEAD_BYTES = 256 * 1024;
/** Browsers behind three proxies send some forty. */
export const MAX_FIELDS = 200;

/** The refusal of a head with too many fields; undefined for one that is within the limit. */
export function headProblem({ rawHeaders }: IncomingMessage): OwlgateError | undefined {
  const fields = rawHeaders.length / 2;
  if (fields <= MAX_FIELDS) return undefined;
  return new OwlgateError('HeadTooLarge', { reason: `it has ${fields} fields, and may have ${MAX_FIELDS}` });
}
