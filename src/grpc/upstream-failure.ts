const SILENT = 'the alpha answers neither calls nor a question for its health';

/** Failure of a call that was passed on to an alpha. */
import { status, type ServiceError } from '@grpc/grpc-js';

/** Messages of grpc-js for calls without a connection. */
const UNSENT = /^(No connection established|Name resolution failed)/;

/** Failure of a call at an alpha, with the alpha's status. */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure';

  constructor(readonly failure: Pick<ServiceError, 'code' | 'details'>) {
    super(failure.details);
  }

  /** Returns the failure of a call that an alpha left unanswered, like questions for its health. */
  static silent(): UpstreamFailure {
    return new UpstreamFailure({ code: status.UNAVAILABLE, details: SILENT });
  }

  /** Returns the failure of a call that was not sent to such an alpha. */
  static unsent(): UpstreamFailure {
    return new UpstreamFailure({ code: status.UNAVAILABLE, details: `No connection established: ${SILENT}` });
  }

  /** True if there is no answer of an alpha. */
  get isUnanswered(): boolean {
    return this.failure.code === status.UNAVAILABLE;
  }

  /** True if the call was sent and no answer came: it may have been carried out. */
  get isOpen(): boolean {
    const { code } = this.failure;
    return code === status.DEADLINE_EXCEEDED || (this.isUnanswered && !this.isUnsent);
  }

  /** True if the call was not sent: it can be carried out in another way, whatever it changes. */
  get isUnsent(): boolean {
    return this.isUnanswered && UNSENT.test(this.failure.details);
  }
}
