/** Storage of a write's answer in the write's own transaction; see records.ts. */
import { EngineFailure } from '../../dgraph';
import type { TransactionContext, TransactionId } from '../../dgraph';
import type { Idempotent, IdempotencyRecord, Records } from './records';

/** Failure of a write whose key was used meanwhile: it must not be committed. */
export class AlreadyRecorded extends Error {
  override readonly name = 'AlreadyRecorded';

  constructor(readonly record: IdempotencyRecord) {
    super('the answer to a write with this key is already stored');
  }
}

export class AnswerRecorder {
  /** Uid of the last attempt's record. */
  private uid: string | undefined;

  constructor(
    private readonly records: Records,
    private readonly idempotent: Idempotent,
  ) {}

  /**
   * Writes the record into an open transaction.
   *
   * @returns the record's part of the transaction
   * @throws AlreadyRecorded; EngineFailure, as an abort after the removal of an expired record
   */
  async record(answer: string, openTransaction: TransactionId): Promise<TransactionContext | undefined> {
    const { extract = (text: string) => text } = this.idempotent;
    const text = extract(answer);
    if (text === undefined) return undefined;
    const written = await this.records.write(this.idempotent, text, openTransaction);
    if (written.kind === 'written') {
      this.uid = written.uid;
      return written.txn;
    }
    if (!written.isExpired) throw new AlreadyRecorded(written.record);
    await this.records.remove(written.uid);
    throw EngineFailure.aborted();
  }

  /** Returns true once the record of the last attempt has been committed. */
  isThere(): Promise<boolean> {
    return this.uid === undefined ? Promise.resolve(false) : this.records.isThere(this.uid, this.idempotent.key);
  }
}
