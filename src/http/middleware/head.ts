/**
 * Limits of request heads. Node silently drops fields beyond its maximum, and with them those that a proxy appends; the
 * gateway lifts that maximum and refuses heads with too many fields, or bytes.
 */
import type { IncomingMessage } from 'node:http';
import { OwlgateError } from '../../errors';

/** Value for `maxHeadersCount` of node:http: no field is dropped. */
export const NO_FIELD_DROPPED = 0;
/**
 * Maximum bytes of a head. GET /graphql carries its query in the target; Dgraph accepts far more than Node's 16 KiB.
 */
export const MAX_HEAD_BYTES = 256 * 1024;
/**
 * Maximum bytes of a head that Node parses. A head between the limits is refused as every request is, with regard to its
 * method; of one beyond this limit the method is unknown.
 */
export const MAX_PARSED_HEAD_BYTES = 2 * MAX_HEAD_BYTES;
/** Maximum fields of a head. Browsers behind three proxies send about forty. */
export const MAX_FIELDS = 200;

/** Bytes around each name and each value: a colon and a space, or the end of a line. */
const SEPARATOR_BYTES = 2;

/** Returns the refusal of a head that is too large; undefined within the limits. */
export function headProblem({ rawHeaders, url = '' }: IncomingMessage): OwlgateError | undefined {
  const fields = rawHeaders.length / 2;
  if (fields > MAX_FIELDS)
    return new OwlgateError('HeadTooLarge', { reason: `it has ${fields} fields, and may have ${MAX_FIELDS}` });
  let bytes = url.length;
  for (const text of rawHeaders) bytes += text.length + SEPARATOR_BYTES;
  return bytes > MAX_HEAD_BYTES ? headTooLarge() : undefined;
}

export const headTooLarge = (): OwlgateError =>
  new OwlgateError('HeadTooLarge', { reason: `it may have ${MAX_HEAD_BYTES} bytes` });
