/** What an engine refused, in its own words. */
import type { EngineErrorEntry } from './types';
import { WireError } from './wire';

/** What has been rolled up since its start, a transaction cannot see any more: `too old`. */
const ABORTED = /transaction has been aborted|conflicts with pending transaction|transaction is too old/i;
const PENDING =
  /pending transactions found|errIndexingInProgress|server is not ready|overloaded with pending proposals/i;

/** An alpha that lost its zero, or its group's leader, in the middle of a request: the request may have been carried out. */
const CUT_OFF =
  /code = (unavailable|deadlineexceeded|canceled|internal|unknown|dataloss)\b|context (deadline exceeded|canceled)|transport is closing|connection (refused|reset)|only leader can decide/i;

const NO_TOKEN = /token is expired|no accessJwt available|unable to parse jwt/i;

const ABORT_MESSAGE = 'Transaction has been aborted. Please retry';

/** An answer with `errors[]`. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure';

  constructor(
    readonly errors: readonly EngineErrorEntry[],
    /** The answer as it came, to be handed on to a client. */
    readonly body: Buffer,
  ) {
    super(errors.map(({ message }) => message).join('; ') || 'the engine gave no reason');
  }

  /** The failure of a transaction that was given up, as Dgraph says it. */
  static aborted(): EngineFailure {
    const entry = { message: ABORT_MESSAGE, extensions: { code: 'ErrorInvalidRequest' } };
    return new EngineFailure([entry], Buffer.from(JSON.stringify({ errors: [entry], data: null })));
  }

  /** The transaction met another one: it may be run again from its start. */
  get isAborted(): boolean {
    return ABORTED.test(this.message);
  }

  /** The engine does not know itself whether it carried out the request. */
  get isCutOff(): boolean {
    return !this.isAborted && CUT_OFF.test(this.message);
  }

  /** The operation was refused for the moment: it may be sent again as it is. */
  get isPending(): boolean {
    return PENDING.test(this.message);
  }

  /** The engine wants to know who asks: no access token, or one that does not hold any more. Nothing has been done. */
  get isUnauthenticated(): boolean {
    return NO_TOKEN.test(this.message);
  }
}

/** Tells the failure of a request whose answer is above its limit. */
export const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof WireError && error.cause.fault === 'tooLarge';
