/** A transaction of the gateway's own: reads at one moment, writes in parts, and one commit. */
import { EngineFailure, retryAborted, type Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';

/** What JSON mutations take: nodes to write, and nodes whose predicates are removed where they are null. */
export interface Part {
  readonly set?: readonly object[];
  readonly delete?: readonly object[];
}

export class Transaction {
  private startTs: number | undefined;
  private hash: string | undefined;
  private readonly keys: string[] = [];
  private readonly preds: string[] = [];
  private hasWritten = false;

  constructor(private readonly engine: Engine) {}

  async query<Data>(text: string, variables?: Readonly<Record<string, string>>): Promise<Data> {
    const { startTs, hash } = this;
    const { data, extensions } = await this.engine.query<Data>(text, {
      ...(variables && { variables }),
      ...(startTs !== undefined && { startTs }),
      ...(hash !== undefined && { hash }),
    });
    this.startTs ??= extensions.txn?.start_ts;
    this.hash ??= extensions.txn?.hash;
    return data;
  }

  /** @returns uids by blank label */
  async write({ set = [], delete: removed = [] }: Part): Promise<Readonly<Record<string, string>>> {
    if (set.length + removed.length === 0) return {};
    const body = JSON.stringify({ ...(set.length > 0 && { set }), ...(removed.length > 0 && { delete: removed }) });
    const { startTs, hash } = this;
    const { uids, extensions } = await this.engine.mutate(body, {
      contentType: 'application/json',
      ...(startTs !== undefined && { startTs }),
      ...(hash !== undefined && { hash }),
    });
    this.hasWritten = true;
    this.startTs ??= extensions.txn?.start_ts;
    this.hash ??= extensions.txn?.hash;
    for (const key of extensions.txn?.keys ?? []) this.keys.push(key);
    for (const pred of extensions.txn?.preds ?? []) this.preds.push(pred);
    return uids;
  }

  /** Ends it: what was written is there, all of it. @throws EngineFailure where another one was faster */
  async commit(): Promise<void> {
    if (!this.hasWritten) return this.abandon();
    const { keys, preds } = this;
    await this.engine.commit({ ...this.context(), keys: [...new Set(keys)], preds: [...new Set(preds)] });
  }

  /** Ends it with nothing written. */
  async abandon(): Promise<void> {
    if (this.startTs === undefined) return;
    await this.engine.commit({ ...this.context(), abort: true }).catch(() => undefined);
  }

  private context(): { readonly startTs: number; readonly hash?: string } {
    return { startTs: this.startTs!, ...(this.hash !== undefined && { hash: this.hash }) };
  }
}

/**
 * Runs a transaction from its start until no other one is in its way.
 *
 * @param run gets the number of attempts before, too
 * @throws what `run` throws; OwlgateError TransactionAborted; the signal's reason
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
