/** Messages of errors for the client. */
import { DqlSyntaxError } from '../dql';
import type { Logger } from '../util/log';
import { AlterError } from './alter';
import { RequestError } from './requests';
import { DqlUnsupportedError, QueryError, QueryTimeoutError } from './execute';
import { MutationError } from './mutate';
import { DiskFullError } from './storage';
import { AbortedError, UnknownTimestampError } from './transaction';
import { ValueError } from './values';

/** Errors whose message is meant for the client. */
const REPORTED_ERRORS = [
  AlterError,
  DiskFullError,
  DqlSyntaxError,
  DqlUnsupportedError,
  MutationError,
  QueryError,
  QueryTimeoutError,
  RequestError,
  UnknownTimestampError,
  ValueError,
];

/** Returns the message for the client. Unexpected errors are logged. */
export function messageOf(error: unknown, logger: Logger): string {
  // Dgraph passes on the text of its gRPC layer.
  if (error instanceof AbortedError) return `rpc error: code = Aborted desc = ${error.message}`;
  if (REPORTED_ERRORS.some((errorClass) => error instanceof errorClass)) return clipped((error as Error).message);
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  logger.error('a request failed inside the engine', { error: text });
  return clipped(`internal error: ${error instanceof Error ? error.message : String(error)}`);
}

/** Bound for messages that repeat the client's input. */
const MAX_MESSAGE = 10_000;

function clipped(message: string): string {
  return message.length <= MAX_MESSAGE ? message : `${message.slice(0, MAX_MESSAGE)}… (${message.length} characters)`;
}
