/** The body of /alter, refused where it cannot be carried out. */
import type { SchemaDocument } from '../../dql/schema/ast';
import { parseSchema, readAlter, type AlterOperation } from '../../dql';
import { AlterError } from './errors';

export type Operation =
  | { readonly kind: 'schema'; readonly document: SchemaDocument }
  | Exclude<AlterOperation, { readonly kind: 'schema' | 'invalid' | 'unreadable' }>;

/** @throws AlterError, and DqlSyntaxError for a schema that cannot be read */
export function readOperation(body: string): Operation {
  const operation = readAlter(body);
  if (operation.kind === 'invalid') throw new AlterError(operation.reason);
  if (operation.kind !== 'schema' && operation.kind !== 'unreadable') return operation;
  // The parser refuses what is unreadable, in Dgraph's words.
  return { kind: 'schema', document: parseSchema(operation.text) };
}
