/** How a transaction ends otherwise than by its commit. Texts are Dgraph's, where Dgraph has one. */

/** The transaction conflicts with one that was committed, or was given up: the client starts it anew. */
export class AbortedError extends Error {
  override readonly name = 'AbortedError';

  constructor() {
    super('Transaction has been aborted. Please retry');
  }
}

/** A timestamp that the client cannot have from this server. */
export class UnknownTimestampError extends Error {
  override readonly name = 'UnknownTimestampError';

  constructor(startTs: number, last: number) {
    super(`startTs ${startTs} was not given out by this server (the last one was ${last})`);
  }
}
