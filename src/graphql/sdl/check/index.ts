/** What Dgraph has against a document of SDL, beyond that it can be read: told in its words, with the place. */
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

/** Every problem of a document that `readDocument` reads. */
export function schemaProblems(document: DocumentNode): readonly SchemaProblem[] {
  const schema = new CheckedSchema(document);
  checkReserved(schema);
  // The other rules are about what is a schema.
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
  // What is wrong with fields makes predicates disagree, too.
  if (schema.problems.length === 0) checkPredicates(schema);
  return schema.problems;
}
