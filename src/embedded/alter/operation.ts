/** Body of /alter. */
import { parseSchema, readAlter, type AlterOperation, type SchemaDocument } from '../../dql';
import { AlterError } from './errors';

export type Operation =
  | { readonly kind: 'schema'; readonly document: SchemaDocument }
  | Exclude<AlterOperation, { readonly kind: 'schema' | 'invalid' | 'unreadable' }>;

/** @throws AlterError, and DqlSyntaxError for an invalid schema */
export function readOperation(body: string): Operation {
  const operation = readAlter(body);
  if (operation.kind === 'invalid') throw new AlterError(operation.reason);
  if (operation.kind !== 'schema' && operation.kind !== 'unreadable') return operation;
  // The parser refuses unreadable text with Dgraph's message.
  return { kind: 'schema', document: parseSchema(operation.text) };
}
