/** /mutate requests: parsed without the data, and decided once the query has been answered. */
import { mutationVariables, parseCondition, prepare, type Document, type Filter, type MutationRequest } from '../dql';
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

/** Parsed request, before anything of the data is read. */
export interface Upsert {
  readonly query?: Document;
  readonly mutations: readonly { readonly quads: QuadMutation; readonly condition: Filter | undefined }[];
}

/**
 * Parses a request. As in Dgraph, conditions are ignored without a query.
 *
 * @param validate refuses statements that the writer may not send
 * @throws DqlSyntaxError, MutationError, ValueError, RequestError
 */
export function readUpsert(request: MutationRequest, validate = validateMutation): Upsert {
  const text = request.query?.trim() ?? '';
  const mutationsSent =
    text === '' ? request.mutations.map((mutation) => ({ ...mutation, cond: undefined })) : request.mutations;
  const mutations = mutationsSent.map((mutation) => {
    const quads = readMutation(mutation);
    validate(quads);
    const cond = mutation.cond?.trim() ?? '';
    return { quads, condition: cond === '' ? undefined : parseCondition(cond) };
  });
  const used = mutationVariables(mutationsSent);
  if (text !== '') {
    const conditionBlocks = mutations.flatMap(({ condition }, i) => (condition ? [`__dgraph_upsertcheck_${i}__`] : []));
    return { query: prepare(text, { used, internal: conditionBlocks }), mutations };
  }
  if (used.length > 0) throw new RequestError(`variables [${used.join(' ')}] not defined`);
  return { mutations };
}

/** Mutations of an upsert after its query has been answered. */
export interface Decision {
  readonly mutations: readonly QuadMutation[];
  /** True if `@unique` had values to check. Dgraph checks them by a query, and returns its empty answer. */
  readonly checked: boolean;
}

/**
 * Selects the mutations whose condition holds, replaces their variables, and checks `@unique`.
 *
 * @throws MutationError, QueryError
 */
export function decide(upsert: Upsert, result: QueryResult | undefined, view: StoreView): Decision {
  const conditionVariables: ConditionVariables = result ?? { uidVariables: new Map(), valueVariables: new Map() };
  const chosen = upsert.mutations
    .filter(({ condition }) => condition === undefined || evaluateCondition(condition, conditionVariables, view))
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

/** Returns the query's part of a mutation's answer. */
export function queriesOf(
  result: QueryResult | undefined,
  { checked }: Decision,
): Pick<MutateAnswer, 'queries' | 'counts'> {
  if (result) return { queries: result.json, counts: result.counts };
  return { ...(checked && { queries: '{}' }), counts: NO_COUNTS };
}
