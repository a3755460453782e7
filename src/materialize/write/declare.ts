/** Predicates that a write has to have declared before it is sent. */
import type { Credentials } from '../../dgraph';
import { printPredicate } from '../../dql';
import type { MutationRequest, NQuad } from '../../dql/mutation/ast';
import { IRI_PREDICATE } from '../../schema';
import type { Surroundings } from './carry-out';
import { singleEdges, taggedTexts } from './hints';

export interface Declaring {
  readonly surroundings: Pick<Surroundings, 'engine' | 'schema' | 'refreshSchema'>;
  /** The client's. */
  readonly credentials: Credentials | undefined;
}

/**
 * Makes predicates that the engine alone would not make as the request wants them: that of IRIs, single edges of JSON, and
 * of triples texts with languages.
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
  const [own, clients] = [identities(), others()];
  if (own.length + clients.length === 0) return;
  // The predicate of IRIs is the gateway's to make; the others are made for the client, and in its name.
  const isApart = engine.identity !== undefined;
  const operations = isApart ? [own, clients] : [[...own, ...clients]];
  for (const [i, lines] of operations.entries()) {
    if (lines.length > 0) await engine.alter(lines.join('\n'), isApart && i === 1 ? credentials : undefined);
  }
  await surroundings.refreshSchema();
}

/** Whether a request names nodes by IRIs, so that the engine has to know the predicate of identities. */
function namesNodesByIri({ mutations }: MutationRequest): boolean {
  const isIri = ({ subject, object }: NQuad) => subject.kind === 'iri' || object.kind === 'iri';
  return mutations.some((mutation) => mutation.set.some(isIri) || mutation.delete.some(isIri));
}
