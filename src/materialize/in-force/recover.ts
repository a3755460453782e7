/** An ontology out of what the registry keeps of it. */
import { readDocument, vocabulary } from '../../ontology';
import type { LoadedOntology } from '../../ontology';
import type { Reading } from '../documents/tasks';
import { readBundle } from './bundle';
import type { NewOntology } from './registry';

type Stored = Pick<NewOntology, 'documents' | 'profile' | 'names'>;

/** The options with which a stored ontology is read as it was loaded. */
export function readingOf({ profile, names }: Pick<Stored, 'profile' | 'names'>): Reading {
  // Only where equality is inferred has it a name.
  const equality = Object.hasOwn(names.properties, vocabulary.owl.sameAs);
  return { profile, previousNames: names, equality };
}

/** @throws OwlgateError, as a load of these documents would */
export async function recoverOntology(stored: Stored): Promise<LoadedOntology> {
  return readDocument(await readBundle(stored.documents), readingOf(stored));
}
