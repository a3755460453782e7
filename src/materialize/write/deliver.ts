/**
 * Delivery of a write: sends the client's statements, the added ones, the guards and the receipt in one transaction.
 * Determines the outcome after a lost answer.
 */
import { beginTransaction, contextOf, EngineFailure } from '../../dgraph';
import type { MutateAnswer, TransactionContext } from '../../dgraph';
import { isEmptyMutation, joinMutations, nodeKey, printAhead, type Mutation, type MutationRequest } from '../../dql';
import { OwlgateError } from '../../errors';
import { printLossless } from '../../util/json';
import type { AnswerRecorder } from '../idempotency/answer-recorder';
import { transactionLock, withGuards } from './guards';
import { LostAnswer } from './lost-answer';
import { findOutcome, giveUp, isOpen } from './outcome';
import type { Outcome } from './outcome';
import { joined, sendParted, withTransaction } from './parted-write';
import type { Receipt } from './receipts';
import type { WriteContext } from './context';
import type { DeliveryOptions, Parcel, WriteOptions } from './delivery';

export const NOTHING_ADDED: Mutation = { set: [], delete: [] };

/**
 * Sends a write.
 *
 * @throws the signal's reason; EngineFailure, also as an abort if the answer was lost and nothing is or will be
 *   committed; OwlgateError AnswerLost for a committed write whose answer cannot be reconstructed; OutcomeUnknown
 */
export async function deliver(
  original: Parcel,
  context: WriteContext,
  options: DeliveryOptions,
): Promise<MutateAnswer> {
  options.signal?.throwIfAborted();
  const { receipts, headUid, along } = context;
  const parcel = along ? { ...original, added: joinMutations(original.added, along) } : original;
  const isWrite = parcel.request.mutations.length > 0;
  const recorder = isWrite ? options.recorder : undefined;
  const isReceived = isWrite && options.commitNow && !recorder && headUid !== undefined;
  const receipt = isReceived ? await receipts?.take(headUid) : undefined;
  try {
    const answer = recorder
      ? await attemptKept(parcel, recorder, context, options)
      : await attempt(parcel, receipt, context, options);
    receipt?.release();
    const { txn } = answer.extensions;
    if (txn) {
      context.groups?.note(txn);
      context.noteTransaction?.(txn);
    }
    return answer;
  } catch (error) {
    if (error instanceof LostAnswer) return settle(error, parcel, receipt, context, { ...options, recorder });
    receipt?.release();
    throw error;
  }
}

/**
 * Sends a write with an idempotency record in three steps: the write, the record with its answer, the commit of both.
 */
async function attemptKept(
  parcel: Parcel,
  recorder: AnswerRecorder,
  context: WriteContext,
  options: DeliveryOptions,
): Promise<MutateAnswer> {
  const { engine } = context;
  const { commitNow, credentials, isOfClient = options.startTs !== undefined } = options;
  const locks = isOfClient && commitNow ? [transactionLock(options.startTs!)] : [];
  const open = { ...parcel, guards: [...parcel.guards, ...locks] };
  const answer = await attempt(open, undefined, context, { ...options, isOfClient, commitNow: false });
  const { txn } = answer.extensions;
  if (!txn) throw new OwlgateError('EngineError', { reason: 'its answer names no transaction' });
  const { start_ts: startTs, hash } = txn;
  const openTransaction = { startTs, hash, ...(!engine.identity && { credentials }) };
  let isEnding = false;
  try {
    const expectedAnswer = commitNow ? withTransaction(answer, { start_ts: startTs }) : answer;
    const joinedContext = joined(
      txn,
      await recorder.record(
        (await parcel.composeAnswer?.(expectedAnswer)) ?? expectedAnswer.body.toString(),
        openTransaction,
      ),
    )!;
    if (!commitNow) return withTransaction(answer, joinedContext);
    isEnding = true;
    const { keys = [], preds = [] } = joinedContext;
    const ended = await engine.commit({ ...contextOf(openTransaction), keys, preds });
    return withTransaction(answer, { start_ts: startTs, ...ended.txn });
  } catch (error) {
    if (isOpen(error)) throw new LostAnswer(error, isEnding, openTransaction, isEnding ? answer : undefined);
    // The statements are in the transaction already. A client that committed it would store a write that was refused.
    await giveUp(engine, openTransaction, 0);
    throw error;
  }
}

async function attempt(
  parcel: Parcel,
  receipt: Receipt | undefined,
  context: WriteContext,
  deliveryOptions: DeliveryOptions,
): Promise<MutateAnswer> {
  const { engine } = context;
  const { credentials, isOfClient = deliveryOptions.startTs !== undefined } = deliveryOptions;
  const options =
    receipt && context.receipts?.isCautious ? await withTransactionBegun(context, deliveryOptions) : deliveryOptions;
  const { request, added, isAdditive } = parcel;
  const fence = { isAdditive, receipt: receipt?.statement };
  const guards =
    isOfClient && deliveryOptions.commitNow
      ? [...parcel.guards, transactionLock(deliveryOptions.startTs!)]
      : parcel.guards;
  if (engine.identity && credentials) {
    const [gatewayStatements = added] = withGuards([added], context, guards, fence);
    if (!isEmptyMutation(gatewayStatements)) {
      return sendParted(engine, { request, gatewayStatements }, { ...options, credentials }, isOfClient);
    }
  }
  const [first, ...others] = request.mutations;
  const mutations = isEmptyMutation(added) || !first ? request.mutations : [joinMutations(first, added), ...others];
  const guarded = { ...request, mutations: withGuards(mutations, context, guards, fence) };
  try {
    return await send(guarded, context, options);
  } catch (error) {
    if (!isOpen(error)) throw error;
    const { startTs, hash } = options;
    throw new LostAnswer(error, options.commitNow, startTs === undefined ? undefined : { startTs, hash, credentials });
  }
}

