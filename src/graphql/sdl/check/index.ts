/** Dgraph's checks of a parsed SDL document, with Dgraph's messages and positions. */
import type { DocumentNode } from 'graphql';
import type { SchemaProblem } from '../schema-error';
import { checkCustom } from './custom';
import { checkDirectives } from './directives';
import { checkFederation } from './federation';
import { checkField } from './fields';
import { checkNames, checkReserved } from './names';
import { checkPredicates } from './predicates';
import { CheckedSchema } from './schema';
import { checkType } from './types';

/** Returns all problems of a document that `readDocument` can read. */
export function schemaProblems(document: DocumentNode): readonly SchemaProblem[] {
  const schema = new CheckedSchema(document);
  checkReserved(schema);
  // The other rules presuppose valid names.
  if (schema.problems.length > 0) return schema.problems;
  checkNames(schema);
  for (const node of schema.types.values()) checkDirectives(node, schema);
  for (const type of schema.declarations) {
    checkType(type, schema);
    checkFederation(type, schema);
    for (const field of type.fields ?? []) {
      checkField(field, type, schema);
      checkCustom(field, type, schema);
    }
  }
  // Invalid fields would also make predicates disagree.
  if (schema.problems.length === 0) checkPredicates(schema);
  return schema.problems;
}
