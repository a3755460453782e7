/** Ownership of predicates and types: the user's, Dgraph's, or the gateway's. */
import { INFERRED_FACET, isOwnPredicate, ONTOLOGY_FACET, TYPE_PREDICATE } from '../mutation';

export { INFERRED_FACET, ONTOLOGY_FACET, TYPE_PREDICATE };

/**
 * Returns true for Dgraph's own names: access control, GraphQL schema. Every engine has its own, so they are not moved.
 */
export const isDgraphName = (name: string): boolean => /^dgraph\./i.test(name);

/** Returns true if statements with this predicate move from one engine to another. */
export const isMoved = (predicate: string): boolean => predicate === TYPE_PREDICATE || !isDgraphName(predicate);

/** Returns true for the gateway's own predicates: those of the registry of ontologies, and of indexed documents. */
export const isRegistry = isOwnPredicate;

/** Edges of the registry, now and in its earlier layout; written last, after the nodes that they lead to. */
export const REGISTRY_EDGES: ReadonlySet<string> = new Set(['owlgate.link', 'owlgate.current']);

/**
 * Returns true for predicates of indexed documents (docs/retrieval.md). A load that omits the registry omits them, too;
 * documents then have to be added again.
 */
export const isDocumentPredicate = (name: string): boolean => /^owlgate\.(?:document|chunk|embedding)\./.test(name);
