/** The failure of a write that was sent and got no answer, with what is known of its transaction. */
import type { EngineFailure, MutateAnswer } from '../../dgraph';
import type { OwlgateError } from '../../errors';
import type { Begun } from './outcome';

export class LostAnswer extends Error {
  override readonly name = 'LostAnswer';

  constructor(
    /** Failure to report where nothing more is found out. */
    readonly failure: OwlgateError | EngineFailure,
    /** Tells whether the request was to commit the transaction: otherwise nothing has been committed. */
    readonly isEnding: boolean,
    /** Absent where the engine was to begin the transaction. */
    readonly begun?: Begun,
    /** The answer of the part that was answered, where that is all that a client is told. */
    readonly answer?: MutateAnswer,
  ) {
    super(failure.message, { cause: failure });
  }
}
