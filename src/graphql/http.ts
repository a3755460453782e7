/** GraphQL requests over HTTP, with Dgraph's messages for invalid ones. Batches are unsupported, as in Dgraph. */
import { Kind, OperationTypeNode } from 'graphql';
import { parseStrictly, printLossless } from '../util/json';
import { parseMediaType } from '../util/media-type';
import { wellFormed } from '../util/text';
import type { Headers } from './auth/token';
import { foldMembers, isMembers, type Members } from './members';
import { persistedHash } from './persisted';
import type { GraphqlRequest } from './request/read';
import { RequestFailure, type ResponseError } from './request/failure';
import { DEFAULT_LIMITS } from './request/limits';
import { operationOf, parseDocument } from './request/parse';

export interface HttpRequest {
  readonly method: string;
  /** Value of the header. */
  readonly contentType: string;
  /** Parameters of the URL, from `parametersOf`. */
  readonly parameters: URLSearchParams;
  /** Body of a POST, decompressed. */
  readonly body: string;
  /** Headers, possibly with a token. */
  readonly headers?: Headers;
}

/**
 * Parses the parameters of a URL as Go does: pairs with a semicolon or an invalid escape are dropped. Any difference
 * could make the first `query` here differ from the engine's.
 *
 * @param target path and query string
 */
export function parametersOf(target: string): URLSearchParams {
  const queryStart = target.indexOf('?');
  const pairs = queryStart < 0 ? [] : target.slice(queryStart + 1).split('&');
  return new URLSearchParams(pairs.filter((pair) => !/;|%(?![0-9a-f]{2})/i.test(pair)).join('&'));
}

/** @throws RequestFailure */
export function readHttpRequest(http: HttpRequest): GraphqlRequest {
  return { ...readDocument(http), ...(http.headers && { headers: http.headers }) };
}

function readDocument({ method, contentType, parameters, body }: HttpRequest): GraphqlRequest {
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
  switch (mediaTypeOf(contentType)) {
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

/** @throws RequestFailure */
function mediaTypeOf(header: string): string {
  const parsed = parseMediaType(header);
  if (parsed) return parsed.type;
  const reason = header === '' ? 'no media type' : 'invalid media parameter';
  throw RequestFailure.of(`unable to parse media type: mime: ${reason}`);
}

/** Maximum members of `extensions`; only one of them is read. */
const MAX_EXTENSIONS = 1_000;

function readJson(body: string): GraphqlRequest {
  const request = foldMembers(objectOf(body, 'request') ?? {});
  const text = (name: string): string => {
    const value = request[name.toLowerCase()] ?? '';
    if (typeof value !== 'string') throw refuse(`"${name}" must be a string`);
    return wellFormed(value);
  };
  const members = (name: string): Members | undefined => {
    const value = request[name];
    if (value !== undefined && !isMembers(value)) throw refuse(`"${name}" must be an object`);
    return value;
  };
  const extensions = members('extensions');
  const named = Object.keys(extensions ?? {}).length;
  if (named > MAX_EXTENSIONS) throw refuse(`"extensions" has ${named} members; ${MAX_EXTENSIONS} are allowed`);
  return { query: text('query'), operationName: text('operationName'), variables: members('variables'), extensions };
}

function objectOf(text: string | null, name: string): Members | undefined {
  if (text === null) return undefined;
  let value: unknown;
  try {
    value = parseStrictly(text);
  } catch (error) {
    throw refuse((error as Error).message);
  }
  if (value === null) return undefined;
  if (!isMembers(value)) throw refuse(`${name === 'request' ? 'the body' : name} must be an object`);
  return value;
}

/**
 * Prints a request as the JSON body of a POST. Each member occurs once, under its common name, so that all parsers find
 * the same request.
 */
export function printRequest(request: GraphqlRequest): string {
  const { query, operationName, variables } = request;
  const hash = persistedHash(request);
  return printLossless({
    query,
    ...(operationName && { operationName }),
    ...(variables && { variables }),
    ...(hash !== undefined && { extensions: { persistedQuery: { sha256Hash: hash } } }),
  });
}

const refuse = (reason: string): RequestFailure => RequestFailure.of(`Not a valid GraphQL request body: ${reason}`);

/** Answer without a schema: an error for every field. @throws RequestFailure for an invalid document */
export function noSchema(request: GraphqlRequest): RequestFailure {
  const operation = operationOf(parseDocument(request.query, DEFAULT_LIMITS), request.operationName ?? undefined);
  const fields = operation.selectionSet.selections.filter((node) => node.kind === Kind.FIELD);
  const unresolved = (name: string): ResponseError => ({
    message: `Not resolving ${name}. There's no GraphQL schema in Dgraph. Use the /admin API to add a GraphQL schema`,
  });
  const errors = fields.map((field, i): ResponseError => {
    const key = (field.alias ?? field.name).value;
    if (i === 0 || operation.operation !== OperationTypeNode.MUTATION) return unresolved(key);
    const { line, column } = field.loc!.startToken;
    const message = `Mutation ${key} was not executed because of a previous error.`;
    return { message, locations: [{ line, column }], path: [key] };
  });
  return new RequestFailure(errors.length > 0 ? errors : [unresolved(operation.operation)]);
}

/** Media type of GraphQL over HTTP. Its status says whether the request was executed. */
const RESPONSE_TYPE = 'application/graphql-response+json';

export interface ResponseHead {
  readonly status: number;
  readonly contentType: string;
}

const JSON_HEAD: ResponseHead = { status: 200, contentType: 'application/json' };

/**
 * Status and content type of an answer. `application/json` always has status 200, as in Dgraph. A client that accepts
 * `application/graphql-response+json`, and does not prefer JSON, gets 400 for a request that was not executed.
 *
 * @param accept the header; '' for none
 * @param executed true if the response has `data`, even null
 * @see https://graphql.github.io/graphql-over-http/draft/#sec-Status-Codes
 */
export function responseHead(accept: string, executed: boolean): ResponseHead {
  if (accept === '' || accept === '*/*') return JSON_HEAD;
  const weights = new Map<string, number>();
  for (const range of accept.toLowerCase().split(',')) {
    const [type, ...parameters] = range.split(';').map((part) => part.trim());
    const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
    weights.set(type!, weight === undefined ? 1 : Number(weight) || 0);
  }
  const responseWeight = weights.get(RESPONSE_TYPE) ?? 0;
  if (responseWeight === 0 || responseWeight < (weights.get('application/json') ?? 0)) return JSON_HEAD;
  return { status: executed ? 200 : 400, contentType: RESPONSE_TYPE };
}
