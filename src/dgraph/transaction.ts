/** Transactions by their identification: begun by a read, continued, and ended without a commit. */
import { OwlgateError } from '../errors';
import type { Credentials, Engine, TransactionContext } from './types';

/** Query whose answer has no data, and a transaction. */
export const READ_NOTHING = '{ q(func: uid(0x1)) { uid } }';

/** Identification of a transaction that has begun. */
export interface TransactionId {
  readonly startTs: number;
  /** Proof by which an engine with access control lets a request continue the transaction. */
  readonly hash?: string | undefined;
  /** Credentials of its requests; default: the gateway's login. */
  readonly credentials?: Credentials | undefined;
}

/** Parameters that name a transaction in a request. */
export const contextOf = ({ startTs, hash, credentials }: TransactionId) => ({
  startTs,
  ...(hash !== undefined && { hash }),
  ...(credentials && { credentials }),
});

/** Returns the identification of the transaction of an answer; undefined if the answer names none. */
export const transactionOf = (
  txn: TransactionContext | undefined,
  credentials?: Credentials,
): TransactionId | undefined => txn && { startTs: txn.start_ts, hash: txn.hash, credentials };

/**
 * Begins a transaction by reading nothing.
 *
 * @throws as Engine does; OwlgateError EngineError if the answer names no transaction
 */
export async function beginTransaction(
  engine: Pick<Engine, 'query'>,
  credentials?: Credentials,
): Promise<TransactionId> {
  const { extensions } = await engine.query(READ_NOTHING, credentials ? { credentials } : {});
  const transaction = transactionOf(extensions.txn, credentials);
  if (!transaction) throw new OwlgateError('EngineError', { reason: 'its answer names no transaction' });
  return transaction;
}

/** Aborts a transaction. Failures do not matter: the engine forgets an open transaction by itself. */
export async function abandonTransaction(engine: Pick<Engine, 'commit'>, transaction: TransactionId): Promise<void> {
  await engine.commit({ ...contextOf(transaction), abort: true }).catch(() => undefined);
}
