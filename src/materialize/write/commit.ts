/**
 * Commits a client's open transaction with all conflict keys that the cluster holds, whatever the client sends.
 *
 * Dgraph checks only the keys that come with a commit. Each alpha keeps the keys of an open transaction, and answers a
 * mutation with all of them that belong to the predicate's group. So the gateway sends one last mutation before the
 * commit, the seal: a value of `owlgate.lock`, the predicate that holds the guards of all reasoned writes. The gateway
 * keeps no state of the transaction, so any gateway can commit it.
 */
import { EngineFailure } from '../../dgraph';
import type { Credentials, TransactionContext, TransactionId } from '../../dgraph';
import type { AnswerRecorder } from '../idempotency/answer-recorder';
import { transactionLock, withGuards } from './guards';
import { commitTsOf, findOutcome, giveUp, isOpen } from './outcome';
import type { Receipt } from './receipts';
import type { WriteContext } from './context';

interface CommitRequest {
  readonly startTs: number;
  readonly hash?: string | undefined;
  /** Conflict keys as the client sent them. */
  readonly keys: readonly string[];
  readonly preds: readonly string[];
  readonly credentials?: Credentials | undefined;
}

/** Number of conflict keys of a seal alone: fence and transaction lock. */
const KEYS_OF_SEAL = 2;

/**
 * Commits a transaction.
 *
 * @param recorder stores the answer in the transaction, for a request with an `Idempotency-Key`
 * @returns the engine's answer
 * @throws EngineFailure, also as an abort if the answer was lost and nothing is or will be committed;
 *   OwlgateError OutcomeUnknown, EngineUnreachable
 */
export async function commitTransaction(
  request: CommitRequest,
  context: WriteContext,
  recorder?: AnswerRecorder,
): Promise<Buffer> {
  const { engine, headUid, receipts, reasoning } = context;
  const { startTs, hash, credentials } = request;
  const transaction: TransactionId = { startTs, hash, credentials: engine.identity ? undefined : credentials };
  const isSealed = engine.kind === 'cluster' && reasoning !== undefined && headUid !== undefined;
  const receipt = isSealed && !recorder ? await receipts?.take(headUid) : undefined;
  const isThere = recorder ? () => recorder.isThere() : receipt && receipts && (() => receipts.isThere(receipt));
  let isEnding = false;
  let sealed: TransactionContext | undefined;
  try {
    if (isSealed) sealed = await seal(transaction, receipt, context);
    const recorded = await recorder?.record(committed({ start_ts: startTs }).toString(), transaction);
    isEnding = true;
    const keys = union(request.keys, sealed?.keys, recorded?.keys);
    const preds = union(request.preds, sealed?.preds, recorded?.preds);
    const clientCredentials = credentials && { credentials };
    const { body } = await engine.commit({ startTs, ...hashOf(hash), keys, preds, ...clientCredentials });
    receipt?.release();
    return body;
  } catch (error) {
    if (isOpen(error)) {
      receipts?.noteLoss();
      if (!isEnding) {
        receipt?.release();
        throw (await giveUp(engine, transaction)) ? EngineFailure.aborted() : error;
      }
      if (!isThere) throw error;
      const outcome = await findOutcome(engine, isThere, transaction);
      if (outcome.kind === 'unknown') throw error;
      receipt?.release();
      if (outcome.kind === 'absent') throw EngineFailure.aborted();
      return committed({ start_ts: startTs, commit_ts: outcome.commitTs });
    }
    receipt?.release();
    const isAborted = isEnding && error instanceof EngineFailure && error.isAborted;
    // A seal with no other keys means that the transaction had already ended; the engine can report its outcome.
    const wasEnded = isAborted && sealed !== undefined && !recorder && (sealed.keys ?? []).length <= KEYS_OF_SEAL;
    const commitTs = wasEnded ? await commitTsOf(engine, transaction) : undefined;
    if (commitTs === undefined) throw error;
    return committed({ start_ts: startTs, commit_ts: commitTs });
  }
}

/** @returns the engine's context of the transaction, with all conflict keys */
async function seal(
  { startTs, hash, credentials }: TransactionId,
  receipt: Receipt | undefined,
  context: WriteContext,
): Promise<TransactionContext | undefined> {
  const nothing = { set: [], delete: [] };
  const mutations = withGuards([nothing], context, [transactionLock(startTs)], {
    isAdditive: true,
    receipt: receipt?.statement,
  });
  const { extensions } = await context.engine.mutate(
    { mutations },
    { startTs, ...hashOf(hash), ...(credentials && { credentials }) },
  );
  return extensions.txn;
}

/** Answer to a commit, in the engine's shape. */
const committed = (txn: { readonly start_ts: number; readonly commit_ts?: number | undefined }): Buffer =>
  Buffer.from(JSON.stringify({ data: { code: 'Success', message: 'Done' }, extensions: { txn } }));

const hashOf = (hash: string | undefined): { readonly hash?: string } => (hash === undefined ? {} : { hash });

const union = (...lists: readonly (readonly string[] | undefined)[]): string[] => [
  ...new Set(lists.flatMap((list) => list ?? [])),
];
