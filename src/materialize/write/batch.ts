/** A batch of an import: written like a mutation, without its limits and without an answer for a client. */
import { EngineFailure, type Engine, type MutateAnswer } from '../../dgraph';
import type { MutationRequest } from '../../dql';
import { normalize } from '../../mutation';
import { effectFor, refusalFor } from '../access/redact';
import { requireRights } from '../access/requested';
import { Rights } from '../access/rights';
import type { Authority } from '../in-force/in-force';
import type { Contention } from './contention';
import type { WriteContext } from './context';
import { declarePredicates } from './declare';
import type { Consequences } from './delivery';
import { newPredicates } from './new-predicates';
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
export async function writeBatch(batch: Batch, host: BatchHost, attempts: number): Promise<BatchOutcome> {
  for (let isRepeated = false; ; isRepeated = true) {
    const { request, hasUndeclared } = await prepare(batch, host);
    const { transaction, foreseen } = batch;
    // The engine ends a transaction with a refused statement.
    const isLast = isRepeated || !hasUndeclared || (transaction !== undefined && !foreseen);
    try {
      return await send(request, batch, host, attempts);
    } catch (error) {
      // The engine declares a predicate by its first statement. From then on, an IRI may stand for a text.
      if (isLast || !(error instanceof EngineFailure && error.isFinal)) throw error;
    } finally {
      if (hasUndeclared && !foreseen) await host.authority.refreshSchema();
    }
  }
}

/** Answer to statements that are not sent. */
const UNSENT: MutateAnswer = {
  ...{ code: 'Success', message: 'Done', uids: {}, queries: null, extensions: {} },
  body: Buffer.alloc(0),
};

interface Prepared {
  readonly request: MutationRequest;
  /** True if the schema lacks a predicate of the batch. */
  readonly hasUndeclared: boolean;
}

/** Checks the statements of a batch, and declares predicates for them. */
async function prepare(
  { statements, credentials, foreseen }: Batch,
  { engine, authority, context }: BatchHost,
): Promise<Prepared> {
  const names = context().reasoning?.loaded.names;
  const schema = {
    isScalar: (predicate: string) => authority.schema.isScalar(predicate) || foreseen?.isScalar(predicate) === true,
    isGeometry: (predicate: string) => authority.schema.isGeometry(predicate),
    hasExactIndex: (predicate: string) => authority.schema.hasExactIndex(predicate),
  };
  const read = (): MutationRequest => normalize({ mutations: [{ set: statements, delete: [] }] }, { names, schema });
  const request = read();
  await requireRights(request, Rights.on(engine), credentials, authority.schema);
  refuseDamaged(request, context());
  const host = {
    engine,
    get schema() {
      return authority.schema;
    },
    refreshSchema: () => authority.refreshSchema(),
  };
  const hasUndeclared = newPredicates(request, host).size > 0;
  if (foreseen) foreseen.declareFirst(request.mutations);
  else await declarePredicates(request, 'import', { host, credentials });
  // An IRI stands for a text under a predicate that was declared for texts.
  return { request: hasUndeclared ? read() : request, hasUndeclared };
}

async function send(
  request: MutationRequest,
  { credentials, inferenceLimit, stripe, transaction, isUnsent = false, foreseen, note }: Batch,
  { engine, contention, context }: BatchHost,
  attempts: number,
): Promise<BatchOutcome> {
  const reader = { engine, rights: Rights.on(engine), credentials };
  const options = { credentials, stripe, commitNow: transaction === undefined, ...transaction };
  const unsent = isUnsent && { deliver: () => Promise.resolve(UNSENT) };
  const noted = note && (async (consequences: Consequences) => note(await effectFor(consequences, reader)));
  try {
    const outcome = await contention.run(
      () => storedNodes(request),
      transaction ? 1 : attempts,
      (attempt) =>
        write(request, { ...context(), inferenceLimit, foreseen, note: noted, ...unsent }, { ...options, attempt }),
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
