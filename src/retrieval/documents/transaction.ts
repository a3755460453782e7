/** Transaction of the gateway: reads from one snapshot, writes in parts, and one commit. */
import { abandonTransaction, EngineFailure, retryAborted, type Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { Snapshot } from '../search/snapshot';

/** JSON mutation: nodes to set, and nodes whose null predicates are deleted. */
interface Part {
  readonly set?: readonly object[];
  readonly delete?: readonly object[];
}

export class Transaction extends Snapshot {
  private readonly keys: string[] = [];
  private readonly preds: string[] = [];
  private hasWritten = false;

  constructor(engine: Engine) {
    super(engine, undefined, false);
  }

  /** @returns uids by blank label */
  async write({ set = [], delete: removed = [] }: Part): Promise<Readonly<Record<string, string>>> {
    if (set.length + removed.length === 0) return {};
    const body = JSON.stringify({ ...(set.length > 0 && { set }), ...(removed.length > 0 && { delete: removed }) });
    const answer = await this.engine.mutate(body, { contentType: 'application/json', ...this.place });
    this.hasWritten = true;
    this.note(answer);
    const { keys = [], preds = [] } = answer.extensions.txn ?? {};
    for (const key of keys) this.keys.push(key);
    for (const pred of preds) this.preds.push(pred);
    return answer.uids;
  }

  /** Commits all writes. @throws EngineFailure after a conflict with another transaction */
  async commit(): Promise<void> {
    if (!this.hasWritten) return this.abandon();
    const { keys, preds } = this;
    await this.engine.commit({ ...this.context, keys: [...new Set(keys)], preds: [...new Set(preds)] });
  }

  /** Discards all writes. */
  async abandon(): Promise<void> {
    if (this.startTs !== undefined) await abandonTransaction(this.engine, this.context);
  }

  private get context(): { readonly startTs: number; readonly hash?: string } {
    return { ...this.place, startTs: this.startTs! };
  }
}

/**
 * Runs a transaction; repeats it after conflicts.
 *
 * @param run work of the transaction; receives the number of earlier attempts
 * @throws errors of `run`; OwlgateError TransactionAborted; the signal's reason
 */
export async function inTransaction<T>(
  engine: Engine,
  signal: AbortSignal,
  run: (transaction: Transaction, attempt: number) => Promise<T>,
): Promise<T> {
  try {
    return await retryAborted(
      async (attempt) => {
        const transaction = new Transaction(engine);
        try {
          const result = await run(transaction, attempt);
          signal.throwIfAborted();
          await transaction.commit();
          return result;
        } catch (error) {
          await transaction.abandon();
          throw error;
        }
      },
      { signal },
    );
  } catch (error) {
    throw error instanceof EngineFailure && error.isAborted ? new OwlgateError('TransactionAborted') : error;
  }
}
