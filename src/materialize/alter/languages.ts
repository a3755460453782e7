/** Predicates that may have values in languages. */
import type { PredicateDeclaration } from '../../dql';

/** Returns true for a predicate for which `@lang` can be declared: of single strings that are not unique. */
export const takesLanguages = ({ type, list, lang, unique }: PredicateDeclaration): boolean =>
  type === 'string' && !list && !lang && !unique;
