/** Whose a predicate or a type is: the user's, Dgraph's, or the gateway's. */
import { INFERRED_FACET, isOwnPredicate, ONTOLOGY_FACET, TYPE_PREDICATE } from '../mutation';

export { INFERRED_FACET, ONTOLOGY_FACET, TYPE_PREDICATE };

/** Dgraph's own: its access control, its GraphQL schema. An engine has these for itself, and another one's are not for it. */
export const isDgraphs = (name: string): boolean => /^dgraph\./i.test(name);

/** A statement under this predicate moves from one engine to another. */
export const isMoved = (predicate: string): boolean => predicate === TYPE_PREDICATE || !isDgraphs(predicate);

/** Of the gateway's registry of ontologies. */
export const isRegistry = isOwnPredicate;

/** Who leads to the ontology in force: written last, when all that it leads to is there. */
export const REGISTRY_HEAD = 'owlgate.current';

/** Of documents that were brought in (docs/retrieval.md): to a gateway they are brought in again. */
export const isOfDocuments = (name: string): boolean => /^owlgate\.(?:document|chunk|embedding)\./.test(name);
