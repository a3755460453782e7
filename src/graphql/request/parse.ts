/** Text → document, and the operation of it that is asked for. Refusals are in Dgraph's words. */
import { GraphQLError, Kind, parse, type DocumentNode, type OperationDefinitionNode } from 'graphql';
import { RequestFailure } from './failure';
import { checkNesting, type GraphqlLimits } from './limits';

/** @throws RequestFailure */
export function parseDocument(text: string, limits: GraphqlLimits): DocumentNode {
  if (text === '') throw RequestFailure.of('no query string supplied in request');
  checkNesting(text);
  try {
    return parse(text, { maxTokens: limits.tokens });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    if (/more tha[nt] \d+ tokens/.test(error.message)) {
      throw RequestFailure.of(`the document has more than ${limits.tokens} tokens`, error.locations);
    }
    const message = error.message
      .replace(/^Syntax Error: /, '')
      .replace(/"([^\w\s"]+)"/g, '$1')
      .replace(/\.$/, '');
    throw RequestFailure.of(message, error.locations);
  }
}

/** @throws RequestFailure */
export function operationOf(document: DocumentNode, name: string | undefined): OperationDefinitionNode {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (operations.length > 1 && !name) {
    throw RequestFailure.of('Operation name must by supplied when query has more than 1 operation.');
  }
  const found = name ? operations.find((node) => node.name?.value === name) : operations[0];
  if (!found) throw RequestFailure.of(`Supplied operation name ${name ?? ''} isn't present in the request.`);
  return found;
}
