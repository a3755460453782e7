/** Declaration of predicates before a write is sent. */
import type { Credentials } from '../../dgraph';
import { printPredicate, type MutationRequest, type NQuad } from '../../dql';
import { IRI_PREDICATE } from '../../schema';
import type { MutationHost } from './carry-out';
import { singleEdges, taggedTexts } from './hints';

interface Declaring {
  readonly surroundings: Pick<MutationHost, 'engine' | 'schema' | 'refreshSchema'>;
  /** Credentials of the client. */
  readonly credentials: Credentials | undefined;
}

/**
 * Declares predicates that the engine would create with another type than the request needs: the predicate of IRIs,
 * single edges of JSON, and texts with languages of triples.
 */
export async function declarePredicates(
  request: MutationRequest,
  isTriples: boolean,
  { surroundings, credentials }: Declaring,
): Promise<void> {
  const { engine } = surroundings;
  const identities = () =>
    namesNodesByIri(request) && !surroundings.schema.get(IRI_PREDICATE.name) ? [printPredicate(IRI_PREDICATE)] : [];
  const others = () => [
    ...singleEdges(request.mutations, surroundings.schema),
    ...(isTriples ? taggedTexts(request.mutations, surroundings.schema) : []),
  ];
  if (identities().length + others().length === 0) return;
  await surroundings.refreshSchema();
  const [identityLines, clientLines] = [identities(), others()];
  if (identityLines.length + clientLines.length === 0) return;
  // The gateway declares the predicate of IRIs with its own login, and the others under the client's credentials.
  const isApart = engine.identity !== undefined;
  const operations = isApart ? [identityLines, clientLines] : [[...identityLines, ...clientLines]];
  for (const [i, lines] of operations.entries()) {
    if (lines.length > 0) await engine.alter(lines.join('\n'), isApart && i === 1 ? credentials : undefined);
  }
  await surroundings.refreshSchema();
}

/** Returns true for a request that names nodes by IRIs; the engine then needs the predicate of IRIs. */
function namesNodesByIri({ mutations }: MutationRequest): boolean {
  const isIri = ({ subject, object }: NQuad) => subject.kind === 'iri' || object.kind === 'iri';
  return mutations.some((mutation) => mutation.set.some(isIri) || mutation.delete.some(isIri));
}
