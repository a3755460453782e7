/** Report on a prepared ontology for clients. */
import type { Validation } from '../load/types';
import type { CompiledOntology } from './compile';
import { termsOf } from './terms';

export function validationOf(
  prepared: CompiledOntology & Pick<Validation, 'diff' | 'warnings'>,
): Omit<Validation, 'graphqlSchema'> {
  const { loaded, compiled, diff, warnings } = prepared;
  return { counts: loaded.counts, terms: termsOf(loaded), compiledSchema: compiled.text, diff, warnings };
}
