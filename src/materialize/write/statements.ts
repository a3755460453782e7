/** Statements of a request, without its conditions and variables. */
import { EngineFailure } from '../../dgraph';
import { nodeKey, type Mutation, type MutationRequest, type NQuad, type PredicateHint } from '../../dql';
import { withoutRepeats } from '../../mutation';
import { mergeHints } from './hints';

/** Statements without conditions, with their variables resolved. */
export interface Statements {
  /** Cardinality that JSON gives to predicates without a schema: list or single. */
  readonly hints?: ReadonlyMap<string, PredicateHint> | undefined;
  readonly set: readonly NQuad[];
  readonly delete: readonly NQuad[];
  /** Number of set statements of earlier mutations, by position of the delete. Absent if none has any. */
  readonly setsBefore?: readonly number[] | undefined;
  /** Values that replaced the one value of their place before a later mutation deleted them. */
  readonly emptied?: readonly NQuad[] | undefined;
}

/**
 * Merges several mutations without conditions.
 *
 * @throws EngineFailure in the engine's words for a delete at a blank node that no statement sets
 */
export function mergeMutations(mutations: readonly Mutation[]): Statements {
  const set: NQuad[] = [];
  const deletes: NQuad[] = [];
  const setsBefore: number[] = [];
  for (const mutation of mutations) {
    for (const nquad of mutation.delete) {
      deletes.push(nquad);
      setsBefore.push(set.length);
    }
    for (const nquad of mutation.set) set.push(nquad);
  }
  const isOrdered = setsBefore.some((count) => count > 0);
  refuseUnknownLabels(set, deletes);
  const rest = { hints: mergeHints(mutations), delete: deletes };
  if (isOrdered) return { ...rest, set, setsBefore };
  return { ...rest, set: mutations.length > 1 ? withoutRepeats(set) : set };
}

function refuseUnknownLabels(set: readonly NQuad[], deletes: readonly NQuad[]): void {
  const deleted = deletes.flatMap(labelsOf);
  if (deleted.length === 0) return;
  const labels = new Set(set.flatMap(labelsOf));
  const unknown = deleted.find((label) => !labels.has(label));
  if (unknown !== undefined) throw EngineFailure.refusing(`: UID not found/generated for xid _:${unknown}\n`);
}

const labelsOf = ({ subject, object }: NQuad): string[] =>
  [subject, object].flatMap((term) => (term.kind === 'blank' ? [term.label] : []));

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
