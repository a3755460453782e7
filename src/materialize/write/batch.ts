/** A batch of an import: written like a mutation, without its limits and without an answer for a client. */
import type { Engine } from '../../dgraph';
import { normalize } from '../../mutation';
import { effectFor, refusalFor } from '../access/redact';
import { requireRights } from '../access/requested';
import { Rights } from '../access/rights';
import type { Authority } from '../in-force/in-force';
import type { Contention } from './contention';
import type { WriteContext } from './context';
import { declarePredicates } from './declare';
import type { Consequences } from './delivery';
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
  const reader = { engine, rights: Rights.on(engine), credentials };
  await requireRights(request, reader.rights, credentials, authority.schema);
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
  const noted = note && (async (consequences: Consequences) => note(await effectFor(consequences, reader)));
  try {
    const outcome = await contention.run(storedNodes(request), transaction ? 1 : attempts, (attempt) =>
      write(request, { ...context(), inferenceLimit, note: noted }, { ...options, attempt }),
    );
    const { start_ts: startTs = 0, hash } = outcome.answer.extensions.txn ?? {};
    const { inferenceMs } = outcome;
    return { ...(await effectFor(outcome, reader)), inferenceMs, txn: { startTs, hash } };
  } catch (error) {
    if (!(error instanceof WriteRefusal)) throw error;
    const isOverflow = error.errors.some(({ code }) => code === 'InferenceOverflow');
    throw new BatchRefused((await refusalFor(error, reader, request)).errors, isOverflow);
  }
}
