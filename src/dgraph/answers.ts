/** What an engine's answers say: data, or why there is none. */
import { OwlgateError } from '../errors';
import { EngineFailure } from './failure';
import type { EngineAnswer, EngineErrorEntry, EngineExtensions, MutateAnswer, QueryAnswer } from './types';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Tells whether an answer is to a request that may have changed something. */
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

/** Answers up to so many bytes are parsed at once; a longer one when somebody asks for what is in it. */
const PARSED_AT_ONCE = 64 * 1024;
/** An answer with `errors[]` begins with them. */
const DATA = Buffer.from('{"data":');

function lazily({ status, body }: EngineAnswer, url: string, effect: Effect = READS): () => Json {
  const isData = status >= 200 && status <= 299 && body.subarray(0, DATA.length).equals(DATA);
  if (body.length > PARSED_AT_ONCE && isData) {
    let parsed: Json | undefined;
    return () => (parsed ??= readAnswer({ status, headers: {}, body }, url, effect));
  }
  const parsed = readAnswer({ status, headers: {}, body }, url, effect);
  return () => parsed;
}

/** @throws as readAnswer */
export function readQueryAnswer<Data>(answer: EngineAnswer, url: string): QueryAnswer<Data> {
  const read = lazily(answer, url);
  return {
    get data() {
      return (read()['data'] ?? {}) as Data;
    },
    get extensions() {
      return extensionsOf(read());
    },
    body: answer.body,
  };
}

/** @throws as readAnswer */
export function readMutateAnswer(answer: EngineAnswer, url: string): MutateAnswer {
  const read = lazily(answer, url, CHANGES);
  const dataOf = (): Json => {
    const { data } = read();
    return isObject(data) ? data : {};
  };
  const textOf = (member: 'code' | 'message'): string | undefined => {
    const text = dataOf()[member];
    return typeof text === 'string' ? text : undefined;
  };
  return {
    get code() {
      return textOf('code');
    },
    get message() {
      return textOf('message');
    },
    get uids() {
      const { uids } = dataOf();
      return (isObject(uids) ? uids : {}) as Readonly<Record<string, string>>;
    },
    get queries() {
      const { queries } = dataOf();
      return isObject(queries) ? queries : null;
    },
    get extensions() {
      return extensionsOf(read());
    },
    body: answer.body,
  };
}
