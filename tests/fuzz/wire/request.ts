/** One request of a case, and its bytes. */
import type { Random } from '../generate/random';

export interface FuzzRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** Sizes of the chunks in which the body is sent; left out for a body with Content-Length. */
  readonly chunks?: readonly number[];
  /** All bytes of the request, which may be no HTTP at all. The other fields say what it was made of. */
  readonly raw?: Buffer;
  /** Parts of `raw`, each to be sent in turns of its own. */
  readonly parts?: readonly Buffer[];
  /** Frames that follow once a WebSocket is open. */
  readonly frames?: readonly Buffer[];
  /** Goes to the gRPC port: as a call, or as the bytes of `raw`. */
  readonly isGrpc?: true;
}

/** Requests that are sent one after another, each over a connection of its own. */
export interface FuzzCase {
  /** Name in the table of generators. */
  readonly route: string;
  readonly seed: number | string;
  readonly index: number;
  readonly requests: readonly FuzzRequest[];
}

/** Values from earlier answers of a case: `@{startTs}` in targets and bodies stands for one. */
export type Variables = Readonly<Record<string, string>>;

/** Header values as they go over the wire; characters beyond Latin-1 as UTF-8. */
const headBytes = (text: string): Buffer =>
  Buffer.from(text, Array.from(text).some((each) => each > '\u00ff') ? 'utf8' : 'latin1');

/** The bytes, with `Host`, `Connection: close` and the body's framing where the headers have none. */
export function encode(request: FuzzRequest, variables: Variables, host: string): Buffer {
  const { method, target, headers, chunks, raw } = request;
  if (raw) return raw;
  const body = substitute(request.body, variables);
  const has = (name: string): boolean => headers.some(([each]) => each.toLowerCase() === name);
  const lines = [...headers];
  if (!has('host')) lines.unshift(['Host', host]);
  if (!has('connection') && !request.frames) lines.push(['Connection', 'close']);
  const isFramed = has('content-length') || has('transfer-encoding');
  if (!isFramed && chunks) lines.push(['Transfer-Encoding', 'chunked']);
  else if (!isFramed && (body.length > 0 || method === 'POST' || method === 'PUT')) {
    lines.push(['Content-Length', String(body.length)]);
  }
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const path = substitute(Buffer.from(target, 'latin1'), variables);
  return Buffer.concat([
    headBytes(`${method} `),
    path,
    headBytes(` HTTP/1.1\r\n${head}\r\n`),
    chunks && !isFramed ? chunked(body, chunks) : body,
  ]);
}

function chunked(body: Buffer, sizes: readonly number[]): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0, i = 0; at < body.length; i++) {
    const part = body.subarray(at, at + Math.max(1, sizes[i % sizes.length] ?? 1));
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
    at += part.length;
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

function substitute(bytes: Buffer, variables: Variables): Buffer {
  if (!bytes.includes('@{')) return bytes;
  const text = bytes.toString('latin1');
  return Buffer.from(
    text.replace(/@\{(\w+)\}/g, (_, name: string) => variables[name] ?? '1'),
    'latin1',
  );
}

/** Percent-encodes what a request target cannot have; leaves the rest, odd as it is. */
export const asTarget = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) => (byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`))
    .join('');

/** A query string; names and values are escaped, mostly. */
export function queryString(random: Random, pairs: readonly (readonly [string, string])[]): string {
  if (pairs.length === 0) return '';
  const escape = random.chance(0.95) ? encodeURIComponent_ : asTarget;
  const text = pairs.map(([name, value]) => `${escape(name)}=${escape(value)}`).join('&');
  return `?${random.chance(0.03) ? text.replaceAll('&', ';') : text}`;
}

/** Half a surrogate pair has no UTF-8 and stands as its replacement. */
const encodeURIComponent_ = (text: string): string => encodeURIComponent(Buffer.from(text).toString());
