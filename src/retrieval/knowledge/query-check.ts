/** Check of a DQL query that somebody has written by the names of an ontology, before it is asked. */
import { parse, type Document } from '../../dql';
import type { EngineSchema } from '../../dgraph';
import { requireKnownNames } from './query-names';
import { requirePossible, type TypesOf } from './query-possible';
import type { Vocabulary } from './vocabulary';

/** Parses a query; undefined for one that the engine has to refuse, with its own message. */
export function parsed(query: string): Document | undefined {
  try {
    return parse(query);
  } catch {
    return undefined;
  }
}

/**
 * Refuses a query with names that nothing has, or that asks something of nodes that cannot have it: its empty answer
 * would read like evidence.
 *
 * @param vocabulary of the ontology in force, if there is one
 * @throws OwlgateError InvalidRequest with the reason, and similar names
 */
export async function requireAnswerable(
  document: Document | undefined,
  schema: EngineSchema,
  vocabulary: Vocabulary | undefined,
  typesOf: TypesOf,
): Promise<void> {
  if (!document) return;
  requireKnownNames(document, schema, vocabulary?.classes.keys());
  if (vocabulary) await requirePossible(document, vocabulary, typesOf);
}
