/** Requests to a service behind a field, and interpretation of its answer. */
import { stringify } from 'lossless-json';
import { parseStrictly } from '../../util/json';
import { isMembers } from '../members';
import { messageOf, type ResponseError } from '../request/failure';
import type { Selection } from '../request/selection';
import type { GraphqlModel } from '../sdl/model';
import { headerOf, type Headers } from '../auth/token';
import { sendToService, type ServiceRequest } from './client';
import type { HttpSource } from './source';
import { fillBody, fillUrl, remoteDocument, type Values } from './template';

/** Value and errors of a service; no value if it failed. */
export interface ServiceReply {
  readonly value?: unknown;
  readonly errors: readonly ResponseError[];
}

/** Context of service calls in one request. */
export interface ServiceContext {
  readonly model: GraphqlModel;
  /** Headers of the request; some are forwarded to services. */
  readonly headers: Headers;
  /** URL of the lambda server; undefined if there is none. */
  readonly lambdaUrl: string | undefined;
  /** Aborts when the client no longer waits for the answer. */
  readonly signal: AbortSignal | undefined;
}

const NO_LAMBDA = 'fields with @lambda need a lambda server: set OWLGATE_LAMBDA_URL to its address';

/** Requests one value: of a field of `Query` or `Mutation`, or of one node. */
export async function askOne(
  source: HttpSource,
  selection: Selection,
  values: Values,
  calling: ServiceContext,
): Promise<ServiceReply> {
  const { remote, body } = source;
  if (remote) {
    const query = remoteDocument(remote.text, selection, calling.model);
    return send(source, selection, source.url, { query, variables: values }, calling);
  }
  let url: string;
  try {
    url = fillUrl(source.url, values);
  } catch (error) {
    return failure(
      selection,
      `while substituting variables into URL for remote endpoint with an error: ${messageOf(error)}`,
    );
  }
  return send(source, selection, url, body && fillBody(body, values), calling);
}

/** Requests the values of many nodes at once. @returns the values in the order of the nodes */
export async function askAll(
  source: HttpSource,
  selection: Selection,
  nodes: readonly Values[],
  calling: ServiceContext,
): Promise<ServiceReply & { readonly value?: readonly unknown[] }> {
  const { remote, body } = source;
  const content = remote
    ? {
        query: remoteDocument(remote.text, selection, calling.model),
        variables: { [remote.batchVariable ?? '']: nodes },
      }
    : nodes.map((each) => body && fillBody(body, each));
  return checkList(await send(source, selection, source.url, content, calling), selection, nodes.length);
}

/** Checks that the value is a list with one element per node. */
function checkList(
  { value, errors }: ServiceReply,
  selection: Selection,
  count: number,
): ServiceReply & { readonly value?: readonly unknown[] } {
  if (value === undefined) return { errors };
  const wrong = (reason: string) => ({ errors: [...errors, ...failure(selection, reason).errors] });
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
  calling: ServiceContext,
): Promise<ServiceReply & { readonly value?: unknown }> {
  const { lambdaUrl } = calling;
  if (lambdaUrl === undefined) return failure(selection, `because ${NO_LAMBDA}`);
  const body = { resolver: `${selection.parent}.${selection.name}`, ...callerOf(calling), ...content };
  const reply = await transfer(
    { method: 'POST', url: lambdaUrl, headers: JSON_TYPE, body: stringify(body)! },
    selection,
    calling,
  );
  return 'parents' in content ? checkList(reply, selection, content.parents.length) : reply;
}

/** Caller's identity in the form that lambda servers expect. */
export function callerOf({ headers, model }: ServiceContext): object {
  const key = model.authorization?.header ?? '';
  const value = key === '' ? '' : (headerOf(headers, key) ?? '');
  return {
    'X-Dgraph-AccessToken': headerOf(headers, 'x-dgraph-accesstoken') ?? '',
    authHeader: { key, value: value.replace(/^bearer /i, '') },
  };
}

export const JSON_TYPE = { 'Content-Type': 'application/json' };

function send(
  source: HttpSource,
  selection: Selection,
  url: string,
  body: unknown,
  calling: ServiceContext,
): Promise<ServiceReply> {
  const headers: Record<string, string> = { ...JSON_TYPE };
  const { secrets } = calling.model;
  for (const { remote, local } of source.secretHeaders) setHeader(headers, remote, secrets.get(local) ?? '');
  for (const { remote, local } of source.forwardHeaders)
    setHeader(headers, remote, headerOf(calling.headers, local) ?? '');
  const outgoing = { method: source.method, url, headers, body: body === undefined ? '' : stringify(body)! };
  return transfer(outgoing, selection, calling, source.remote?.name);
}

/** Sets a header; names are compared without case. */
function setHeader(headers: Record<string, string>, name: string, value: string): void {
  const existing = Object.keys(headers).find((each) => each.toLowerCase() === name.toLowerCase());
  headers[existing ?? name] = value;
}

/** @param field the field of GraphQL's `data`, if the service speaks GraphQL */
async function transfer(
  outgoing: ServiceRequest,
  selection: Selection,
  { signal }: ServiceContext,
  field?: string,
): Promise<ServiceReply> {
  let status: number;
  let text: string;
  try {
    ({ status, text } = await sendToService(outgoing, signal));
  } catch (error) {
    return failure(selection, `because external request returned an error: ${messageOf(error)}`);
  }
  let value: unknown;
  const isSuccess = status >= 200 && status < 300;
  try {
    value = parseStrictly(text);
  } catch (error) {
    if (isSuccess || field !== undefined) {
      const reason = `because json unmarshalling result of external request failed (with error: ${messageOf(error)})`;
      return failure(selection, reason);
    }
  }
  if (field === undefined && isSuccess) return { value, errors: [] };
  const errors = errorsIn(value);
  if (field === undefined) {
    return errors.length > 0
      ? { errors }
      : failure(selection, `because external request returned an error: unexpected error with: ${status}`);
  }
  const data = isMembers(value) ? value['data'] : undefined;
  if (isMembers(data) && Object.hasOwn(data, field)) return { value: data[field], errors };
  const missing = `because key: ${field} could not be found in the JSON response returned by external request`;
  return { errors: [...errors, ...failure(selection, missing).errors] };
}

/** Returns the well-formed `errors` of a GraphQL answer. */
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

/** Failure with Dgraph's message. */
function failure({ name, parent, location }: Selection, reason: string): { readonly errors: readonly ResponseError[] } {
  const message = `Evaluation of custom field failed ${reason} for field: ${name} within type: ${parent}.`;
  return { errors: [{ message, locations: [location] }] };
}
