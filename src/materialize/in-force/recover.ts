/** An ontology out of what the registry keeps of it. */
import { readDocument, vocabulary } from '../../ontology';
import type { LoadedOntology } from '../../ontology';
import { readBundle } from './bundle';
import type { NewOntology } from './registry';

/** @throws OwlgateError, as a load of these documents would */
export async function recoverOntology({
  documents,
  profile,
  names: previousNames,
}: Pick<NewOntology, 'documents' | 'profile' | 'names'>): Promise<LoadedOntology> {
  // Only where equality is inferred has it a name.
  const equality = Object.hasOwn(previousNames.properties, vocabulary.owl.sameAs);
  return readDocument(await readBundle(documents), { profile, previousNames, equality });
}
