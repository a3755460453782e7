/** Checks across the declarations of a schema document. */
import type { Span } from '../ast';
import { DqlSyntaxError, startOf } from '../errors';
import type { PredicateDeclaration, SchemaDocument } from './ast';

/**
 * Makes the checks of /alter that need no store: no repeated declarations, `@upsert` and `@unique` with the index they
 * require, no predicate named `uid`.
 *
 * @throws DqlSyntaxError with Dgraph's text
 */
export function validateSchema(document: SchemaDocument): void {
  const predicates = new Set<string>();
  for (const predicate of document.predicates) {
    if (predicates.has(predicate.name)) fail(predicate.span, `predicate ${predicate.name} defined multiple times`);
    predicates.add(predicate.name);
    checkPredicate(predicate);
  }
  const types = new Set<string>();
  for (const { name, span } of document.types) {
    if (types.has(name)) fail(span, `type ${name} defined multiple times`);
    types.add(name);
  }
}

function checkPredicate({ name, type, index, upsert, unique, span }: PredicateDeclaration): void {
  if (name === 'uid') fail(span, `Cannot create user-defined predicate with internal name ${name}`);
  if (unique) {
    const indexed = index.some((i) => i.tokenizer === 'hash' || i.tokenizer === 'exact' || i.tokenizer === 'int');
    if (type !== 'string' && type !== 'int') {
      fail(span, `@unique directive not supported on [${type.toUpperCase()}] type predicate`);
    }
    const missing = type === 'int' ? 'int index' : 'either hash or exact index';
    if (!indexed) fail(span, `index for predicate [${name}] is missing, add ${missing} with @unique`);
  } else if (upsert && index.length === 0) {
    fail(span, `Index tokenizer is mandatory for: [${name}] when specifying @upsert directive`);
  }
}

function fail(span: Span | undefined, reason: string): never {
  throw DqlSyntaxError.forSpan(span ? startOf(span) : { line: 1, column: 1, offset: 0 }, reason);
}
