/**
 * Limit of predicates without a schema in one mutation. The engine creates each one separately, and the more it has the
 * slower it is.
 */
import { OwlgateError } from '../../errors';
import type { MutationRequest } from '../../dql/mutation/ast';
import type { Surroundings } from './carry-out';

/** @throws OwlgateError TooManyPredicates */
export async function refuseManyPredicates(
  request: MutationRequest,
  limit: number,
  surroundings: Pick<Surroundings, 'schema' | 'refreshSchema'>,
): Promise<void> {
  const count = (): number => newPredicates(request, surroundings).size;
  if (count() <= limit) return;
  // Other writes may have created them since the last read of the schema.
  await surroundings.refreshSchema();
  const found = count();
  if (found > limit) {
    throw new OwlgateError('TooManyPredicates', { count: found, limit }, { count: found, limit });
  }
}

function newPredicates({ mutations }: MutationRequest, { schema }: Pick<Surroundings, 'schema'>): Set<string> {
  const names = new Set<string>();
  for (const { set } of mutations) {
    for (const { predicate } of set) if (!schema.get(predicate)) names.add(predicate);
  }
  return names;
}
