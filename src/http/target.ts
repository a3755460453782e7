/**
 * Request target: one path for routing, roles and the engine. Resolves ambiguous paths as Go's ServeMux does, or
 * refuses them.
 */
import { OwlgateError } from '../errors';

interface Target {
  /** Path, percent-decoded byte for byte, without empty segments and dots. */
  readonly path: string;
  /** Query string as received, without its question mark. */
  readonly search: string;
}

/**
 * Signs of a path that needs decoding or cleaning: an escape, a dot or an empty segment, or a character not allowed in
 * paths.
 */
const NEEDS_CLEANING = /[%\\\s]|\/\/|\/\.|[^\x21-\x7e\x80-\xff]/;

/**
 * Reads a request target in origin form or absolute form (RFC 9112, section 3.2).
 *
 * @throws OwlgateError InvalidPath
 */
export function readTarget(text: string): Target {
  const target = text === '*' ? '/' : originForm(text);
  const question = target.indexOf('?');
  const raw = question < 0 ? target : target.slice(0, question);
  const search = question < 0 ? '' : target.slice(question + 1);
  return { path: NEEDS_CLEANING.test(raw) ? cleaned(decoded(raw)) : raw, search };
}

function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const rest = /^https?:\/\/[^/?#]*([/?].*)?$/is.exec(target);
  if (!rest) throw refuse('must begin with /, or with http:// and a host');
  const [, path = '/'] = rest;
  return path.startsWith('?') ? `/${path}` : path;
}

/** @throws OwlgateError InvalidPath for an invalid escape, or one that changes segment boundaries */
function decoded(raw: string): string {
  if (/%(?![0-9a-f]{2})/i.test(raw)) throw refuse('has a % without two hexadecimal digits');
  if (/%(?:2f|5c)|\\/i.test(raw)) throw refuse('has a backslash or a percent-encoded slash');
  const path = raw.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  // oxlint-disable-next-line no-control-regex -- control characters are looked for
  if (/[\x00-\x1f\x7f]/.test(path)) throw refuse('has control characters');
  if (/%2e/i.test(raw) && /\/\.{1,2}(?:\/|$)/.test(path)) throw refuse('has percent-encoded dot segments');
  return path;
}

/** Removes empty segments, `.` and `..`; keeps a slash at the end. */
function cleaned(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.length === 0 ? '/' : `/${segments.join('/')}${path.endsWith('/') ? '/' : ''}`;
}

/** Prints a path for a request: percent-encodes all but the plain characters. */
export const printPath = (path: string): string =>
  path.replace(/[^\w./:~!$&'()*+,;=@-]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);

const refuse = (reason: string): OwlgateError => new OwlgateError('InvalidPath', { reason });
