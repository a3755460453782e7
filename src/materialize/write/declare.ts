/** Declaration of predicates before a write is sent. */
import type { Credentials, Engine } from '../../dgraph';
import { printPredicate, type Mutation, type MutationRequest, type NQuad } from '../../dql';
import { IRI_PREDICATE } from '../../schema';
import { firstDeclarations } from './first-statements';
import { declaration, singleEdges, taggedTexts } from './hints';
import type { EngineSchema } from '../store/engine-schema';
import type { SchemaHost } from './new-predicates';

interface DeclarationContext {
  readonly host: SchemaHost & { readonly engine: Engine };
  /** Credentials of the client. */
  readonly credentials: Credentials | undefined;
}

/**
 * Declares predicates that the engine would create with another type than the request needs: the predicate of IRIs,
 * predicates of single edges in JSON, predicates of texts with a language in triples, and in imports those of statements
 * of several types.
 */
export async function declarePredicates(
  request: MutationRequest,
  kind: Kind,
  { host, credentials }: DeclarationContext,
): Promise<void> {
  const { engine } = host;
  const identities = () =>
    namesNodesByIri(request) && !host.schema.get(IRI_PREDICATE.name) ? [printPredicate(IRI_PREDICATE)] : [];
  const others = () => [...singleEdges(request.mutations, host.schema), ...LINES[kind](request.mutations, host.schema)];
  // Nodes are looked up by IRI only if the schema has the predicate, which another gateway may have declared.
  const isOutdated = writesIris(request) && !host.schema.get(IRI_PREDICATE.name);
  if (identities().length + others().length === 0 && !isOutdated) return;
  await host.refreshSchema();
  const [identityLines, clientLines] = [identities(), others()];
  if (identityLines.length + clientLines.length === 0) return;
  // The gateway declares the predicate of IRIs with its own login, and the others under the client's credentials.
  const isApart = engine.identity !== undefined;
  const operations = isApart ? [identityLines, clientLines] : [[...identityLines, ...clientLines]];
  for (const [i, lines] of operations.entries()) {
    if (lines.length > 0) await engine.alter(lines.join('\n'), isApart && i === 1 ? credentials : undefined);
  }
  await host.refreshSchema();
}

type Kind = 'json' | 'triples' | 'import';

/** Returns lines of /alter by the kind of a request. */
const LINES: Readonly<Record<Kind, (mutations: readonly Mutation[], schema: EngineSchema) => string[]>> = {
  json: () => [],
  triples: taggedTexts,
  import: (mutations, schema) => {
    const first = firstDeclarations(mutations, (name) => schema.get(name) !== undefined);
    return [...first].map(([name, declared]) => declaration(name, declared));
  },
};

/** Returns true for a request that sets IRIs of nodes as values. */
const writesIris = ({ mutations }: MutationRequest): boolean =>
  mutations.some(({ set }) => set.some(({ predicate }) => predicate === IRI_PREDICATE.name));

/** Returns true for a request that names nodes by IRIs; the engine then needs the predicate of IRIs. */
function namesNodesByIri({ mutations }: MutationRequest): boolean {
  const isIri = ({ subject, object }: NQuad) => subject.kind === 'iri' || object.kind === 'iri';
  return mutations.some((mutation) => mutation.set.some(isIri) || mutation.delete.some(isIri));
}
