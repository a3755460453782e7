/** Report on a prepared ontology for clients. */
import type { Validation } from '../load/types';
import type { CompiledOntology } from './compile';
import { termsOf } from './terms';

export function validationOf(
  prepared: CompiledOntology & Pick<Validation, 'warnings'>,
): Omit<Validation, 'graphqlSchema' | 'diff'> {
  const { loaded, compiled, warnings } = prepared;
  return { counts: loaded.counts, terms: termsOf(loaded), compiledSchema: compiled.text, warnings };
}
