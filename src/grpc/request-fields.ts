/** Header fields of a request over HTTP/2 (RFC 9113, section 8), checked. */
import type { Entry } from '../util/http2/header-block';

/** Maximum characters of the fields of one request, as announced to clients. */
export const MAX_FIELDS_BYTES = 64 * 1024;
const MAX_FIELDS = 128;
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const BROKEN_VALUE = /[\0\r\n]/;
const PSEUDO: ReadonlySet<string> = new Set([':method', ':scheme', ':path', ':authority']);
/** Fields of connections, which HTTP/2 does not have. */
const CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);

/** Fields by name; a repeated one has all its values. */
export type RequestFields = Readonly<Record<string, string | readonly string[]>>;

/** Returns undefined for fields that make no request. */
export function fieldsOf(entries: readonly Entry[]): RequestFields | undefined {
  if (entries.length > MAX_FIELDS) return undefined;
  const fields = Object.create(null) as Record<string, string | string[]>;
  let isHead = true;
  for (const [name, value] of entries) {
    const isPseudo = name.startsWith(':');
    const earlier = fields[name];
    if (isPseudo && (!isHead || !PSEUDO.has(name) || earlier !== undefined)) return undefined;
    if (!isPseudo && (!NAME.test(name) || CONNECTION.has(name) || (name === 'te' && value !== 'trailers')))
      return undefined;
    if (BROKEN_VALUE.test(value)) return undefined;
    isHead = isPseudo;
    if (earlier === undefined) fields[name] = value;
    else if (typeof earlier === 'string') fields[name] = [earlier, value];
    else earlier.push(value);
  }
  return typeof fields[':method'] === 'string' && fields[':path'] !== undefined && fields[':scheme'] !== undefined
    ? fields
    : undefined;
}
