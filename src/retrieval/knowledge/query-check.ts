/** Check of a DQL query that somebody has written by the names of an ontology, before it is asked. */
import { bind, DqlSyntaxError, parse, type Document } from '../../dql';
import type { EngineSchema } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { requireKnownNames } from './query-names';
import { requirePossible, type TypesOf } from './query-possible';
import type { Vocabulary } from './vocabulary';

/**
 * Parses a query and binds its variables, so that every check sees the values. Dgraph ignores some slips that are
 * refused here: nothing runs unchecked.
 *
 * @param variables values by name with `$`; the others have their defaults
 * @throws OwlgateError InvalidRequest with the engine's words for the mistake
 */
export function parsed(query: string, variables?: Readonly<Record<string, string>>): Document {
  try {
    return bind(parse(query), variables);
  } catch (error) {
    if (!(error instanceof DqlSyntaxError)) throw error;
    throw new OwlgateError('InvalidRequest', { reason: `the engine refuses: ${error.message}` });
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
  document: Document,
  schema: EngineSchema,
  vocabulary: Vocabulary | undefined,
  typesOf: TypesOf,
): Promise<void> {
  requireKnownNames(document, schema, vocabulary);
  if (vocabulary) await requirePossible(document, vocabulary, typesOf);
}
