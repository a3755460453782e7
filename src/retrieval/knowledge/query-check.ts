/** Check of a DQL query that somebody has written by the names of an ontology, before it is asked. */
import type { EngineSchema } from '../../dgraph';
import { requireKnownNames } from './query-names';
import { requirePossible, type TypesOf } from './query-possible';
import type { Vocabulary } from './vocabulary';

/**
 * Refuses a query with names that nothing has, or that asks something of nodes that cannot have it: its empty answer
 * would read like evidence.
 *
 * @param vocabulary of the ontology in force, if there is one
 * @throws OwlgateError InvalidRequest with the reason, and similar names
 */
export async function requireAnswerable(
  query: string,
  schema: EngineSchema,
  vocabulary: Vocabulary | undefined,
  typesOf: TypesOf,
): Promise<void> {
  requireKnownNames(query, schema, vocabulary?.classes.keys());
  if (vocabulary) await requirePossible(query, vocabulary, typesOf);
}
