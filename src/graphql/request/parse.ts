/** Text → document, and the requested operation. Refusals have Dgraph's messages. */
import { GraphQLError, Kind, parse, TokenKind, type DocumentNode, type OperationDefinitionNode } from 'graphql';
import { RequestFailure } from './failure';
import { checkNesting, type GraphqlLimits } from './limits';

/** @throws RequestFailure */
export function parseDocument(text: string, limits: GraphqlLimits): DocumentNode {
  if (text === '') throw RequestFailure.of('no query string supplied in request');
  checkNesting(text);
  try {
    return executable(parse(text, { maxLexicalTokens: limits.tokens }));
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    if (/more tha[nt] \d+ tokens/.test(error.message)) {
      throw RequestFailure.of(`the document has more than ${limits.tokens} tokens`, error.locations);
    }
    // A document of comments has no operations.
    if (error.message === 'Syntax Error: Unexpected <EOF>.' && isEmpty(text)) return NOTHING;
    const [at = 0] = error.positions ?? [];
    if (/found "}"\.$/.test(error.message) && text.slice(0, at).trimEnd().endsWith('{')) {
      throw RequestFailure.of('expected at least one definition, found }', error.locations);
    }
    const message = error.message
      .replace(/^Syntax Error: /, '')
      .replace(/^Unexpected variable ".*" in constant value/s, 'Unexpected $')
      .replace(/"([^\w\s"]+)"/g, '$1')
      .replace(/\.$/, '');
    throw RequestFailure.of(message, error.locations);
  }
}

/** Refuses definitions other than operations and fragments. @throws RequestFailure */
function executable(document: DocumentNode): DocumentNode {
  const other = document.definitions.find(({ kind }) => !EXECUTABLE.includes(kind));
  const token = other?.loc?.startToken;
  if (token?.kind !== TokenKind.NAME) return document;
  throw RequestFailure.of(`Unexpected Name "${token.value}"`, [{ line: token.line, column: token.column }]);
}
const EXECUTABLE: readonly Kind[] = [Kind.OPERATION_DEFINITION, Kind.FRAGMENT_DEFINITION];

const NOTHING: DocumentNode = { kind: Kind.DOCUMENT, definitions: [] };

/** True if the text has only comments, white space and commas. */
const isEmpty = (text: string): boolean => /^(?:[\s,\ufeff]|#[^\r\n]*(?:[\r\n]|$))*$/.test(text);

/** @throws RequestFailure */
export function operationOf(document: DocumentNode, name: string | undefined): OperationDefinitionNode {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (operations.length > 1 && !name) {
    throw RequestFailure.of('Operation name must by supplied when query has more than 1 operation.');
  }
  const operation = name ? operations.find((node) => node.name?.value === name) : operations[0];
  if (!operation) throw RequestFailure.of(`Supplied operation name ${name ?? ''} isn't present in the request.`);
  return operation;
}
