/** Limit of deletes that cannot be carried out in parts: in a client's transaction, or beside set statements. */
import type { NQuad } from '../../../dql';
import { OwlgateError } from '../../../errors';
import type { EngineSchema } from '../../store/engine-schema';
import type { Parts } from '../compose';

/** Maximum edges of one list that one transaction deletes by name: about ten seconds of Dgraph's time. */
export const MAX_EDGES_PER_TRANSACTION = 25_000;

/**
 * Refuses a delete with too many edges in one list.
 *
 * @param deletedCount number of facts that the client's statements delete. If there are few, the write passes,
 *   however many inferred facts it deletes: the client could not divide it into smaller requests
 * @throws OwlgateError DeleteTooLarge
 */
export function refuseTooLarge({ stated, added }: Parts, deletedCount: number, schema: EngineSchema): void {
  if (deletedCount <= MAX_EDGES_PER_TRANSACTION) return;
  const counts = new Map<string, number>();
  const count = (key: string, predicate: string): void => {
    const sum = (counts.get(key) ?? 0) + 1;
    counts.set(key, sum);
    if (sum <= MAX_EDGES_PER_TRANSACTION) return;
    const [node = ''] = key.split(' ');
    throw new OwlgateError(
      'DeleteTooLarge',
      { node, predicate, limit: MAX_EDGES_PER_TRANSACTION },
      { node, predicate, taken: deletedCount },
    );
  };
  for (const { subject, predicate, object } of concat(stated.delete, added.delete)) {
    const declared = schema.get(predicate);
    if (subject.kind !== 'uid' || object.kind !== 'uid' || declared?.count !== true) continue;
    count(`${subject.uid} ${predicate}`, predicate);
    if (declared.reverse) count(`${object.uid} ~${predicate}`, predicate);
  }
}

function* concat(...lists: readonly (readonly NQuad[])[]): Generator<NQuad> {
  for (const list of lists) yield* list;
}
