/** A request to /admin, read as Dgraph reads it: the operation, and every text in it that may be a schema. */
import { Kind, OperationTypeNode, visit } from 'graphql';
import { printRequest, readHttpRequest, type HttpRequest } from '../graphql/http';
import { isMembers } from '../graphql/members';
import { DEFAULT_LIMITS } from '../graphql/request/limits';
import { parseDocument } from '../graphql/request/parse';

export interface AdminRequest {
  /** The same request as the JSON body of a POST. */
  readonly body: string;
  /** Tells whether any of its operations is a mutation, whichever is asked for. */
  readonly hasMutation: boolean;
  /** Values of all strings, in the document and in its variables, without their escapes. */
  readonly texts: readonly string[];
}

/**
 * Reads a request. The hash of a persisted document is left out: what stands behind it is known to the engine alone.
 *
 * @throws RequestFailure for what is no request, or no document: another reader might find a mutation there
 */
export function readAdminRequest(http: HttpRequest): AdminRequest {
  const { query, operationName, variables } = readHttpRequest(http);
  const document = parseDocument(query, DEFAULT_LIMITS);
  const texts = textsIn(variables);
  visit(document, { StringValue: ({ value }) => void texts.push(value) });
  const hasMutation = document.definitions.some(
    (each) => each.kind === Kind.OPERATION_DEFINITION && each.operation === OperationTypeNode.MUTATION,
  );
  return { body: printRequest({ query, operationName, variables }), hasMutation, texts };
}

/** Without recursion: clients say how deep their variables are. */
function textsIn(variables: unknown): string[] {
  const texts: string[] = [];
  const open = [variables];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') texts.push(value);
    else if (Array.isArray(value)) for (const each of value as unknown[]) open.push(each);
    else if (isMembers(value)) for (const each of Object.values(value)) open.push(each);
  }
  return texts;
}
