/** A batch of an import: written like a mutation, without its limits and without an answer for a client. */
import type { Engine } from '../../dgraph';
import { normalize } from '../../mutation';
import { requireRights } from '../access/requested';
import { Rights } from '../access/rights';
import type { Authority } from '../in-force/in-force';
import type { Contention } from './contention';
import type { WriteContext } from './context';
import { declarePredicates } from './declare';
import { WriteRefusal } from './refusal';
import { storedNodes } from './statements';
import { BatchRefused, type Batch, type BatchOutcome } from './types';
import { refuseDamaged, write } from './write';

interface BatchHost {
  readonly engine: Engine;
  readonly authority: Authority;
  readonly contention: Contention;
  readonly context: () => WriteContext;
}

/**
 * Writes a batch.
 *
 * @param attempts maximum attempts after aborts
 * @throws BatchRefused; VersionChanged, EngineFailure, OwlgateError
 */
export async function writeBatch(
  { statements, credentials, inferenceLimit, stripe, transaction, note }: Batch,
  { engine, authority, contention, context }: BatchHost,
  attempts: number,
): Promise<BatchOutcome> {
  const { reasoning } = context();
  const request = normalize(
    { mutations: [{ set: statements, delete: [] }] },
    { names: reasoning?.loaded.names, isScalar: (predicate) => authority.schema.isScalar(predicate) },
  );
  await requireRights(request, Rights.on(engine), credentials, authority.schema);
  refuseDamaged(request, context());
  const host = {
    engine,
    get schema() {
      return authority.schema;
    },
    refreshSchema: () => authority.refreshSchema(),
  };
  await declarePredicates(request, true, { host, credentials });
  const options = { credentials, stripe, commitNow: transaction === undefined, ...transaction };
  try {
    const outcome = await contention.run(storedNodes(request), transaction ? 1 : attempts, (attempt) =>
      write(request, { ...context(), inferenceLimit, note }, { ...options, attempt }),
    );
    const { start_ts: startTs = 0, hash } = outcome.answer.extensions.txn ?? {};
    const { inferred, retracted, inferenceMs } = outcome;
    return { inferred, retracted, inferenceMs, txn: { startTs, hash } };
  } catch (error) {
    throw error instanceof WriteRefusal ? new BatchRefused(error.errors) : error;
  }
}
