/** Declaration with a name and a type only. */
import type { PredicateDeclaration, ScalarType } from './ast';

/** `name: type .` */
export function plainPredicate(name: string, type: ScalarType): PredicateDeclaration {
  return {
    kind: 'Predicate',
    name,
    type,
    list: false,
    index: [],
    reverse: false,
    count: false,
    lang: false,
    upsert: false,
    unique: false,
    noconflict: false,
  };
}
