/** Check of a DQL query that somebody has written by the names of an ontology, before it is asked. */
import { bind, DqlSyntaxError, expandFragments, parse, type Document } from '../../dql';
import type { EngineSchema } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { requireKnownNames } from './query-names';
import { requirePossible, type TypesOf } from './query-possible';
import { requireBounded, type Ask } from './query-work';
import type { Vocabulary } from './vocabulary';

/**
 * Parses a query, expands its fragments and binds its variables, so that every check sees what runs. Dgraph ignores some slips that are
 * refused here: nothing runs unchecked.
 *
 * @param variables values by name with `$`; the others have their defaults
 * @throws OwlgateError InvalidRequest with the engine's words for the mistake
 */
export function parsed(query: string, variables?: Readonly<Record<string, string>>): Document {
  try {
    return bind(expandFragments(parse(query)), variables);
  } catch (error) {
    if (!(error instanceof DqlSyntaxError)) throw error;
    throw new OwlgateError('InvalidRequest', { reason: `the engine refuses: ${error.message}` });
  }
}

interface CheckOptions {
  /** As the client may see it. */
  readonly schema: EngineSchema;
  /** Of the ontology in force, if there is one. */
  readonly vocabulary: Vocabulary | undefined;
  readonly typesOf: TypesOf;
  readonly ask: Ask;
}

/**
 * Refuses a query with names that nothing has, or that asks something of nodes that cannot have it: its empty answer
 * would read like evidence. Refuses one that would follow too many paths, too.
 *
 * @throws OwlgateError InvalidRequest with the reason, and similar names; EngineFailure
 */
export async function requireAnswerable(
  document: Document,
  { schema, vocabulary, typesOf, ask }: CheckOptions,
): Promise<void> {
  requireKnownNames(document, schema, vocabulary);
  if (vocabulary) await requirePossible(document, vocabulary, typesOf);
  await requireBounded(document, schema, ask);
}
