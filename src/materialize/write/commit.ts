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
import type { Keeper } from '../idempotency/keeper';
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
 * @param keeper keeps the answer in the transaction, where it is to be repeated
 * @throws EngineFailure, also as an abort where an answer was lost and nothing has been nor will be committed; OwlgateError
 *   OutcomeUnknown, EngineUnreachable
 */
export async function commitTransaction(
  request: CommitRequest,
  context: WriteContext,
  keeper?: Keeper,
): Promise<Buffer> {
  const { engine, headUid, receipts, reasoning } = context;
  const { startTs, hash, credentials } = request;
  const begun: Begun = { startTs, hash, credentials: engine.identity ? undefined : credentials };
  const isSealed = engine.kind === 'cluster' && reasoning !== undefined && headUid !== undefined;
  const receipt = isSealed && !keeper ? await receipts?.take(headUid) : undefined;
  const isThere = keeper ? () => keeper.isThere() : receipt && receipts && (() => receipts.isThere(receipt));
  let isEnding = false;
  let sealed: TransactionContext | undefined;
  try {
    if (isSealed) sealed = await seal(begun, receipt, context);
    const kept = await keeper?.keep(committed({ start_ts: startTs }).toString(), begun);
    isEnding = true;
    const keys = union(request.keys, sealed?.keys, kept?.keys);
    const preds = union(request.preds, sealed?.preds, kept?.preds);
    const named = credentials && { credentials };
    const { body } = await engine.commit({ startTs, ...hashOf(hash), keys, preds, ...named });
    receipt?.release();
    return body;
  } catch (error) {
    if (isOpen(error)) {
      receipts?.noteLoss();
      if (!isEnding) {
        receipt?.release();
        throw (await giveUp(engine, begun)) ? EngineFailure.aborted() : error;
      }
      if (!isThere) throw error;
      const outcome = await findOutcome(engine, isThere, begun);
      if (outcome.kind === 'unknown') throw error;
      receipt?.release();
      if (outcome.kind === 'absent') throw EngineFailure.aborted();
      return committed({ start_ts: startTs, commit_ts: outcome.commitTs });
    }
    receipt?.release();
    const isAborted = isEnding && error instanceof EngineFailure && error.isAborted;
    // Nothing else was open under this timestamp: its transaction has ended before, and how it did can be asked.
    const wasEnded = isAborted && sealed !== undefined && !keeper && (sealed.keys ?? []).length <= KEYS_OF_SEAL;
    const commitTs = wasEnded ? await commitTsOf(engine, begun) : undefined;
    if (commitTs === undefined) throw error;
    return committed({ start_ts: startTs, commit_ts: commitTs });
  }
}

/** @returns the transaction as the engine has it, with all conflict keys */
async function seal(
  { startTs, hash, credentials }: Begun,
  receipt: Receipt | undefined,
  context: WriteContext,
): Promise<TransactionContext | undefined> {
  const nothing = { set: [], delete: [] };
  const mutations = withGuards([nothing], context, [transactionLock(startTs)], receipt?.statement);
  const { extensions } = await context.engine.mutate(printMutation({ mutations }), {
    contentType: 'application/rdf',
    startTs,
    ...hashOf(hash),
    ...(credentials && { credentials }),
  });
  return extensions.txn;
}

/** The engine's answer to a commit. */
const committed = (txn: { readonly start_ts: number; readonly commit_ts?: number | undefined }): Buffer =>
  Buffer.from(JSON.stringify({ data: { code: 'Success', message: 'Done' }, extensions: { txn } }));

const hashOf = (hash: string | undefined): { readonly hash?: string } => (hash === undefined ? {} : { hash });

const union = (...lists: readonly (readonly string[] | undefined)[]): string[] => [
  ...new Set(lists.flatMap((list) => list ?? [])),
];
