/** Failure of a write after a lost answer, with the known part of its transaction. */
import type { EngineFailure, MutateAnswer, TransactionId } from '../../dgraph';
import type { OwlgateError } from '../../errors';

export class LostAnswer extends Error {
  override readonly name = 'LostAnswer';

  constructor(
    /** Failure to report if the outcome remains unknown. */
    readonly failure: OwlgateError | EngineFailure,
    /** True if the request was to commit the transaction; otherwise nothing has been committed. */
    readonly isEnding: boolean,
    /** Absent if the engine was to begin the transaction. */
    readonly transaction?: TransactionId,
    /** Answer to the mutation, if only the answer to the commit was lost. */
    readonly answer?: MutateAnswer,
  ) {
    super(failure.message, { cause: failure });
  }
}
