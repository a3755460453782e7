/** Requests to the gateway, with the credentials of this tab as headers. */
import { storedKey } from './credentials';
import { ApiError, type WireError } from './error';
import type { Operations } from './schema';

const BASE = new URL('../', document.baseURI);

let tokens: () => Promise<string | undefined> = () => Promise.resolve(undefined);
/** Sets where access tokens come from. */
export const takeTokensFrom = (source: typeof tokens): void => void (tokens = source);

let onKeyMissing: () => void = () => {};
/** Sets what happens when the gateway asks for a key. */
export const whenKeyIsMissing = (action: () => void): void => void (onKeyMissing = action);

export interface Sent {
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: BodyInit;
  readonly type?: string;
  readonly accept?: string;
  /** Id of the event after which a stream is resumed. */
  readonly lastEvent?: string;
  readonly signal?: AbortSignal;
  /** True for a login: the request needs no access token. */
  readonly isAnonymous?: boolean;
}

/** Sends a request. @throws ApiError for a refusal; TypeError if there is no answer */
export async function request(method: string, path: string, sent: Sent = {}): Promise<Response> {
  const address = new URL(path.replace(/^\//, ''), BASE);
  for (const [name, value] of Object.entries(sent.query ?? {})) {
    if (value !== undefined) address.searchParams.set(name, String(value));
  }
  const key = storedKey();
  const token = sent.isAnonymous ? undefined : await tokens();
  const response = await fetch(address, {
    method,
    headers: {
      Accept: sent.accept ?? 'application/json',
      ...(sent.type !== undefined && { 'Content-Type': sent.type }),
      ...(sent.lastEvent !== undefined && { 'Last-Event-ID': sent.lastEvent }),
      ...(key !== null && { 'X-Owlgate-Key': key }),
      ...(token !== undefined && { 'X-Dgraph-AccessToken': token }),
    },
    ...(sent.body !== undefined && { body: sent.body }),
    ...(sent.signal && { signal: sent.signal }),
  });
  if (response.ok) return response;
  const text = await response.text();
  const error =
    refusal(response.status, parse(text)) ?? new ApiError(text || response.statusText, response.status, '', {});
  if (error.code === 'KeyMissing' || error.code === 'KeyInvalid') onKeyMissing();
  throw error;
}

type Given<Name extends keyof Operations> = Omit<Sent, 'query'> & {
  readonly query?: Operations[Name]['query'];
  readonly path?: Operations[Name] extends { path: infer Path } ? Path : never;
};

/** Calls one of owlgate's own operations, as `GET /ontology/explain`. @throws ApiError */
export async function call<Name extends keyof Operations>(
  name: Name,
  { query, path, ...sent }: Given<Name> = {},
): Promise<Operations[Name]['answer']> {
  const [method, pattern] = name.split(' ') as [string, string];
  const names = (path ?? {}) as Readonly<Record<string, string>>;
  const filled = pattern.replace(/:(\w+)/g, (_, part: string) => encodeURIComponent(names[part] ?? ''));
  const response = await request(method, filled, { ...sent, query: query as Sent['query'] & object });
  return (await response.json()) as Operations[Name]['answer'];
}

export interface EngineAnswer {
  readonly data: Readonly<Record<string, unknown>>;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** Sends a request to one of Dgraph's routes, whose refusals have the status 200. @throws ApiError */
export async function engine(path: string, sent: Sent): Promise<EngineAnswer> {
  const response = await request('POST', path, sent);
  const answer: unknown = await response.json();
  const error = refusal(response.status, answer);
  if (error) throw error;
  return answer as EngineAnswer;
}

/** Sends DQL. @throws ApiError */
export async function query<Data>(text: string, signal?: AbortSignal): Promise<Data> {
  const sent = { type: 'application/dql', body: text, ...(signal && { signal }) };
  return (await engine('/query', sent)).data as Data;
}

function refusal(status: number, answer: unknown): ApiError | undefined {
  if (typeof answer !== 'object' || answer === null || !('errors' in answer) || !Array.isArray(answer.errors)) {
    return undefined;
  }
  const errors = answer.errors as readonly WireError[];
  const [first] = errors;
  if (!first) return undefined;
  const details = first.extensions ?? {};
  const code = typeof details['code'] === 'string' ? details['code'] : '';
  return new ApiError(first.message, status, code, details, errors);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
