/**
 * A write to a cluster with access control: what the client states is sent in the client's name, so that the engine refuses
 * what it may not do; what follows, and the guards, in the gateway's, whatever the client may do. Both in one transaction.
 */
import { EngineFailure } from '../../dgraph';
import type { Credentials, Engine, MutateAnswer, TransactionContext } from '../../dgraph';
import { printMutation, withNodes } from '../../dql';
import type { Mutation, MutationRequest, NodeRef, NQuad } from '../../dql/mutation/ast';
import { OwlgateError } from '../../errors';
import { parseLossless, printLossless } from '../../util/json';
import { LostAnswer } from './lost-answer';
import { isOpen } from './outcome';
import { Refusal } from './refusal';
import type { WriteOptions } from './write';

export interface PartedWrite {
  /** What the client states, with its query. */
  readonly request: MutationRequest;
  /** What the gateway adds. Its labels may be those of the request: then they are the same nodes. */
  readonly own: Mutation;
}

/** Sends both, in the transaction of the options or in one of its own. @throws LostAnswer, EngineFailure */
export async function sendParted(
  engine: Engine,
  { request, own }: PartedWrite,
  options: WriteOptions & { readonly credentials: Credentials },
  isOfClient: boolean,
): Promise<MutateAnswer> {
  const { credentials, commitNow, parameters } = options;
  const mine = { contentType: 'application/rdf' as const, commitNow: false };
  const isEmpty = request.mutations.every((mutation) => mutation.set.length + mutation.delete.length === 0);
  let open: TransactionContext | undefined =
    options.startTs === undefined ? undefined : { start_ts: options.startTs, ...hashOf(options) };
  let answer: MutateAnswer | undefined;
  let isEnding = false;
  try {
    if (!isEmpty) {
      answer = await engine.mutate(printMutation(request), {
        ...mine,
        ...transactionOf(open),
        credentials,
        ...(parameters && { parameters }),
      });
      open = joined(open, answer.extensions.txn);
    }
    const added = await engine
      .mutate(printMutation({ mutations: [placed(own, answer?.uids ?? {})] }), { ...mine, ...transactionOf(open) })
      .catch(refuseOwn);
    open = joined(open, added.extensions.txn)!;
    const first = (answer ??= added);
    if (!commitNow) return withTransaction(first, open);
    isEnding = true;
    const { start_ts: startTs, keys = [], preds = [] } = open;
    const ended = await engine.commit({ startTs, ...hashOf(open), keys, preds });
    return withTransaction(first, { start_ts: startTs, ...ended.txn });
  } catch (error) {
    if (isOpen(error)) {
      const begun = open && { startTs: open.start_ts, hash: open.hash };
      throw new LostAnswer(error, isEnding, begun, isEnding ? answer : undefined);
    }
    // The client's is the client's to end.
    if (open && !isOfClient) {
      await engine.commit({ startTs: open.start_ts, abort: true, ...hashOf(open) }).catch(() => undefined);
    }
    throw error;
  }
}

/** The engine's words about what the gateway adds tell facts of others: they are for guardians (access/redact.ts). */
function refuseOwn(error: unknown): never {
  if (!(error instanceof EngineFailure) || error.isAborted || error.isPending) throw error;
  throw new Refusal([new OwlgateError('EngineError', { reason: error.message }, { engine: error.errors })]);
}

const hashOf = ({ hash }: { readonly hash?: string | undefined }): { readonly hash?: string } =>
  hash === undefined ? {} : { hash };

const transactionOf = (open: TransactionContext | undefined): { startTs?: number; hash?: string } =>
  open ? { startTs: open.start_ts, ...hashOf(open) } : {};

/** What a transaction has read and written so far: each answer tells of its own part. */
export function joined(
  before: TransactionContext | undefined,
  txn: TransactionContext | undefined,
): TransactionContext | undefined {
  if (!before || !txn) return txn ?? before;
  const union = (a: readonly string[] = [], b: readonly string[] = []) => [...new Set([...a, ...b])];
  return { ...before, ...txn, keys: union(before.keys, txn.keys), preds: union(before.preds, txn.preds) };
}

/** Nodes that the request has made, in place of their labels. */
function placed(mutation: Mutation, uids: Readonly<Record<string, string>>): Mutation {
  const node = (ref: NodeRef): NodeRef => {
    const uid = ref.kind === 'blank' && Object.hasOwn(uids, ref.label) ? uids[ref.label] : undefined;
    return uid === undefined ? ref : { kind: 'uid', uid };
  };
  const statement = (nquad: NQuad): NQuad => withNodes(nquad, node);
  return { ...mutation, set: mutation.set.map(statement), delete: mutation.delete.map(statement) };
}

/** The engine's answer, with how the whole transaction stands. */
export function withTransaction(answer: MutateAnswer, txn: TransactionContext): MutateAnswer {
  const body = parseLossless(answer.body.toString()) as { readonly extensions?: object };
  const extensions = { ...body.extensions, txn };
  return {
    ...answer,
    extensions: { ...answer.extensions, txn },
    body: Buffer.from(printLossless({ ...body, extensions })),
  };
}
