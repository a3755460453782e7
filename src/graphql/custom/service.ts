/** A service behind a field: what it is sent, and what its answer means. */
import { parse, stringify } from 'lossless-json';
import { isMembers } from '../members';
import { messageOf, type ResponseError } from '../request/failure';
import type { Selection } from '../request/selection';
import type { GraphqlModel } from '../sdl/model';
import { headerOf, type Headers } from '../auth/token';
import { exchange } from './exchange';
import type { HttpSource } from './source';
import { fillBody, fillUrl, remoteDocument, type Values } from './template';

/** A value, and what the service says besides; no value where it has failed. */
export interface Reply {
  readonly value?: unknown;
  readonly errors: readonly ResponseError[];
}

/** What services are called with, of one request. */
export interface Calling {
  readonly model: GraphqlModel;
  /** Of the request: some go on to the services. */
  readonly headers: Headers;
  /** The lambda server; undefined where there is none. */
  readonly lambdaUrl: string | undefined;
  /** Aborted when nobody waits for an answer any more. */
  readonly signal: AbortSignal | undefined;
}

export const NO_LAMBDA = 'fields with @lambda need a lambda server: set OWLGATE_LAMBDA_URL to its address';

/** Asks for one value: of a field of `Query` or `Mutation`, or of one node. */
export async function askOne(
  source: HttpSource,
  selection: Selection,
  values: Values,
  calling: Calling,
): Promise<Reply> {
  const { remote, body } = source;
  if (remote) {
    const query = remoteDocument(remote.text, selection, calling.model);
    return send(source, selection, source.url, { query, variables: values }, calling);
  }
  let url: string;
  try {
    url = fillUrl(source.url, values);
  } catch (error) {
    return failed(
      selection,
      `while substituting variables into URL for remote endpoint with an error: ${messageOf(error)}`,
    );
  }
  return send(source, selection, url, body && fillBody(body, values), calling);
}

/** Asks for the values of many nodes at once. @returns the value of each, in their order */
export async function askAll(
  source: HttpSource,
  selection: Selection,
  nodes: readonly Values[],
  calling: Calling,
): Promise<Reply & { readonly value?: readonly unknown[] }> {
  const { remote, body } = source;
  const content = remote
    ? {
        query: remoteDocument(remote.text, selection, calling.model),
        variables: { [remote.batchVariable ?? '']: nodes },
      }
    : nodes.map((each) => body && fillBody(body, each));
  return listed(await send(source, selection, source.url, content, calling), selection, nodes.length);
}

/** A list of as many values as nodes were asked for. */
function listed(
  { value, errors }: Reply,
  selection: Selection,
  count: number,
): Reply & { readonly value?: readonly unknown[] } {
  if (value === undefined) return { errors };
  const wrong = (what: string) => ({ errors: [...errors, ...failed(selection, what).errors] });
  if (!Array.isArray(value)) {
    return wrong(`because expected result of external BATCH request to be of list type, got: ${kindOf(value)}`);
  }
  if (value.length !== count) {
    return wrong(`because expected result of external request to be of size ${count}, got: ${value.length}`);
  }
  return { value, errors };
}

const kindOf = (value: unknown): string => (isMembers(value) ? 'an object' : value === null ? 'null' : 'a value');

/** Calls the lambda server. @param content `args` of an operation, or `parents`: the nodes */
export async function askLambda(
  selection: Selection,
  content: { readonly args: Values } | { readonly parents: readonly Values[] },
  calling: Calling,
): Promise<Reply & { readonly value?: unknown }> {
  const { lambdaUrl } = calling;
  if (lambdaUrl === undefined) return failed(selection, `because ${NO_LAMBDA}`);
  const body = { resolver: `${selection.parent}.${selection.name}`, ...callerOf(calling), ...content };
  const reply = await transfer(
    { method: 'POST', url: lambdaUrl, headers: JSON_TYPE, body: stringify(body)! },
    selection,
    calling,
  );
  return 'parents' in content ? listed(reply, selection, content.parents.length) : reply;
}

/** Who asks, as lambda servers are told. */
export function callerOf({ headers, model }: Calling): object {
  const key = model.authorization?.header ?? '';
  const value = key === '' ? '' : (headerOf(headers, key) ?? '');
  return {
    'X-Dgraph-AccessToken': headerOf(headers, 'x-dgraph-accesstoken') ?? '',
    authHeader: { key, value: value.replace(/^bearer /i, '') },
  };
}

export const JSON_TYPE = { 'Content-Type': 'application/json' };

function send(source: HttpSource, selection: Selection, url: string, body: unknown, calling: Calling): Promise<Reply> {
  const headers: Record<string, string> = { ...JSON_TYPE };
  const { secrets } = calling.model;
  for (const { remote, local } of source.secretHeaders) setHeader(headers, remote, secrets.get(local) ?? '');
  for (const { remote, local } of source.forwardHeaders)
    setHeader(headers, remote, headerOf(calling.headers, local) ?? '');
  const outgoing = { method: source.method, url, headers, body: body === undefined ? '' : stringify(body)! };
  return transfer(outgoing, selection, calling, source.remote?.name);
}

/** Names are told apart without regard to case. */
function setHeader(headers: Record<string, string>, name: string, value: string): void {
  const known = Object.keys(headers).find((each) => each.toLowerCase() === name.toLowerCase());
  headers[known ?? name] = value;
}

/** @param field of GraphQL's `data`, where the service speaks it */
async function transfer(
  outgoing: Parameters<typeof exchange>[0],
  selection: Selection,
  { signal }: Calling,
  field?: string,
): Promise<Reply> {
  let status: number;
  let text: string;
  try {
    ({ status, text } = await exchange(outgoing, signal));
  } catch (error) {
    return failed(selection, `because external request returned an error: ${messageOf(error)}`);
  }
  let value: unknown;
  const isWell = status >= 200 && status < 300;
  try {
    value = parse(text);
  } catch (error) {
    if (isWell || field !== undefined) {
      const reason = `because json unmarshalling result of external request failed (with error: ${messageOf(error)})`;
      return failed(selection, reason);
    }
  }
  if (field === undefined && isWell) return { value, errors: [] };
  const errors = errorsIn(value);
  if (field === undefined) {
    return errors.length > 0
      ? { errors }
      : failed(selection, `because external request returned an error: unexpected error with: ${status}`);
  }
  const data = isMembers(value) ? value['data'] : undefined;
  if (isMembers(data) && Object.hasOwn(data, field)) return { value: data[field], errors };
  const missing = `because key: ${field} could not be found in the JSON response returned by external request`;
  return { errors: [...errors, ...failed(selection, missing).errors] };
}

/** `errors` of an answer that is GraphQL's, as far as they are. */
function errorsIn(answer: unknown): readonly ResponseError[] {
  const errors = isMembers(answer) ? answer['errors'] : undefined;
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((each: unknown) => {
    if (!isMembers(each) || typeof each['message'] !== 'string') return [];
    const { message, locations, path, extensions } = each as unknown as ResponseError;
    return {
      message,
      ...(Array.isArray(locations) && { locations }),
      ...(Array.isArray(path) && { path }),
      ...(isMembers(extensions) && { extensions }),
    };
  });
}

/** In Dgraph's words. */
function failed({ name, parent, location }: Selection, what: string): { readonly errors: readonly ResponseError[] } {
  const message = `Evaluation of custom field failed ${what} for field: ${name} within type: ${parent}.`;
  return { errors: [{ message, locations: [location] }] };
}
