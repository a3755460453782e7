/** Canonical texts of an ontology's statements, for comparison. */
export { canonicalStatements } from './statements';
export { abbreviated, mentions } from './renderer';
