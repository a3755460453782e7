/** Names of an ontology's terms. */
import type { Iri, LoadedTerms } from '../../ontology';

/** Dgraph names of an ontology's terms, by IRI. */
export interface OntologyTerms {
  readonly classes: ReadonlyMap<Iri, string>;
  readonly properties: ReadonlyMap<Iri, string>;
}

/** Returns the names of an ontology's classes and properties. */
export function termsOf({ reduced, names }: Pick<LoadedTerms, 'reduced' | 'names'>): OntologyTerms {
  const { classes, objectProperties, dataProperties } = reduced;
  return {
    classes: new Map([...classes].map((iri) => [iri, names.class(iri) ?? iri])),
    properties: new Map([...objectProperties, ...dataProperties].map((iri) => [iri, names.property(iri) ?? iri])),
  };
}
