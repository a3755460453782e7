/**
 * Parsing, validation and coercion of requests, independent of DQL.
 *
 *     readRequest(schema, documents, request)   → the operation's selections, or a RequestFailure
 */
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { collectOperation } from './collect';
import type { Documents } from './documents';
import { operationOf } from './parse';
import type { Selection } from './selection';
import type { Headers } from '../auth/token';
import type { Variables } from './values';
import { variablesOf } from './variables';

export interface GraphqlRequest {
  readonly query: string;
  /** JSON values; numbers may be objects that print as the number. */
  readonly variables?: Readonly<Record<string, unknown>> | null;
  readonly operationName?: string | null;
  readonly extensions?: unknown;
  /** HTTP headers, possibly with a token. */
  readonly headers?: Headers;
}

export interface ReadRequest {
  readonly kind: 'query' | 'mutation' | 'subscription';
  readonly selections: readonly Selection[];
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Variables;
  readonly headers: Headers;
}

/** @throws RequestFailure */
export function readRequest(schema: GraphQLSchema, documents: Documents, request: GraphqlRequest): ReadRequest {
  const document = documents.read(request.query);
  const operation = operationOf(document, request.operationName ?? undefined);
  const variables = variablesOf(schema, operation, request.variables ?? {});
  const selections = collectOperation(schema, document, operation, variables, documents.classes);
  const { headers = {} } = request;
  return { kind: operation.operation, selections, document, operation, variables, headers };
}
