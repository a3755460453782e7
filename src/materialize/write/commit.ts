/**
 * Commits a client's open transaction with all conflict keys that the cluster holds of it, whatever the client sends.
 *
 * Dgraph checks the keys that come with a commit, and no others. But each alpha keeps those of a transaction that is open,
 * and answers a mutation with all of them that are in the predicate's group. So the gateway ends a transaction with a
 * mutation of its own, the seal, before it commits: a value of `owlgate.lock`, which is where the guards of every write are
 * that a gateway reasoned about. No gateway has to remember anything, and any of them can commit.
 */
import { EngineFailure } from '../../dgraph';
import type { Credentials, TransactionContext } from '../../dgraph';
import { printMutation } from '../../dql';
import { transactionLock, withGuards } from './guards';
import { commitTsOf, findOutcome, giveUp, isOpen } from './outcome';
import type { Begun } from './outcome';
import type { Receipt } from './receipts';
import type { WriteContext } from './write';

export interface CommitRequest {
  readonly startTs: number;
  readonly hash?: string | undefined;
  /** As the client has them. */
  readonly keys: readonly string[];
  readonly preds: readonly string[];
  readonly credentials?: Credentials | undefined;
}

/** Conflict keys of a seal alone: its fence, and the transaction's own. */
const KEYS_OF_SEAL = 2;

/**
 * Commits, and answers as the engine does.
 *
 * @throws EngineFailure, also as an abort where an answer was lost and nothing has been nor will be committed; OwlgateError
 *   OutcomeUnknown, EngineUnreachable
 */
export async function commitTransaction(request: CommitRequest, context: WriteContext): Promise<Buffer> {
  const { engine, headUid, receipts } = context;
  const { startTs, hash, keys, preds, credentials } = request;
  const named = credentials && { credentials };
  if (engine.kind !== 'cluster' || !context.reasoning || headUid === undefined || !receipts) {
    return (await engine.commit({ startTs, ...hashOf(hash), keys, preds, ...named })).body;
  }
  const begun: Begun = { startTs, hash, credentials: engine.identity ? undefined : credentials };
  const receipt = await receipts.take(headUid);
  const sealed = await seal(begun, receipt, context);
  const all = { keys: union(keys, sealed?.keys), preds: union(preds, sealed?.preds) };
  try {
    const { body } = await engine.commit({ startTs, ...hashOf(hash), ...all, ...named });
    receipt.release();
    return body;
  } catch (error) {
    if (isOpen(error)) return settle(error, begun, receipt, context);
    receipt.release();
    const isAborted = error instanceof EngineFailure && error.isAborted;
    // Nothing else was open under this timestamp: its transaction has ended before, and how it did can be asked.
    const wasEnded = isAborted && (sealed?.keys ?? []).length <= KEYS_OF_SEAL;
    const commitTs = wasEnded ? await commitTsOf(engine, begun) : undefined;
    if (commitTs === undefined) throw error;
    return committed({ start_ts: startTs, commit_ts: commitTs });
  }
}

async function seal(begun: Begun, receipt: Receipt, context: WriteContext): Promise<TransactionContext | undefined> {
  const { engine } = context;
  const { startTs, hash, credentials } = begun;
  const nothing = { set: [], delete: [] };
  const mutations = withGuards([nothing], context, [transactionLock(startTs)], receipt.statement);
  try {
    const { extensions } = await engine.mutate(printMutation({ mutations }), {
      contentType: 'application/rdf',
      startTs,
      ...hashOf(hash),
      ...(credentials && { credentials }),
    });
    return extensions.txn;
  } catch (error) {
    receipt.release();
    if (!isOpen(error)) throw error;
    throw (await giveUp(engine, begun)) ? EngineFailure.aborted() : error;
  }
}

async function settle(failure: Error, begun: Begun, receipt: Receipt, context: WriteContext): Promise<Buffer> {
  const outcome = await findOutcome(context.engine, context.receipts!, receipt, begun);
  if (outcome.kind === 'unknown') throw failure;
  receipt.release();
  if (outcome.kind === 'absent') throw EngineFailure.aborted();
  return committed({ start_ts: begun.startTs, commit_ts: outcome.commitTs });
}

/** The engine's answer to a commit. */
const committed = (txn: { readonly start_ts: number; readonly commit_ts?: number | undefined }): Buffer =>
  Buffer.from(JSON.stringify({ data: { code: 'Success', message: 'Done' }, extensions: { txn } }));

const hashOf = (hash: string | undefined): { readonly hash?: string } => (hash === undefined ? {} : { hash });

const union = (a: readonly string[], b: readonly string[] = []): string[] => [...new Set([...a, ...b])];
