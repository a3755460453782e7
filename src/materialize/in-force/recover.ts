/** Recovery of an ontology from its stored documents. */
import { readDocument, vocabulary } from '../../ontology';
import type { LoadedOntology } from '../../ontology';
import type { Reading } from '../documents/load-tasks';
import { readBundle } from './bundle';
import type { NewOntology } from './registry';

type Stored = Pick<NewOntology, 'documents' | 'profile' | 'names'>;

/** Returns the options that read a stored ontology as it was loaded. */
export function readingOf({ profile, names }: Pick<Stored, 'profile' | 'names'>): Reading {
  // owl:sameAs has a name only if equality is inferred.
  const equality = Object.hasOwn(names.properties, vocabulary.owl.sameAs);
  return { profile, previousNames: names, equality };
}

/** @throws OwlgateError, as a load of these documents would */
export async function recoverOntology(stored: Stored): Promise<LoadedOntology> {
  return readDocument(await readBundle(stored.documents), readingOf(stored));
}
