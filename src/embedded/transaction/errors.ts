/** Errors of transactions, with Dgraph's text if Dgraph has one. */

/** Refusal of a transaction that conflicts with a commit or has been aborted; the client must start it again. */
export class AbortedError extends Error {
  override readonly name = 'AbortedError';

  constructor() {
    super('Transaction has been aborted. Please retry');
  }
}

/** Refusal of a timestamp that the server has not assigned. */
export class UnknownTimestampError extends Error {
  override readonly name = 'UnknownTimestampError';

  constructor(startTs: number, last: number) {
    super(`startTs ${startTs} was not given out by this server (the last one was ${last})`);
  }
}
