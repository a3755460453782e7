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

export function problem(message: string, node?: ASTNode): SchemaProblem {
  const { line = 0, column = 0 } = node?.loc?.startToken ?? {};
  return { message, line, column };
}