/** Begins a transaction, so that it can be aborted after a lost answer. @returns options with its timestamp */
async function withTransactionBegun({ engine }: WriteContext, options: DeliveryOptions): Promise<DeliveryOptions> {
  if (options.startTs !== undefined) return options;
  const { startTs, hash } = await beginTransaction(engine, engine.identity ? undefined : options.credentials);
  return { ...options, isOfClient: false, startTs, ...(hash !== undefined && { hash }) };
}

/** Determines the outcome of a write after a lost answer. @returns the answer, if the write was committed */
async function settle(
  { failure, isEnding, transaction, answer }: LostAnswer,
  parcel: Parcel,
  receipt: Receipt | undefined,
  { engine, receipts }: WriteContext,
  { isOfClient, recorder }: DeliveryOptions,
): Promise<MutateAnswer> {
  receipts?.noteLoss();
  if (!isEnding) {
    receipt?.release();
    // The timestamp of a transaction is lost with its first answer, so nobody can commit it.
    if (!transaction && isOfClient !== true) throw EngineFailure.aborted();
    if (transaction && (await giveUp(engine, transaction))) throw EngineFailure.aborted();
    throw failure;
  }
  const isThere = recorder ? () => recorder.isThere() : receipt && receipts && (() => receipts.isThere(receipt));
  if (!isThere) throw failure;
  const outcome = await findOutcome(engine, isThere, transaction);
  if (outcome.kind === 'unknown') throw failure;
  receipt?.release();
  if (outcome.kind === 'absent') throw EngineFailure.aborted();
  const { commitTs: commit_ts } = outcome;
  const txn = { ...(transaction && { start_ts: transaction.startTs }), ...(commit_ts !== undefined && { commit_ts }) };
  return answer && transaction
    ? withTransaction(answer, { start_ts: transaction.startTs, ...txn })
    : reconstructedAnswer(parcel, txn, outcome);
}

/**
 * Reconstructs the answer to a committed write after a lost answer.
 *
 * @throws OwlgateError AnswerLost if the answer would contain uids or query results
 */
function reconstructedAnswer(
  { request, added, newNodes = countNewNodes([...request.mutations, added]) }: Parcel,
  txn: Partial<TransactionContext>,
  outcome: Outcome & { kind: 'committed' },
): MutateAnswer {
  const hasResults = request.query !== undefined;
  if (newNodes > 0 || hasResults) throw answerLost(newNodes, hasResults, outcome.commitTs);
  const body = { data: { code: 'Success', message: 'Done', queries: null, uids: {} }, extensions: { txn } };
  return {
    code: 'Success',
    message: 'Done',
    uids: {},
    queries: null,
    extensions: { txn: txn as TransactionContext },
    body: Buffer.from(printLossless(body)),
  };
}

/** Returns the error of a committed write whose answer cannot be reconstructed. */
export function answerLost(newNodes: number, hasResults: boolean, commitTs: number | undefined): OwlgateError {
  const lostParts = [
    ...(newNodes > 0 ? [`the uids of its new nodes (${newNodes})`] : []),
    ...(hasResults ? ['the results of its query'] : []),
  ];
  const lost = `${lostParts.join(' and ')} ${newNodes > 0 ? 'are' : 'is'}`;
  return new OwlgateError('AnswerLost', { lost }, commitTs === undefined ? {} : { commitTs });
}

/** Returns the number of nodes that mutations create. */
export const countNewNodes = (mutations: readonly Mutation[]): number =>
  new Set(mutations.flatMap(({ set }) => set.flatMap(labelsOf))).size;

/**
 * Prints the statements of a parcel, so that another thread only has to send them. The gateway's statements keep their
 * labels on a cluster with access control: there they become uids (parted-write.ts).
 */
export function printParcel({ request, added, ...rest }: Parcel, hasRights: boolean): Parcel {
  return {
    ...rest,
    request: { ...request, mutations: request.mutations.map((mutation) => printAhead(mutation)) },
    added: printAhead(added, hasRights ? 'delete' : undefined),
    newNodes: countNewNodes([...request.mutations, added]),
  };
}

const labelsOf = ({ subject, object }: Mutation['set'][number]): string[] =>
  [subject, object].flatMap((term) => (term.kind === 'blank' || term.kind === 'uidVar' ? [nodeKey(term)] : []));

export async function send(
  request: MutationRequest,
  { engine }: WriteContext,
  { credentials, commitNow, startTs, hash, parameters }: WriteOptions,
): Promise<MutateAnswer> {
  return engine.mutate(request, {
    commitNow,
    ...(credentials && { credentials }),
    ...(startTs !== undefined && { startTs }),
    ...(hash !== undefined && { hash }),
    ...(parameters && { parameters }),
  });
}
