/** Parser of requests to /admin, as Dgraph parses them: the operation, and all strings that may be a schema. */
import { Kind, OperationTypeNode, visit } from 'graphql';
import {
  checkLimits,
  DEFAULT_LIMITS,
  isMembers,
  parseDocument,
  printRequest,
  readHttpRequest,
  RequestFailure,
  type HttpRequest,
} from '../graphql/request';

export interface AdminRequest {
  /** The same request as the JSON body of a POST. */
  readonly body: string;
  /** True if any operation is a mutation, whichever one is selected. */
  readonly hasMutation: boolean;
  /** Number of logins. */
  readonly logins: number;
  /** Values of all strings in the document and its variables, unescaped. */
  readonly texts: readonly string[];
}

/**
 * Maximum selections of a document. Dgraph compares each pair of fields with one name: 20,000 of them take it minutes.
 * The administration has no more than a few hundred fields.
 */
const MAX_SELECTIONS = 1_000;
const LOGIN = 'login';

/**
 * Parses a request. Leaves out the hash of a persisted document, which the engine alone can resolve.
 *
 * @throws RequestFailure for an invalid request or document: another parser might find a mutation in it
 */
export function readAdminRequest(http: HttpRequest): AdminRequest {
  const { query, operationName, variables } = readHttpRequest(http);
  const document = parseDocument(query, DEFAULT_LIMITS);
  checkLimits(document, DEFAULT_LIMITS);
  const texts = textsIn(variables);
  let [selections, logins] = [0, 0];
  visit(document, {
    StringValue: ({ value }) => void texts.push(value),
    Field: ({ name }) => void (logins += name.value === LOGIN ? 1 : 0),
    SelectionSet: (set) => void (selections += set.selections.length),
  });
  if (selections > MAX_SELECTIONS)
    throw RequestFailure.of(`the document selects ${selections} fields and fragments; ${MAX_SELECTIONS} are allowed`);
  const hasMutation = document.definitions.some(
    (each) => each.kind === Kind.OPERATION_DEFINITION && each.operation === OperationTypeNode.MUTATION,
  );
  return { body: printRequest({ query, operationName, variables }), hasMutation, logins, texts };
}

/** Collects strings without recursion: clients choose the depth of their variables. */
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
