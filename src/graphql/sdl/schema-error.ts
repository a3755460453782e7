/** What is wrong with a GraphQL schema: every problem with its place. */
import type { ASTNode } from 'graphql';

export interface SchemaProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

export class GraphqlSchemaError extends Error {
  constructor(readonly problems: readonly SchemaProblem[]) {
    super(problems.map(({ message, line }) => (line > 0 ? `line ${line}: ${message}` : message)).join('\n'));
  }
}

export const problem = (message: string, node?: ASTNode): SchemaProblem => ({ message, ...placeOf(node) });

/** Name of the source of SDL that is made, not written: nobody has seen its lines. */
export const MADE = 'made';

/** Zeros where there is none that anybody has seen. */
export function placeOf(node: ASTNode | undefined): { readonly line: number; readonly column: number } {
  const { startToken, source } = node?.loc ?? {};
  return startToken && source?.name !== MADE
    ? { line: startToken.line, column: startToken.column }
    : { line: 0, column: 0 };
}
