/** A GraphQL request as it comes over HTTP, with Dgraph's words for one that is none. No batches: Dgraph has none. */
import { parse } from 'lossless-json';
import { isNode } from './answer/complete';
import type { GraphqlRequest } from './request';
import { RequestFailure } from './request/failure';
import { DEFAULT_LIMITS } from './request/limits';
import { operationOf, parseDocument } from './request/parse';

export interface HttpRequest {
  readonly method: string;
  /** As the header has it. */
  readonly contentType: string;
  /** Of the address. */
  readonly parameters: URLSearchParams;
  /** Of a POST, decompressed. */
  readonly body: string;
}

/** @throws RequestFailure */
export function readHttpRequest({ method, contentType, parameters, body }: HttpRequest): GraphqlRequest {
  if (method === 'GET') {
    return {
      query: parameters.get('query') ?? '',
      operationName: parameters.get('operationName'),
      variables: objectOf(parameters.get('variables'), 'variables'),
      extensions: objectOf(parameters.get('extensions'), 'extensions'),
    };
  }
  if (method !== 'POST')
    throw RequestFailure.of('Unrecognised request method.  Please use GET or POST for GraphQL requests');
  switch (contentType.split(';')[0]!.trim().toLowerCase()) {
    case 'application/json':
      return readJson(body);
    case 'application/graphql':
      return { query: body };
    default:
      throw RequestFailure.of(
        'Unrecognised Content-Type.  Please use application/json or application/graphql for GraphQL requests',
      );
  }
}

function readJson(body: string): GraphqlRequest {
  const object = objectOf(body, 'request') ?? {};
  // Dgraph reads the names of members without regard to case, and takes the last.
  const request = Object.fromEntries(Object.entries(object).map(([name, value]) => [name.toLowerCase(), value]));
  const text = (name: string): string => {
    const value = request[name.toLowerCase()] ?? '';
    if (typeof value !== 'string') throw refuse(`"${name}" is a string`);
    return value;
  };
  const members = (name: string): Readonly<Record<string, unknown>> | undefined => {
    const value = request[name] ?? undefined;
    if (value !== undefined && !isNode(value)) throw refuse(`"${name}" is an object`);
    return value;
  };
  return {
    query: text('query'),
    operationName: text('operationName'),
    variables: members('variables'),
    extensions: members('extensions'),
  };
}

function objectOf(text: string | null, what: string): Readonly<Record<string, unknown>> | undefined {
  if (text === null) return undefined;
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    throw refuse((error as Error).message);
  }
  if (value === null) return undefined;
  if (!isNode(value)) throw refuse(`${what === 'request' ? 'the body' : what} is an object`);
  return value;
}

const refuse = (reason: string): RequestFailure => RequestFailure.of(`Not a valid GraphQL request body: ${reason}`);

/** What is answered where there is no schema. @throws RequestFailure where the document is none */
export function noSchema(request: GraphqlRequest): RequestFailure {
  const operation = operationOf(parseDocument(request.query, DEFAULT_LIMITS), request.operationName ?? undefined);
  const [first] = operation.selectionSet.selections;
  const name = first && 'name' in first && first.name ? first.name.value : operation.operation;
  return RequestFailure.of(
    `Not resolving ${name}. There's no GraphQL schema in Dgraph. Use the /admin API to add a GraphQL schema`,
  );
}
