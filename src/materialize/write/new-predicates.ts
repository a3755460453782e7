/**
 * Limit of predicates without a schema in one mutation. The engine creates each one separately, and slows down as their
 * number grows.
 */
import { OwlgateError } from '../../errors';
import type { MutationRequest } from '../../dql';
import type { EngineSchema } from '../store/engine-schema';

/** The engine's schema, as last read. */
export interface SchemaHost {
  readonly schema: EngineSchema;
  refreshSchema(): Promise<void>;
}

/** @throws OwlgateError TooManyPredicates */
export async function refuseManyPredicates(request: MutationRequest, limit: number, host: SchemaHost): Promise<void> {
  const count = (): number => newPredicates(request, host).size;
  if (count() <= limit) return;
  // Other writes may have created them since the last read of the schema.
  await host.refreshSchema();
  const predicateCount = count();
  if (predicateCount > limit) {
    throw new OwlgateError('TooManyPredicates', { count: predicateCount, limit }, { count: predicateCount, limit });
  }
}

/** Returns the predicates of set statements that the schema lacks. */
export function newPredicates({ mutations }: MutationRequest, { schema }: Pick<SchemaHost, 'schema'>): Set<string> {
  const names = new Set<string>();
  for (const { set } of mutations) {
    for (const { predicate } of set) if (!schema.get(predicate)) names.add(predicate);
  }
  return names;
}
