/**
 * Parser of requests to /commit, as Dgraph reads them: parameters, and conflict keys as `[keys]` or `{keys, preds}`.
 */
import { OwlgateError } from '../../errors';
import { readFlag, readStartTs } from './parameters';

interface EndRequest {
  readonly startTs: number;
  readonly hash?: string;
  readonly abort: boolean;
  /** Conflict keys as the client sent them. */
  readonly keys: readonly string[];
  readonly preds: readonly string[];
}

/** @throws OwlgateError InvalidRequest */
export function readEnd(query: URLSearchParams, body: Buffer): EndRequest {
  const startTs = readStartTs(query.get('startTs') ?? '');
  // Wording of Dgraph.
  if (startTs === undefined) throw invalid('startTs parameter is mandatory while trying to commit');
  const hash = query.get('hash') ?? '';
  const abort = readFlag('abort', query.get('abort') ?? '');
  // Dgraph ignores the body of an abort.
  const { keys, preds } = abort ? NONE : readKeys(body.toString());
  return { startTs, ...(hash !== '' && { hash }), abort, keys: keys.filter(isConflictKey), preds };
}

/** 2^64 - 1 in base 36. */
const MAX_KEY = '3w5e11264sgsf';

/**
 * Returns true for a key that Dgraph Zero accepts: an unsigned 64-bit integer in base 36. Zero ignores other texts,
 * except 0 and 2^64 - 1, which crash it (v25.4).
 */
function isConflictKey(text: string): boolean {
  const digits = /^0*([1-9a-z][0-9a-z]*)$/i.exec(text)?.[1];
  if (digits === undefined || digits.length > MAX_KEY.length) return false;
  // Digits sort before letters, as their values do.
  return digits.length < MAX_KEY.length || digits.toLowerCase() < MAX_KEY;
}

interface Keys {
  readonly keys: readonly string[];
  readonly preds: readonly string[];
}

const NONE: Keys = { keys: [], preds: [] };

function readKeys(text: string): Keys {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalid(`${EXPECTED}: ${(error as Error).message}`);
  }
  if (value === null) return NONE;
  if (Array.isArray(value)) return { ...NONE, keys: strings('the list', value) };
  if (typeof value !== 'object') throw invalid(`${EXPECTED}, not ${text.slice(0, 40)}`);
  const lists = new Map(Object.entries(value).map(([name, list]) => [name, strings(name, list)]));
  return { keys: lists.get('keys') ?? [], preds: lists.get('preds') ?? [] };
}

const EXPECTED = 'a commit takes a JSON list of conflict keys, or {"keys": [...], "preds": [...]}';

/** Reads a list of strings; like Dgraph, takes null for no list, and within one for an empty string. */
function strings(name: string, list: unknown): string[] {
  if (list === null) return [];
  const isText = (each: unknown): each is string => typeof each === 'string';
  const texts: unknown = Array.isArray(list) ? list.map((each: unknown) => each ?? '') : list;
  if (Array.isArray(texts) && texts.every(isText)) return texts;
  throw invalid(`${EXPECTED}: ${name.slice(0, 40)} is not a list of strings`);
}

const invalid = (reason: string): OwlgateError => new OwlgateError('InvalidRequest', { reason });
