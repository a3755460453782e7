/** Report on a prepared ontology for clients. */
import type { OntologyTerms, Validation } from '../load/types';
import type { CompiledOntology } from './compile';

export function validationOf(
  prepared: CompiledOntology & Pick<Validation, 'diff' | 'warnings'>,
): Omit<Validation, 'graphqlSchema'> {
  const { loaded, compiled, diff, warnings } = prepared;
  return { counts: loaded.counts, terms: termsOf(loaded), compiledSchema: compiled.text, diff, warnings };
}

/** Returns the names of an ontology's classes and properties. */
export function termsOf({ reduced, names }: CompiledOntology['loaded']): OntologyTerms {
  const { classes, objectProperties, dataProperties } = reduced;
  return {
    classes: new Map([...classes].map((iri) => [iri, names.class(iri) ?? iri])),
    properties: new Map([...objectProperties, ...dataProperties].map((iri) => [iri, names.property(iri) ?? iri])),
  };
}
