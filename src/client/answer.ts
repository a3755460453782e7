/** Conversion of an HTTP answer into a result or an error. */
import { AuthError, RateLimitError, ServiceError } from './errors';
import type { Passage, RetrievalResult, TrajectoryStep } from './types';

const MAX_QUOTED = 300;

/** Missing field or field of the wrong type; the message gives its path. */
class WrongShape extends Error {}

/**
 * Reads the answer of the retrieve endpoint. Unknown fields are ignored.
 *
 * @throws AuthError (401, 403), RateLimitError (429), ServiceError: any other status but 200, no JSON, a missing field
 *   or a field of the wrong type
 */
export function readAnswer(statusCode: number, headers: Headers, text: string): RetrievalResult {
  const { isJson, body } = parse(text);
  if (statusCode !== 200) throw failure(statusCode, headers, body);
  if (!isJson) {
    throw new ServiceError(`the service's answer is not JSON: ${shorten(text || 'it is empty')}`, { statusCode, body });
  }
  try {
    return readResult(body);
  } catch (error) {
    if (!(error instanceof WrongShape)) throw error;
    throw new ServiceError(`the service's answer is not a result: ${error.message}`, { statusCode, body });
  }
}

function parse(text: string): { readonly isJson: boolean; readonly body: unknown } {
  try {
    return { isJson: true, body: JSON.parse(text) as unknown };
  } catch {
    return { isJson: false, body: text === '' ? null : text };
  }
}

function failure(statusCode: number, headers: Headers, body: unknown): ServiceError {
  const reason = reasonOf(body);
  const message = `the service answered ${statusCode}${reason === '' ? '' : `: ${reason}`}`;
  if (statusCode === 401 || statusCode === 403) return new AuthError(message, { statusCode, body });
  if (statusCode === 429) {
    return new RateLimitError(message, { statusCode, body, retryAfter: readRetryAfter(headers) });
  }
  return new ServiceError(message, { statusCode, body });
}

/** Returns the first message of `{"errors": [{"message"}]}`, or any other body, shortened. */
function reasonOf(body: unknown): string {
  if (body === null) return '';
  const errors: unknown = (body as { errors?: unknown }).errors;
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  const message = (first as { message?: unknown } | null | undefined)?.message;
  if (typeof message === 'string') return message;
  return shorten(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Reads the seconds of a Retry-After header: a number, or an HTTP date relative to the Date header if there is one. */
function readRetryAfter(headers: Headers): number | null {
  const value = headers.get('Retry-After')?.trim() ?? '';
  if (/^\d{1,15}(\.\d+)?$/.test(value)) return Number(value);
  const moment = readDate(value);
  if (moment === undefined) return null;
  const now = readDate(headers.get('Date') ?? '') ?? Date.now();
  return Math.max(0, (moment - now) / 1000);
}

function readDate(value: string): number | undefined {
  // Date.parse accepts much more, even a bare number.
  if (!/^[A-Za-z]{3,9},? /.test(value)) return undefined;
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? undefined : moment;
}

function shorten(text: string): string {
  const flat = text.split(/\s+/).join(' ').trim();
  return flat.length <= MAX_QUOTED ? flat : `${flat.slice(0, MAX_QUOTED - 1)}…`;
}

function readResult(body: unknown): RetrievalResult {
  const fields = new Fields(body);
  return {
    answer: fields.get('answer', orNull(string)),
    passages: fields.get('passages', listOf(readPassage)),
    trajectory: fields.get('trajectory', listOf(readStep)),
    cost_usd: fields.get('cost_usd', number),
    loops: fields.get('loops', integer),
    module_used: fields.get('module_used', string),
    metadata: fields.get('metadata', object),
  };
}

function readPassage(value: unknown, path: string): Passage {
  const fields = new Fields(value, path);
  return {
    source: fields.get('source', string),
    text: fields.get('text', string),
    chunk_index: fields.find('chunk_index', integer),
    score: fields.find('score', number),
  };
}

function readStep(value: unknown, path: string): TrajectoryStep {
  const fields = new Fields(value, path);
  return {
    tool: fields.get('tool', string),
    arguments: fields.get('arguments', object),
    result_summary: fields.find('result_summary', string),
  };
}

/** Converter of a JSON value. @throws WrongShape */
type Read<T> = (value: unknown, path: string) => T;

/** Fields of an object; errors give the path of the field. */
class Fields {
  private readonly values: Readonly<Record<string, unknown>>;

  /** @param path undefined for the whole answer */
  constructor(
    value: unknown,
    private readonly path?: string,
  ) {
    this.values = object(value, path ?? 'it');
  }

  /** @throws WrongShape also for a missing field */
  get<T>(name: string, read: Read<T>): T {
    const path = this.path === undefined ? name : `${this.path}.${name}`;
    if (!Object.hasOwn(this.values, name)) throw new WrongShape(`${path} is missing`);
    return read(this.values[name], path);
  }

  /** Returns null for a field that is missing or null. */
  find<T>(name: string, read: Read<T>): T | null {
    return Object.hasOwn(this.values, name) ? this.get(name, orNull(read)) : null;
  }
}

const orNull =
  <T>(read: Read<T>): Read<T | null> =>
  (value, path) =>
    value === null || value === undefined ? null : read(value, path);

const listOf =
  <T>(read: Read<T>): Read<readonly T[]> =>
  (value, path) =>
    array(value, path).map((each, index) => read(each, `${path}[${index}]`));

function object(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw wrong(value, path, 'an object');
}

function array(value: unknown, path: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw wrong(value, path, 'an array');
}

function string(value: unknown, path: string): string {
  if (typeof value === 'string') return value;
  throw wrong(value, path, 'a string');
}

function number(value: unknown, path: string): number {
  if (Number.isFinite(value)) return value as number;
  throw wrong(value, path, 'a number');
}

function integer(value: unknown, path: string): number {
  if (Number.isSafeInteger(value)) return value as number;
  throw wrong(value, path, 'an integer');
}

function wrong(value: unknown, path: string, expected: string): WrongShape {
  return new WrongShape(`${path} is ${shorten(JSON.stringify(value))}; expected ${expected}`);
}
