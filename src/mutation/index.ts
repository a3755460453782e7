/** The mutation room: request body → normalized statements; statements ↔ facts. Pure. */
export { ONTOLOGY_DATATYPES } from './datatypes';
export { isBlockless, isMutationType, readMutationBody, TRIPLE_TYPES } from './body';
export {
  INFERRED_FACET,
  isOwnPredicate,
  normalize,
  ONTOLOGY_FACET,
  RESERVED_PREFIX,
  TYPE_PREDICATE,
} from './normalize';
export type { InexactNames } from './normalize';
export {
  BLANK_INDIVIDUAL,
  GRAPH_FACET,
  INFERRED_GRAPH,
  iriOfName,
  isSkolemIri,
  nameOfIri,
  SKOLEM,
} from './graph-names';
export { isTooLongForExact, MAX_KEY_BYTES } from './index-keys';
export { canonicalValue, languageOf, literalOf, literalTerm, parseLiteralTerm } from './literals';
export { withoutRepeats } from './repeats';
export { storageTypeOf } from './datatypes';
export { tripleStatement } from './triples';
