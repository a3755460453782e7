/** Canonical texts of an ontology's statements, for comparison. */
export { canonicalStatements } from './statements';
export type { CanonicalStatement } from './statements';
export { abbreviated, mentions } from './renderer';
