/** Refusals of an engine, in its own words. */
import type { EngineErrorEntry } from './types';
import { WireError } from './wire';

/** Includes `too old`: a transaction that started before a rollup cannot read. */
const ABORTED = /transaction has been aborted|conflicts with pending transaction|transaction is too old/i;
const PENDING =
  /pending transactions found|errIndexingInProgress|server is not ready|overloaded with pending proposals/i;

/**
 * Errors of an alpha that lost its zero or its group's leader during a request. The request may have been carried out.
 */
const CUT_OFF =
  /code = (unavailable|deadlineexceeded|canceled|internal|unknown|dataloss)\b|context (deadline exceeded|canceled)|transport is closing|connection (refused|reset)|only leader can decide/i;

const NO_TOKEN = /token is expired|no accessJwt available|unable to parse jwt/i;

const ABORT_MESSAGE = 'Transaction has been aborted. Please retry';

/** Refusal: an answer with `errors[]`. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure';

  constructor(
    readonly errors: readonly EngineErrorEntry[],
    /** Answer as received, to be passed on to a client. */
    readonly body: Buffer,
  ) {
    super(errors.map(({ message }) => message).join('; ') || 'the engine gave no reason');
  }

  /** Returns the refusal of a request as the engine would word it. */
  static refusing(message: string): EngineFailure {
    const entry = { message, extensions: { code: 'ErrorInvalidRequest' } };
    return new EngineFailure([entry], Buffer.from(JSON.stringify({ errors: [entry], data: null })));
  }

  /** Returns the refusal of a change of predicates that the client may not alter, as Dgraph's /alter words it. */
  static unauthorizedToAlter(predicates: readonly string[]): EngineFailure {
    const list = predicates.map((name) => `${name} `).join('');
    const message = `rpc error: code = PermissionDenied desc = unauthorized to alter following predicates: ${list}\n`;
    const errors = [{ message, extensions: { code: 'Error' } }];
    return new EngineFailure(errors, Buffer.from(JSON.stringify({ errors })));
  }

  /** Returns the failure of an aborted transaction, in Dgraph's words. */
  static aborted(): EngineFailure {
    return EngineFailure.refusing(ABORT_MESSAGE);
  }

  /** True if the transaction conflicted with another one: it may be run again from its start. */
  get isAborted(): boolean {
    return ABORTED.test(this.message);
  }

  /** True if the engine itself does not know the outcome of the request. */
  get isCutOff(): boolean {
    return !this.isAborted && CUT_OFF.test(this.message);
  }

  /** True if the operation was refused for the moment: the same request may be sent again. */
  get isPending(): boolean {
    return PENDING.test(this.message);
  }

  /** True if the access token is missing or no longer valid. The request was not carried out. */
  get isUnauthenticated(): boolean {
    return NO_TOKEN.test(this.message);
  }

  /** True if the engine would refuse the same request again. */
  get isFinal(): boolean {
    return !this.isAborted && !this.isCutOff && !this.isPending && !this.isUnauthenticated;
  }
}

/** Returns true for the error of a request whose answer exceeded `maxAnswerBytes`. */
export const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof WireError && error.cause.fault === 'tooLarge';
