/** Predicates resolved against the schema. */
import { plainPredicate, type Predicate } from '../../dql';
import type { SchemaView } from '../storage/view';
import { QueryError } from './errors';
import type { PredicateRef } from './types';

const MAX_NAME = 65_535;

/** @throws QueryError for a name that is too long */
export function resolvePredicate(schema: SchemaView, predicate: Predicate): PredicateRef {
  if (predicate.name.length > MAX_NAME) {
    throw new QueryError(
      `Predicate name length cannot be bigger than 2^16. Predicate: ${predicate.name.slice(0, 80)}`,
      predicate.span,
    );
  }
  const { name, reverse, langs, span } = predicate;
  const declared = schema.predicate(name);
  // Dgraph's default declaration, for a name that it knows and that has no schema.
  const declaration = declared ?? (schema.isKnown(name) ? plainPredicate(name, 'default') : undefined);
  return { name, reverse, langs, declaration, isDeclared: declared !== undefined, span };
}

/** Name of the predicate in an answer. */
export function attributeOf(predicate: Predicate | PredicateRef): string {
  return predicate.reverse ? `~${predicate.name}` : predicate.name;
}

/** Returns the reason why the predicate cannot be read as written. */
export function accessProblem(predicate: PredicateRef): string | undefined {
  const { declaration, name } = predicate;
  if (!declaration) return undefined;
  if (predicate.reverse && !declaration.reverse) return `Predicate ${name} doesn't have reverse edge`;
  if (predicate.langs.length > 0 && !declaration.lang) {
    return (
      'Language tags can only be used with predicates of string type having @lang directive in schema. Got: ' +
      `[${name}]`
    );
  }
  return undefined;
}

/** True for edges, false for values. */
export function isEdge(predicate: PredicateRef): boolean {
  return predicate.reverse || predicate.declaration?.type === 'uid';
}

/** True if values of all languages are requested. */
export function wantsAllLanguages(predicate: PredicateRef): boolean {
  return predicate.langs.length === 1 && predicate.langs[0] === '*';
}
