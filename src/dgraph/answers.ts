/** What an engine's answers say: data, or why there is none. */
import { OwlgateError } from '../errors';
import { EngineFailure } from './failure';
import type { EngineAnswer, EngineErrorEntry, EngineExtensions, MutateAnswer, QueryAnswer } from './types';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether an answer is to a request that may have changed something. */
export type Effect = 'reads' | 'changes';
export const READS: Effect = 'reads';
export const CHANGES: Effect = 'changes';

/** A balancer before the cluster says so when nobody is behind it; an alpha says 503 while it starts. */
const AWAY = new Set([502, 503, 504]);
/** A balancer says so also where the engine had the request, and broke off or took too long. */
const UNKNOWN = new Set([502, 504]);

/** The failure of a change whose answer did not come. */
export function outcomeUnknown(url: string, reason: string, options?: ErrorOptions): OwlgateError {
  return new OwlgateError('OutcomeUnknown', { url, reason }, {}, options);
}

/**
 * The JSON object of an answer. Failures of Dgraph come with status 200; other statuses are those of what stands before it, and
 * of requests that it did not understand at all.
 *
 * @param url for messages
 * @throws EngineFailure where it carries `errors[]`; OwlgateError EngineUnreachable, OutcomeUnknown or EngineError where
 *   it is no answer of Dgraph's
 */
export function readAnswer({ status, body }: EngineAnswer, url: string, effect: Effect = READS): Json {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString('utf8'));
  } catch {
    throw noAnswer(status, body, url, effect);
  }
  if (!isObject(parsed)) throw noAnswer(status, body, url, effect);
  const { errors } = parsed;
  if (Array.isArray(errors) && errors.length > 0) throw new EngineFailure(errors.map(readError), body);
  if (status < 200 || status > 299) throw noAnswer(status, body, url, effect);
  return parsed;
}

function readError(entry: unknown): EngineErrorEntry {
  if (!isObject(entry)) return { message: typeof entry === 'string' ? entry : 'the engine gave no reason' };
  const { message, path, extensions } = entry;
  return {
    message: typeof message === 'string' ? message : 'the engine gave no reason',
    ...(Array.isArray(path) ? { path: path as unknown[] } : {}),
    ...(isObject(extensions) ? { extensions } : {}),
  };
}

function noAnswer(status: number, body: Buffer, url: string, effect: Effect): OwlgateError {
  const isSuccess = status >= 200 && status <= 299;
  if (effect === CHANGES && (isSuccess || UNKNOWN.has(status))) {
    return outcomeUnknown(url, `it answered HTTP ${status}, and nothing that can be read`);
  }
  if (AWAY.has(status)) return new OwlgateError('EngineUnreachable', { url, reason: `it answered HTTP ${status}` });
  const begin = body.toString('utf8', 0, 80).replace(/\s+/g, ' ').trim();
  const said = begin === '' ? 'nothing' : JSON.stringify(begin);
  return new OwlgateError('EngineError', {
    reason: `HTTP ${status} from ${url}, with a body that is not an answer of Dgraph's: ${said}`,
  });
}

const extensionsOf = ({ extensions }: Json): EngineExtensions => (isObject(extensions) ? extensions : {});

/** @throws as readAnswer */
export function readQueryAnswer<Data>(answer: EngineAnswer, url: string): QueryAnswer<Data> {
  const json = readAnswer(answer, url);
  return { data: (json['data'] ?? {}) as Data, extensions: extensionsOf(json), body: answer.body };
}

/** @throws as readAnswer */
export function readMutateAnswer(answer: EngineAnswer, url: string): MutateAnswer {
  const json = readAnswer(answer, url, CHANGES);
  const data = isObject(json['data']) ? json['data'] : {};
  const { code, message, uids, queries } = data;
  return {
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof message === 'string' ? { message } : {}),
    uids: (isObject(uids) ? uids : {}) as Readonly<Record<string, string>>,
    queries: isObject(queries) ? queries : null,
    extensions: extensionsOf(json),
    body: answer.body,
  };
}
