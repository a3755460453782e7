/**
 * A request is parsed, validated and coerced. Nothing here knows of DQL.
 *
 *     readRequest(schema, request, limits)   → the operation's selections, or a RequestFailure
 */
import { OperationTypeNode, type DocumentNode, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import { collectOperation } from './collect';
import { RequestFailure } from './failure';
import { checkLimits, type GraphqlLimits } from './limits';
import { operationOf, parseDocument } from './parse';
import type { Selection } from './selection';
import { validateDocument } from './validate';
import type { Variables } from './values';
import { variablesOf } from './variables';

export interface GraphqlRequest {
  readonly query: string;
  /** As JSON has them; numbers may be objects whose text is the number's. */
  readonly variables?: Readonly<Record<string, unknown>> | null;
  readonly operationName?: string | null;
  readonly extensions?: unknown;
}

export interface ReadRequest {
  readonly kind: 'query' | 'mutation' | 'subscription';
  readonly selections: readonly Selection[];
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Variables;
}

/** @throws RequestFailure */
export function readRequest(schema: GraphQLSchema, request: GraphqlRequest, limits: GraphqlLimits): ReadRequest {
  const document = parseDocument(request.query, limits);
  checkLimits(document, limits);
  const [first] = document.definitions;
  const alone = document.definitions.length === 1 && first?.kind === 'OperationDefinition';
  if (alone && first.operation === OperationTypeNode.SUBSCRIPTION && !schema.getSubscriptionType()) {
    throw RequestFailure.of(
      "Not resolving subscription because schema doesn't have any fields defined for subscription operation.",
    );
  }
  validateDocument(schema, document);
  const operation = operationOf(document, request.operationName ?? undefined);
  const variables = variablesOf(schema, operation, request.variables ?? {});
  const selections = collectOperation(schema, document, operation, variables);
  return { kind: operation.operation, selections, document, operation, variables };
}
