/** Writes that may share a transaction with others: independent statements, whose effect does not depend on order. */
import type { MutationRequest, NQuad } from '../../../dql';
import { TYPE_PREDICATE } from '../../../mutation';
import type { WriteContext } from '../context';
import type { WriteOptions } from '../delivery';

/** Maximum statements of a write that waits for others. A larger one gains nothing from company. */
const MAX_STATEMENTS = 200;

/**
 * Returns the number of statements of a write that may share a transaction; undefined for a write that must have its
 * own: of a client's transaction, with an idempotency record, with a query, conditions or variables, that deletes whole
 * lists or nodes, that uses predicates unknown to the schema, whose type the first statement decides, or that is large.
 * A repeated write is alone, since its first attempt may have failed because of company.
 */
export function statementsOf(
  { query, mutations }: MutationRequest,
  { schema, damage, along }: WriteContext,
  { commitNow, startTs, recorder, attempt = 1, parameters = {} }: WriteOptions,
): number | undefined {
  const isOwn = query !== undefined || mutations.length === 0 || damage !== undefined || along !== undefined;
  if (isOwn || !commitNow || startTs !== undefined || recorder || attempt > 1) return undefined;
  if (Object.keys(parameters).length > 0) return undefined;
  const isPlain = ({ subject, predicate, object }: NQuad): boolean =>
    subject.kind !== 'uidVar' &&
    object.kind !== 'uidVar' &&
    object.kind !== 'valVar' &&
    object.kind !== 'star' &&
    (predicate === TYPE_PREDICATE || (!predicate.startsWith('dgraph.') && schema.get(predicate) !== undefined));
  let count = 0;
  for (const { cond, set, delete: deletes } of mutations) {
    count += set.length + deletes.length;
    if (cond !== undefined || count > MAX_STATEMENTS || !set.every(isPlain) || !deletes.every(isPlain)) {
      return undefined;
    }
  }
  return count;
}
