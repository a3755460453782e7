/** Statements of a request, without its conditions and variables. */
import { nodeKey, type Mutation, type MutationRequest, type NQuad, type PredicateHint } from '../../dql';
import { mergeHints } from './hints';

/** Statements without conditions, with their variables resolved. */
export interface Statements {
  /** Cardinality that JSON gives to predicates without a schema: list or single. */
  readonly hints?: ReadonlyMap<string, PredicateHint> | undefined;
  readonly set: readonly NQuad[];
  readonly delete: readonly NQuad[];
}

/** Merges several mutations without conditions. */
export const mergeMutations = (mutations: readonly Mutation[]): Statements => ({
  hints: mergeHints(mutations),
  set: mutations.flatMap(({ set }) => set),
  delete: mutations.flatMap((mutation) => mutation.delete),
});

/** Returns the nodes of a request that may be stored, as terms. A variable is combined with its query. */
export function storedNodes({ mutations, query = '' }: MutationRequest): string[] {
  const nodes = new Set<string>();
  const note = (term: NQuad['object']): void => {
    if (term.kind === 'uid' || term.kind === 'iri') nodes.add(nodeKey(term));
    else if (term.kind === 'uidVar') nodes.add(`${nodeKey(term)} ${query}`);
  };
  for (const mutation of mutations) {
    for (const statements of [mutation.set, mutation.delete]) {
      for (const { subject, object } of statements) {
        note(subject);
        note(object);
      }
    }
  }
  return [...nodes];
}
