/**
 * Check of the start timestamps that clients send. Dgraph (v25.4) waits forever for a timestamp that it has not issued
 * yet; only clients that invent timestamps send one.
 */
import { OwlgateError } from '../errors';
import { READ_NOTHING } from './transaction';
import type { Engine } from './types';

/** Time for which a request waits before its timestamp is checked, so that the check delays none. */
const PATIENCE_MS = 2_000;

export class Timestamps {
  /** Latest timestamp known to be issued. All earlier ones have been issued, too. */
  private latest = 0;

  constructor(private readonly engine: Pick<Engine, 'query'>) {}

  /** Records a timestamp that the engine has issued. */
  observe(startTs: number | undefined): void {
    if (startTs !== undefined && startTs > this.latest) this.latest = startTs;
  }

  /**
   * Checks that the engine has issued a timestamp; asks the engine only if it is later than any known one.
   *
   * @throws OwlgateError InvalidRequest if the engine has not issued it; as Engine does
   */
  async confirm(startTs: number): Promise<void> {
    if (startTs <= this.latest) return;
    // Opens a new transaction, whose start is later than all issued timestamps.
    const { extensions } = await this.engine.query(READ_NOTHING);
    this.latest = Math.max(this.latest, extensions.txn?.start_ts ?? 0);
    if (startTs <= this.latest || extensions.txn === undefined) return;
    const reason = `startTs ${startTs} was not given out by this cluster (the last one was ${this.latest})`;
    throw new OwlgateError('InvalidRequest', { reason });
  }

  /**
   * Checks the timestamp of a request that the engine has not answered after a while.
   *
   * @param refuse called with the error of `confirm`
   * @returns function that ends the wait
   */
  confirmLater(startTs: number, refuse: (error: unknown) => void): () => void {
    const timer = setTimeout(() => void this.confirm(startTs).catch(refuse), PATIENCE_MS);
    return () => clearTimeout(timer);
  }
}
