/** Readers of an engine's answers: data or errors. */
import { OwlgateError } from '../errors';
import { mayRound, parseLossless, printLossless } from '../util/json';
import { EngineFailure } from './failure';
import type {
  EngineAnswer,
  EngineErrorEntry,
  EngineExtensions,
  MutateAnswer,
  QueryAnswer,
  TransactionContext,
} from './types';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Effect of the request that an answer belongs to. */
export type Effect = 'reads' | 'changes';
export const READS: Effect = 'reads';
export const CHANGES: Effect = 'changes';

/**
 * Statuses of a load balancer without a reachable alpha. It also sends them if the engine received the request and then
 * broke off (Envoy: 503) or took too long.
 */
const UNREACHABLE_STATUSES = new Set([502, 503, 504]);

/** Returns the failure of a change whose answer did not come. */
export function outcomeUnknown(url: string, reason: string, options?: ErrorOptions): OwlgateError {
  return new OwlgateError('OutcomeUnknown', { url, reason }, {}, options);
}

/** Returns the failure of a request that nobody answered, or whose answer changes nothing. */
export function engineUnreachable(url: string, reason: string, options?: ErrorOptions): OwlgateError {
  return new OwlgateError('EngineUnreachable', { url, reason }, {}, options);
}

/**
 * Returns the JSON object of an answer. Dgraph's failures have status 200; other statuses come from a proxy, or answer
 * requests that Dgraph did not understand.
 *
 * @param url for messages
 * @throws EngineFailure if it carries `errors[]`; OwlgateError EngineUnreachable, OutcomeUnknown or EngineError if it
 *   is not an answer of Dgraph
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
  if (effect === CHANGES && (isSuccess || UNREACHABLE_STATUSES.has(status))) {
    return outcomeUnknown(url, `it answered HTTP ${status}, with an unreadable body`);
  }
  if (UNREACHABLE_STATUSES.has(status)) return engineUnreachable(url, `it answered HTTP ${status}`);
  const start = body.toString('utf8', 0, 80).replace(/\s+/g, ' ').trim();
  const excerpt = start === '' ? 'nothing' : JSON.stringify(start);
  return new OwlgateError('EngineError', {
    reason: `HTTP ${status} from ${url}, with a body that is not a Dgraph answer: ${excerpt}`,
  });
}

/** Answers up to this size are parsed at once; longer ones when a member is read. */
const PARSED_AT_ONCE = 64 * 1024;
/** Start of an answer without errors: `errors[]` precedes `data`. */
const DATA = Buffer.from('{"data":');

/**
 * Reader of an answer. The extensions of a long one are read without its data. A class, since V8 makes a hidden class
 * for each object literal with a getter, and keeps what it refers to until the next collection of old objects.
 */
class AnswerReader {
  private parsed: Json | undefined;
  private split: EngineExtensions | undefined;

  constructor(
    private readonly answer: EngineAnswer,
    private readonly url: string,
    private readonly effect: Effect,
  ) {
    const { status, body } = answer;
    const isData = status >= 200 && status <= 299 && body.subarray(0, DATA.length).equals(DATA);
    if (body.length <= PARSED_AT_ONCE || !isData) this.read();
  }

  get data(): Json {
    const { data } = this.read();
    return isObject(data) ? data : {};
  }

  get body(): Buffer {
    return this.answer.body;
  }

  get extensions(): EngineExtensions {
    this.split ??= this.parsed ? undefined : splitAnswer(this.answer.body)?.extensions;
    if (this.split) return this.split;
    const { extensions } = this.read();
    return isObject(extensions) ? extensions : {};
  }

  private read(): Json {
    return (this.parsed ??= readAnswer(this.answer, this.url, this.effect));
  }
}

/** Start of the last member of an answer with data. Within a string of JSON its quotes would be escaped. */
const EXTENSIONS = Buffer.from(',"extensions":{');

/**
 * Splits an answer without parsing its data, which precedes `extensions`.
 *
 * @returns undefined if `extensions` is not its last member
 */
export function splitAnswer(
  body: Buffer,
): { readonly head: Buffer; readonly extensions: EngineExtensions } | undefined {
  const at = body.lastIndexOf(EXTENSIONS);
  const text = at < 0 ? '' : body.toString('utf8', at + EXTENSIONS.length - 1).trimEnd();
  try {
    return { head: body.subarray(0, at), extensions: parseLossless(text.slice(0, -1)) as EngineExtensions };
  } catch {
    return undefined;
  }
}

/** Replaces the transaction's context in the body of an answer. */
export function replaceTransaction(body: Buffer, txn: TransactionContext): Buffer {
  const split = splitAnswer(body);
  if (split) {
    const extensions = `,"extensions":${printLossless({ ...split.extensions, txn })}}`;
    return Buffer.concat([split.head, Buffer.from(extensions)]);
  }
  const answer = parseLossless(body.toString()) as { readonly extensions?: object };
  return Buffer.from(printLossless({ ...answer, extensions: { ...answer.extensions, txn } }));
}

/** @throws as readAnswer */
export function readQueryAnswer<Data>(answer: EngineAnswer, url: string): QueryAnswer<Data> {
  return new AnswerReader(answer, url, READS) as QueryAnswer as QueryAnswer<Data>;
}

/** Returns the JSON of an answer's data as received; the whole body if they cannot be parted. */
export const dataBytes = ({ json, body }: QueryAnswer<unknown>): Buffer => json ?? splitAnswer(body)?.head ?? body;

/** Returns the data of an answer; integers outside the safe range are bigints. */
export function exactDataOf(answer: QueryAnswer): Record<string, unknown> {
  const text = String(answer.json ?? answer.body);
  if (!mayRound(text)) return answer.data;
  const parsed = parseLossless(text);
  return (answer.json ? parsed : (parsed as QueryAnswer).data) as Record<string, unknown>;
}

/** Returns the JSON of an answer's data. @throws as readAnswer */
export function dataOf(answer: EngineAnswer, url: string): Buffer {
  const { body, status } = answer;
  const isData = status === 200 && body.subarray(0, DATA.length).equals(DATA);
  const split = isData ? splitAnswer(body) : undefined;
  if (split) return split.head.subarray(DATA.length);
  readAnswer(answer, url);
  const { data } = parseLossless(body.toString()) as { data?: unknown };
  return Buffer.from(printLossless(data ?? {}));
}

class MutateAnswerReader extends AnswerReader implements MutateAnswer {
  get code(): string | undefined {
    return this.textOf('code');
  }

  get message(): string | undefined {
    return this.textOf('message');
  }

  get uids(): Readonly<Record<string, string>> {
    const { uids } = this.data;
    return (isObject(uids) ? uids : {}) as Readonly<Record<string, string>>;
  }

  get queries(): Json | null {
    const { queries } = this.data;
    return isObject(queries) ? queries : null;
  }

  private textOf(member: 'code' | 'message'): string | undefined {
    const text = this.data[member];
    return typeof text === 'string' ? text : undefined;
  }
}

/** @throws as readAnswer */
export const readMutateAnswer = (answer: EngineAnswer, url: string): MutateAnswer =>
  new MutateAnswerReader(answer, url, CHANGES);
