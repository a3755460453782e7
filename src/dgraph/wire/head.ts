/** Heads of HTTP/1.1 messages (RFC 9112): parser for answers, printer for requests. */
import { WireError } from './wire-error';

type Framing = 'none' | 'length' | 'chunked' | 'close';

export interface AnswerHead {
  readonly status: number;
  readonly reason: string;
  /** Name, value, name, value …, as received, without headers of this connection alone. */
  readonly rawHeaders: readonly string[];
  /** Rule that determines the end of the body. */
  readonly framing: Framing;
  /** Bytes of the body, if `framing` is `length`. */
  readonly length: number;
  /** Time for which the server promises to keep the connection, in ms; 0 without a promise. */
  readonly keepAliveMs: number;
}

/** Maximum bytes of an answer's head. */
export const MAX_HEAD_BYTES = 64 * 1024;

/** Headers of one connection, not of the message (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: ([\t\x20-\x7e\x80-\xff]*))?$/;
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\x00-\x08\x0a-\x1f\x7f]/;

const malformed = (reason: string): WireError =>
  new WireError('malformed', `it answered something that is not HTTP: ${reason}`);

/**
 * Parses the head of an answer.
 *
 * @param text the head in Latin-1, without the empty line that ends it
 * @param method of the request: an answer to HEAD has no body, whatever its head says
 * @throws WireError malformed, also for a head that two readers could understand differently
 */
export function parseAnswerHead(text: string, method: string): AnswerHead {
  const lines = text.split('\r\n');
  const start = STATUS_LINE.exec(lines[0]!);
  if (!start) throw malformed(`its first line is ${JSON.stringify(lines[0]!.slice(0, 40))}`);
  const status = Number(start[2]);
  const headers: string[] = [];
  let connection = '';
  let keepAlive = '';
  let encoding: string | undefined;
  let length: number | undefined;
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i]!;
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0));
    if (!TOKEN.test(name)) throw malformed(`header line ${i} has no name`);
    const value = line.slice(colon + 1).trim();
    if (CONTROL.test(value)) throw malformed(`header ${name} has a control character`);
    const lower = name.toLowerCase();
    if (lower === 'connection') connection += `,${value.toLowerCase()}`;
    else if (lower === 'keep-alive') keepAlive = value;
    else if (lower === 'transfer-encoding') encoding = encoding === undefined ? value : `${encoding},${value}`;
    else if (lower === 'content-length') {
      const isRepeated = length !== undefined;
      length = contentLength(value, length);
      if (isRepeated) continue;
    }
    if (!HOP_BY_HOP.has(lower)) headers.push(name, value);
  }
  if (encoding !== undefined && length !== undefined) throw malformed('it has both a length and a transfer encoding');
  if (encoding !== undefined && encoding.toLowerCase() !== 'chunked')
    throw malformed('its transfer encoding is unknown');
  const listed = connection === '' ? [] : connection.split(',').map((token) => token.trim());
  const bodiless = method === 'HEAD' || status < 200 || status === 204 || status === 304;
  const framing = bodiless ? 'none' : encoding ? 'chunked' : length === undefined ? 'close' : 'length';
  const persistent = start[1] === '1' && !listed.includes('close') && framing !== 'close';
  return {
    status,
    reason: start[3] ?? '',
    rawHeaders: listed.length === 0 ? headers : withoutNames(headers, new Set(listed)),
    framing,
    length: length ?? 0,
    keepAliveMs: persistent ? Number(/(?:^|[,\s])timeout=(\d{1,6})(?:$|[,\s])/.exec(keepAlive)?.[1] ?? 0) * 1000 : 0,
  };
}

function contentLength(value: string, before: number | undefined): number {
  if (!/^\d{1,15}$/.test(value)) throw malformed('its Content-Length is not a number');
  const length = Number(value);
  if (before !== undefined && before !== length) throw malformed('it has two different lengths');
  return length;
}

function withoutNames(flat: readonly string[], names: ReadonlySet<string>): string[] {
  const headers: string[] = [];
  for (let i = 0; i < flat.length; i += 2) {
    if (!names.has(flat[i]!.toLowerCase())) headers.push(flat[i]!, flat[i + 1]!);
  }
  return headers;
}

/**
 * Prints the head of a request, in Latin-1.
 *
 * @param flat name, value, name, value …
 * @throws WireError unsendable if a part would break out of its line
 */
export function printRequestHead(method: string, target: string, flat: readonly string[]): string {
  if (!/^\/[^\s]*$/.test(target) || CONTROL.test(target)) {
    throw new WireError(
      'unsendable',
      'the path of a request must begin with / and have no spaces or control characters',
    );
  }
  let text = `${method} ${target} HTTP/1.1\r\n`;
  for (let i = 0; i < flat.length; i += 2) {
    const name = flat[i]!;
    const value = flat[i + 1]!;
    if (!TOKEN.test(name) || CONTROL.test(value)) {
      throw new WireError('unsendable', 'a header has characters that HTTP does not allow');
    }
    text += `${name}: ${value}\r\n`;
  }
  return `${text}\r\n`;
}
