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

interface ReadOperation {
  readonly kind: 'query' | 'mutation' | 'subscription';
  readonly selections: readonly Selection[];
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Variables;
}

export interface ReadRequest extends ReadOperation {
  readonly headers: Headers;
}

/** Operations without variables, which are the same for every request. */
const constantOperations = new WeakMap<OperationDefinitionNode, ReadOperation>();

/** @throws RequestFailure */
export function readRequest(schema: GraphQLSchema, documents: Documents, request: GraphqlRequest): ReadRequest {
  const { headers = {} } = request;
  const document = documents.read(request.query);
  const operation = operationOf(document, request.operationName ?? undefined);
  const isConstant = (operation.variableDefinitions ?? []).length === 0;
  const known = isConstant ? constantOperations.get(operation) : undefined;
  if (known) return { ...known, headers };
  const variables = variablesOf(schema, operation, request.variables ?? {});
  const selections = collectOperation(schema, document, operation, variables, documents.classes);
  const read: ReadOperation = { kind: operation.operation, selections, document, operation, variables };
  if (isConstant) constantOperations.set(operation, read);
  return { ...read, headers };
}
