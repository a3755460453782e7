/** The `Idempotency-Key` of a request (draft-ietf-httpapi-idempotency-key-header): its owner and its digest. */
import { namespaceOf, userOf, type Credentials } from '../dgraph';
import { OwlgateError } from '../errors';
import type { Idempotent } from '../materialize';
import { digest } from '../util/digest';
import { callerOf } from './auth/caller';
import { mediaType, type Exchange } from './exchange';

const HEADER = 'idempotency-key';
const MOST_CHARACTERS = 255;

/**
 * Reads the key, which belongs to the caller: another API key, or another user of a cluster with access control, may
 * use the same one.
 *
 * @param asked content of the request, besides its path, parameters and media type
 * @returns undefined for a request without a key
 * @throws OwlgateError IdempotencyKeyInvalid
 */
export function readIdempotency(
  { request, path, parameters }: Exchange,
  credentials: Credentials | undefined,
  asked: Buffer | string,
): Idempotent | undefined {
  // One value: requireSingleHeaders has refused repeated headers.
  const given = request.headers[HEADER];
  if (typeof given !== 'string') return undefined;
  const key = readKey(given);
  const { name = '' } = callerOf(request);
  const contentType = mediaType(request.headers['content-type']);
  const pairs = [...parameters].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).flat();
  const user = [userOf(credentials) ?? '', String(namespaceOf(credentials) ?? '')];
  return { key: digest([name, ...user, key]), request: digest([path, contentType, ...pairs, asked]) };
}

/** Reads a string in quotation marks (RFC 9651, section 3.3.3), or without them, as most clients send it. */
function readKey(given: string): string {
  const quoted = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/.exec(given)?.[1];
  const key = quoted === undefined ? given : quoted.replace(/\\(.)/g, '$1');
  if (quoted === undefined && !/^[!#-~]*$/.test(given)) {
    throw invalid('it takes printable ASCII characters; one with spaces stands in quotation marks');
  }
  if (key === '') throw invalid('it is empty');
  if (key.length > MOST_CHARACTERS) throw invalid(`it has ${key.length} characters, and may have ${MOST_CHARACTERS}`);
  return key;
}

const invalid = (reason: string): OwlgateError => new OwlgateError('IdempotencyKeyInvalid', { reason });
