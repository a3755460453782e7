/** Reader of `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header). */
import type { Credentials } from '../dgraph';
import { OwlgateError } from '../errors';
import type { Idempotent } from '../materialize';
import { digest } from '../util/digest';
import { ownerOf } from './account';
import { mediaType, type Exchange } from './exchange';

const HEADER = 'idempotency-key';
const MAX_CHARACTERS = 255;

/**
 * Reads the key of a request. It belongs to the caller: another API key, or another user of a cluster with access
 * control, may send the same text.
 *
 * @param content of the request, besides its path, parameters and media type
 * @returns digests of key and request; undefined for a request without a key
 * @throws OwlgateError IdempotencyKeyInvalid
 */
export function readIdempotency(
  { request, path, parameters }: Exchange,
  credentials: Credentials | undefined,
  content: Buffer | string,
): Idempotent | undefined {
  // Never a list: requireSingleHeaders has refused repeated headers.
  const header = request.headers[HEADER];
  if (typeof header !== 'string') return undefined;
  const key = readKey(header);
  const contentType = mediaType(request.headers['content-type']);
  const pairs = [...parameters].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).flat();
  return {
    key: digest([...ownerOf(request, credentials), key]),
    request: digest([path, contentType, ...pairs, content]),
  };
}

/** Reads a string in quotation marks (RFC 9651, section 3.3.3), or without them, as most clients send it. */
function readKey(header: string): string {
  const quoted = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/.exec(header)?.[1];
  const key = quoted === undefined ? header : quoted.replace(/\\(.)/g, '$1');
  if (quoted === undefined && !/^[!#-~]*$/.test(header)) {
    throw invalid('it may have printable ASCII characters only; put a key with spaces in quotation marks');
  }
  if (key === '') throw invalid('it is empty');
  if (key.length > MAX_CHARACTERS) throw invalid(`it has ${key.length} characters, and may have ${MAX_CHARACTERS}`);
  return key;
}

const invalid = (reason: string): OwlgateError => new OwlgateError('IdempotencyKeyInvalid', { reason });
