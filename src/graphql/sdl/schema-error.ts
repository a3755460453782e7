/** Faults of a GraphQL schema, with positions. */
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

/** Source name of generated SDL. Users never see its lines. */
export const GENERATED_SOURCE = 'made';

/** Position of a node; zeros for generated SDL. */
export function placeOf(node: ASTNode | undefined): { readonly line: number; readonly column: number } {
  const { startToken, source } = node?.loc ?? {};
  return startToken && source?.name !== GENERATED_SOURCE
    ? { line: startToken.line, column: startToken.column }
    : { line: 0, column: 0 };
}
