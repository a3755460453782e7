/**
 * Parted write, for a cluster with access control. The client's statements are sent under the client's credentials, so
 * that the engine checks its rights. Entailed facts and guards are sent with the gateway's login, whatever the client's
 * rights. Both mutations share one transaction.
 */
import { abandonTransaction, EngineFailure, readMutateAnswer, replaceTransaction } from '../../dgraph';
import type { Credentials, Engine, MutateAnswer, TransactionContext } from '../../dgraph';
import { isEmptyMutation, withNodes, type Mutation, type MutationRequest, type NodeRef, type NQuad } from '../../dql';
import { OwlgateError } from '../../errors';
import { LostAnswer } from './lost-answer';
import { isOpen } from './outcome';
import { WriteRefusal } from './refusal';
import type { WriteOptions } from './delivery';

interface PartedWrite {
  /** The client's statements, with its query. */
  readonly request: MutationRequest;
  /** The gateway's statements. A blank node label that also occurs in the request names the same node. */
  readonly gatewayStatements: Mutation;
}

/** Sends both parts, in the transaction of the options or in a new one. @throws LostAnswer, EngineFailure */
export async function sendParted(
  engine: Engine,
  { request, gatewayStatements }: PartedWrite,
  options: WriteOptions & { readonly credentials: Credentials },
  isOfClient: boolean,
): Promise<MutateAnswer> {
  const { credentials, commitNow, parameters } = options;
  const gatewayOptions = { commitNow: false };
  const isEmpty = request.mutations.every(isEmptyMutation);
  let open: TransactionContext | undefined =
    options.startTs === undefined ? undefined : { start_ts: options.startTs, ...hashOf(options) };
  let answer: MutateAnswer | undefined;
  let isEnding = false;
  try {
    if (!isEmpty) {
      answer = await engine.mutate(request, {
        ...gatewayOptions,
        ...transactionOf(open),
        credentials,
        ...(parameters && { parameters }),
      });
      open = joined(open, answer.extensions.txn);
    }
    const added = await engine
      .mutate(
        { mutations: [placed(gatewayStatements, answer)] },
        {
          ...gatewayOptions,
          ...transactionOf(open),
        },
      )
      .catch(refuseGatewayStatements);
    open = joined(open, added.extensions.txn)!;
    const first = (answer ??= added);
    if (!commitNow) return withTransaction(first, open);
    isEnding = true;
    const { start_ts: startTs, keys = [], preds = [] } = open;
    const ended = await engine.commit({ startTs, ...hashOf(open), keys, preds });
    return withTransaction(first, { start_ts: startTs, ...ended.txn });
  } catch (error) {
    if (isOpen(error)) {
      const transaction = open && { startTs: open.start_ts, hash: open.hash };
      throw new LostAnswer(error, isEnding, transaction, isEnding ? answer : undefined);
    }
    // A client ends its own transaction, unless half of this write is in it.
    if (open && (!isOfClient || answer)) {
      await abandonTransaction(engine, { startTs: open.start_ts, hash: open.hash });
    }
    throw error;
  }
}

/**
 * Turns an error of the engine about the gateway's statements into a refusal. Its message may reveal facts that the
 * client may not read, so only guardians see it (access/redact.ts).
 */
function refuseGatewayStatements(error: unknown): never {
  if (!(error instanceof EngineFailure) || error.isAborted || error.isPending) throw error;
  throw new WriteRefusal([new OwlgateError('EngineError', { reason: error.message }, { engine: error.errors })]);
}

const hashOf = ({ hash }: { readonly hash?: string | undefined }): { readonly hash?: string } =>
  hash === undefined ? {} : { hash };

const transactionOf = (open: TransactionContext | undefined): { startTs?: number; hash?: string } =>
  open ? { startTs: open.start_ts, ...hashOf(open) } : {};

/** Merges two contexts of one transaction: each answer covers its own part only. */
export function joined(
  before: TransactionContext | undefined,
  txn: TransactionContext | undefined,
): TransactionContext | undefined {
  if (!before || !txn) return txn ?? before;
  const union = (a: readonly string[] = [], b: readonly string[] = []) => [...new Set([...a, ...b])];
  return { ...before, ...txn, keys: union(before.keys, txn.keys), preds: union(before.preds, txn.preds) };
}

/** Replaces labels of nodes that the request has created with their uids. The uids are read only if there are labels. */
function placed(mutation: Mutation, answer: MutateAnswer | undefined): Mutation {
  const node = (ref: NodeRef): NodeRef => {
    if (!answer || ref.kind !== 'blank' || !Object.hasOwn(answer.uids, ref.label)) return ref;
    return { kind: 'uid', uid: answer.uids[ref.label]! };
  };
  const statement = (nquad: NQuad): NQuad => withNodes(nquad, node);
  return { ...mutation, set: mutation.set.map(statement), delete: mutation.delete.map(statement) };
}

/** Replaces the transaction's context in an answer with that of the whole transaction. */
export const withTransaction = ({ body }: MutateAnswer, txn: TransactionContext): MutateAnswer =>
  readMutateAnswer({ status: 200, headers: {}, body: replaceTransaction(body, txn) }, 'the engine');
