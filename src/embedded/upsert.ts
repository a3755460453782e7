/** /mutate requests: read before anything of the data is known, and decided once the query has been answered. */
import type { Document, Filter } from '../dql/ast';
import type { MutationRequest } from '../dql/mutation/ast';
import { mutationVariables, parseCondition, prepare } from '../dql';
import { evaluateCondition, type ConditionVariables, type QueryResult } from './execute';
import {
  readMutation,
  validateMutation,
  VariableExpansion,
  verifyUnique,
  verifyUniqueWithin,
  type QuadMutation,
} from './mutate';
import { RequestError, type MutateAnswer } from './requests';
import type { StoreView } from './storage';

/** A request of which nothing depends on the data any more. */
export interface Upsert {
  readonly query?: Document;
  readonly mutations: readonly { readonly quads: QuadMutation; readonly condition: Filter | undefined }[];
}

/**
 * As in Dgraph, nobody looks at a condition where there is no query.
 *
 * @param validate refuses what the writer may not write
 * @throws DqlSyntaxError, MutationError, ValueError, RequestError
 */
export function readUpsert(request: MutationRequest, validate = validateMutation): Upsert {
  const text = request.query?.trim() ?? '';
  const given =
    text === '' ? request.mutations.map((mutation) => ({ ...mutation, cond: undefined })) : request.mutations;
  const mutations = given.map((mutation) => {
    const quads = readMutation(mutation);
    validate(quads);
    const cond = mutation.cond?.trim() ?? '';
    return { quads, condition: cond === '' ? undefined : parseCondition(cond) };
  });
  const used = mutationVariables(given);
  if (text !== '') {
    const internal = mutations.flatMap(({ condition }, i) => (condition ? [`__dgraph_upsertcheck_${i}__`] : []));
    return { query: prepare(text, { used, internal }), mutations };
  }
  if (used.length > 0) throw new RequestError(`variables [${used.join(' ')}] not defined`);
  return { mutations };
}

/** What is left of an upsert once its query has been answered. */
export interface Decision {
  readonly mutations: readonly QuadMutation[];
  /** `@unique` had something to check. Dgraph does that by a query of its own, whose empty answer it passes on. */
  readonly checked: boolean;
}

/**
 * The mutations whose condition holds, with the variables of the query put in, once `@unique` allows them.
 *
 * @throws MutationError, QueryError
 */
export function decide(upsert: Upsert, result: QueryResult | undefined, view: StoreView): Decision {
  const known: ConditionVariables = result ?? { uidVariables: new Map(), valueVariables: new Map() };
  const chosen = upsert.mutations
    .filter(({ condition }) => condition === undefined || evaluateCondition(condition, known, view))
    .map(({ quads }) => quads);
  const variables = result && {
    uids: (name: string) => result.uidVariables.get(name) ?? [],
    values: (name: string) => result.valueVariables.get(name),
  };
  const checked = verifyUnique(chosen, view, variables);
  const expansion = variables && new VariableExpansion(variables);
  const expanded = expansion ? chosen.map((mutation) => expansion.expand(mutation)) : chosen;
  verifyUniqueWithin(expanded, view);
  return { mutations: expanded, checked };
}

const NO_COUNTS: ReadonlyMap<string, number> = new Map();

/** What the answer to a mutation says of its query. */
export function queriesOf(
  result: QueryResult | undefined,
  { checked }: Decision,
): Pick<MutateAnswer, 'queries' | 'counts'> {
  if (result) return { queries: result.json, counts: result.counts };
  return { ...(checked && { queries: '{}' }), counts: NO_COUNTS };
}
