/**
 * Limit of predicates without a schema in one mutation. The engine creates each one separately, and the more it has the
 * slower it is.
 */
import { OwlgateError } from '../../errors';
import type { MutationRequest } from '../../dql';
import type { MutationHost } from './carry-out';

/** @throws OwlgateError TooManyPredicates */
export async function refuseManyPredicates(
  request: MutationRequest,
  limit: number,
  surroundings: Pick<MutationHost, 'schema' | 'refreshSchema'>,
): Promise<void> {
  const count = (): number => newPredicates(request, surroundings).size;
  if (count() <= limit) return;
  // Other writes may have created them since the last read of the schema.
  await surroundings.refreshSchema();
  const predicateCount = count();
  if (predicateCount > limit) {
    throw new OwlgateError('TooManyPredicates', { count: predicateCount, limit }, { count: predicateCount, limit });
  }
}

function newPredicates({ mutations }: MutationRequest, { schema }: Pick<MutationHost, 'schema'>): Set<string> {
  const names = new Set<string>();
  for (const { set } of mutations) {
    for (const { predicate } of set) if (!schema.get(predicate)) names.add(predicate);
  }
  return names;
}
