/** Failure of a gRPC call to an alpha. */

/** Statuses of gRPC that are told apart here. */
export const STATUS = {
  ok: 0,
  cancelled: 1,
  unknown: 2,
  deadlineExceeded: 4,
  resourceExhausted: 8,
  internal: 13,
  unavailable: 14,
} as const;

/** Statuses as Go prints them. */
export const STATUS_NAMES: Readonly<Record<number, string>> = {
  1: 'Canceled',
  2: 'Unknown',
  3: 'InvalidArgument',
  4: 'DeadlineExceeded',
  5: 'NotFound',
  6: 'AlreadyExists',
  7: 'PermissionDenied',
  8: 'ResourceExhausted',
  9: 'FailedPrecondition',
  10: 'Aborted',
  11: 'OutOfRange',
  12: 'Unimplemented',
  13: 'Internal',
  14: 'Unavailable',
  15: 'DataLoss',
  16: 'Unauthenticated',
};

/** Reason of the failed calls of a silent alpha. */
export const SILENT = 'the alpha answers neither calls nor a question for its health';

export class CallFailure extends Error {
  override readonly name = 'CallFailure';

  /**
   * @param code status of gRPC, of the alpha or of the connection
   * @param isUnsent true if the call was not sent: it can be carried out in another way, whatever it changes
   */
  constructor(
    readonly code: number,
    message: string,
    readonly isUnsent = false,
  ) {
    super(message);
  }

  /** Returns the failure of a call that was not sent. */
  static unsent(reason: string): CallFailure {
    return new CallFailure(STATUS.unavailable, `No connection established: ${reason}`, true);
  }

  /** True if there is no answer of an alpha. */
  get isUnanswered(): boolean {
    return this.code === STATUS.unavailable;
  }

  /** True if the call was sent and no answer came: it may have been carried out. */
  get isOpen(): boolean {
    return this.code === STATUS.deadlineExceeded || (this.isUnanswered && !this.isUnsent);
  }
}
