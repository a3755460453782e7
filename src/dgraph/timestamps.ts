/**
 * Start timestamps of clients. Dgraph waits, for ever, for a timestamp that it has not given out yet (v25.4); nobody but a
 * client that has made one up ever sends it.
 */
import { OwlgateError } from '../errors';
import type { Engine } from './types';

export class Timestamps {
  /** Has been given out, and so has every one before it. */
  private latest = 0;

  constructor(private readonly engine: Pick<Engine, 'query'>) {}

  /** Takes in a timestamp that the engine has given out. */
  seen(startTs: number | undefined): void {
    if (startTs !== undefined && startTs > this.latest) this.latest = startTs;
  }

  /**
   * Asks the engine only where the timestamp is later than any that is known.
   *
   * @throws OwlgateError InvalidRequest for one that the engine has not given out; as Engine does
   */
  async confirm(startTs: number): Promise<void> {
    if (startTs <= this.latest) return;
    // Opens a transaction of its own, whose start comes after all that have been given out.
    const { extensions } = await this.engine.query('{ q(func: uid(0x1)) { uid } }');
    this.latest = Math.max(this.latest, extensions.txn?.start_ts ?? 0);
    if (startTs <= this.latest || extensions.txn === undefined) return;
    const reason = `startTs ${startTs} was not given out by this cluster (the last one was ${this.latest})`;
    throw new OwlgateError('InvalidRequest', { reason });
  }
}
