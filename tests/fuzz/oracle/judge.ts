/** Judgement of an answer: status, form, codes, and words that only a fault of the program would say. */
import { readTarget } from '../../../src/http/target';
import { ERRORS } from '../../../src/errors';
import { textFrames } from '../wire/frames';
import type { FuzzRequest } from '../wire/request';
import type { Answer } from '../wire/response';

/** Statuses that the documents name; 500 is none of them. */
const STATUSES = new Set([
  ...[
    101, 200, 202, 204, 304, 308, 400, 401, 403, 404, 405, 406, 408, 409, 413, 415, 417, 421, 422, 429, 431, 502, 503,
  ],
]);
/** Codes of Dgraph's own (x/error.go). */
const DGRAPH_CODES = [
  'Error',
  'ErrorInvalidRequest',
  'ErrorInvalidMethod',
  'ErrorNoData',
  'ErrorUnauthorized',
  'ErrorServerShutdown',
];
const CODES: ReadonlySet<string> = new Set([...Object.keys(ERRORS), ...DGRAPH_CODES]);

/** Words of exceptions that nobody has meant for a client; Dgraph says of a schema that it is perhaps a mismatch. */
export const FAULTS =
  /internal error(?! - probably a mismatch)|Cannot (?:read|set) propert|is not a function|is not iterable|is not a constructor|Maximum call stack|Invalid (?:array|string) length|\[object Object\]|Cannot (?:convert (?:undefined|object|a BigInt|a Symbol)|destructure|mix BigInt)|circular structure|heap out of memory|\bERR_[A-Z]+_|\/[^\s"/]*\.[jt]s:\d+|unreachable code/;

/**
 * Everything that is wrong with an answer; nothing for one that is in order. @param path of the route, where it is
 * known
 */
export function judge(request: FuzzRequest, answer: Answer, engine: 'embedded' | 'dgraph'): string[] {
  const { status, headers, body } = answer;
  if (status === 101) return judgeFrames(body);
  if (!STATUSES.has(status)) return [`status ${status}: ${shown(body)}`];
  const complaints: string[] = [];
  const type = (headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();
  const text = body.toString('utf8');
  if (body.length > 0 && !Buffer.from(text).equals(body) && !isBinary(type))
    complaints.push(`the body is not UTF-8: ${shown(body)}`);
  const isJson = type === 'application/json' || type.endsWith('+json');
  const value = isJson && body.length > 0 ? parsed(text) : undefined;
  if (value === NOT_JSON) complaints.push(`${type} that is no JSON: ${shown(body)}`);
  else if (value !== undefined) complaints.push(...judgeJson(request, answer, value, engine));
  if (type === 'application/x-ndjson') {
    for (const line of text.split('\n'))
      if (line !== '' && parsed(line) === NOT_JSON) complaints.push(`a line that is no JSON: ${line.slice(0, 200)}`);
  }
  if (type === 'text/event-stream') complaints.push(...judgeEvents(text));
  if (status >= 400 && body.length > 0 && !isJson && type !== 'text/plain')
    complaints.push(`status ${status} as ${type || 'nothing'}`);
  return complaints;
}

const isBinary = (type: string): boolean => !/json|text|xml|graphql|turtle|trig|n-triples|n-quads/.test(type);

const NOT_JSON = Symbol('no JSON');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

interface Told {
  readonly message?: unknown;
  readonly extensions?: { readonly code?: unknown };
}

function judgeJson(request: FuzzRequest, { status }: Answer, value: unknown, engine: 'embedded' | 'dgraph'): string[] {
  const complaints: string[] = [];
  const { errors, jsonrpc } = Object(value) as { errors?: unknown; jsonrpc?: unknown };
  if (errors === undefined || errors === null) {
    return status >= 400 && jsonrpc !== '2.0' && !isNotReady(request, status)
      ? [`status ${status} without errors: ${shownValue(value)}`]
      : [];
  }
  if (!Array.isArray(errors) || errors.length === 0) return [`errors is no list of errors: ${shownValue(value)}`];
  const isGraphql = request.raw !== undefined || /^\/(graphql|admin|probe)/i.test(pathOf(request.target));
  for (const { message, extensions } of errors as readonly Told[]) {
    if (typeof message !== 'string' || message === '')
      complaints.push(`an error without a message: ${shownValue(value)}`);
    else complaints.push(...judgeMessage(request, message));
    const code = extensions?.code;
    if (code === 'Internal') complaints.push(`Internal: ${String(message)}`);
    else if (code === undefined ? !isGraphql : typeof code !== 'string' || !CODES.has(code)) {
      // GraphQL's answers carry codes of services that others run.
      if (!isGraphql) complaints.push(`unknown code ${String(code)}: ${String(message)}`);
    } else if (status >= 400 && typeof code === 'string' && code in ERRORS) {
      const expected = ERRORS[code as keyof typeof ERRORS].status;
      if (expected !== status) complaints.push(`${code} with status ${status} instead of ${expected}`);
    }
    if (code === 'EngineUnreachable' && engine === 'embedded')
      complaints.push(`the embedded engine is gone: ${String(message)}`);
  }
  return complaints;
}

/** The probe of readiness answers with its checks, not with errors. */
const isNotReady = ({ target }: FuzzRequest, status: number): boolean =>
  status === 503 && /^\/readyz\b/i.test(pathOf(target));

/** The path as the gateway reads it; '' where it refuses to. */
function pathOf(target: string): string {
  try {
    return readTarget(target).path;
  } catch {
    return '';
  }
}

/** A message with the words of a fault, unless the request itself has them. */
function judgeMessage({ target, body, raw }: FuzzRequest, message: string): string[] {
  const words = FAULTS.exec(message)?.[0];
  if (words === undefined) return [];
  const sent = `${target} ${(raw ?? body).toString('latin1')}`;
  return sent.toLowerCase().includes(words.toLowerCase()) ? [] : [`words of a fault: ${message.slice(0, 500)}`];
}

/** Fields of server-sent events, and JSON where an event carries one. */
function judgeEvents(text: string): string[] {
  const odd = text.split('\n').find((line) => line !== '' && !/^(event|data|id|retry)?: ?/.test(line));
  if (odd !== undefined) return [`no line of an event: ${odd.slice(0, 200)}`];
  const broken = text.split('\n').find((line) => line.startsWith('data: ') && parsed(line.slice(6)) === NOT_JSON);
  if (broken !== undefined) return [`an event that is no JSON: ${broken.slice(0, 200)}`];
  const fault = /"code":"Internal"/.exec(text);
  return fault ? [`Internal in an event: ${text.slice(Math.max(0, fault.index - 300), fault.index + 100)}`] : [];
}

function judgeFrames(bytes: Buffer): string[] {
  const texts = textFrames(bytes);
  if (!texts) return [`no frames of a WebSocket: ${shown(bytes)}`];
  return texts
    .filter((text) => parsed(text) === NOT_JSON)
    .map((text) => `a message that is no JSON: ${text.slice(0, 200)}`);
}

const shown = (bytes: Buffer): string => JSON.stringify(bytes.toString('latin1', 0, 300));
const shownValue = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 300);
