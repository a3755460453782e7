/**
 * The target of a request: one path for routing, for roles and for the engine. Whatever two readers could take for two
 * paths is resolved here as Go's ServeMux resolves it, or refused.
 */
import { OwlgateError } from '../errors';

export interface Target {
  /** Percent-decoded, byte for byte, without empty segments and dots. */
  readonly path: string;
  /** The query string without its question mark, as it came. */
  readonly search: string;
}

/** Needs more than a look: an escape, a dot or an empty segment, or what no path has. */
const UNUSUAL = /[%\\\s]|\/\/|\/\.|[^\x21-\x7e\x80-\xff]/;

/**
 * Reads a request target: a path, or a whole address, as a proxy is asked (RFC 9112, section 3.2.2).
 *
 * @throws OwlgateError InvalidPath
 */
export function readTarget(text: string): Target {
  const target = text === '*' ? '/' : originForm(text);
  const question = target.indexOf('?');
  const raw = question < 0 ? target : target.slice(0, question);
  const search = question < 0 ? '' : target.slice(question + 1);
  return { path: UNUSUAL.test(raw) ? cleaned(decoded(raw)) : raw, search };
}

function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const rest = /^https?:\/\/[^/?#]*([/?].*)?$/is.exec(target);
  if (!rest) throw refuse('must begin with /, or with http:// and a host');
  const [, path = '/'] = rest;
  return path.startsWith('?') ? `/${path}` : path;
}

/** @throws OwlgateError InvalidPath for an escape that changes where segments end, or that none is */
function decoded(raw: string): string {
  if (/%(?![0-9a-f]{2})/i.test(raw)) throw refuse('has a % that no two hexadecimal digits follow');
  if (/%(?:2f|5c)|\\/i.test(raw)) throw refuse('has a backslash, or a slash that is percent-encoded');
  const path = raw.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  // eslint-disable-next-line no-control-regex -- control characters are looked for
  if (/[\x00-\x1f\x7f]/.test(path)) throw refuse('has control characters');
  if (/%2e/i.test(raw) && /\/\.{1,2}(?:\/|$)/.test(path)) throw refuse('has dot segments that are percent-encoded');
  return path;
}

/** Without empty segments, `.` and `..`; a slash at the end stays. */
function cleaned(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.length === 0 ? '/' : `/${segments.join('/')}${path.endsWith('/') ? '/' : ''}`;
}

/** A path as it is written in a request: every byte but the plain ones percent-encoded. */
export const printPath = (path: string): string =>
  path.replace(/[^\w./:~!$&'()*+,;=@-]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);

const refuse = (reason: string): OwlgateError => new OwlgateError('InvalidPath', { reason });
