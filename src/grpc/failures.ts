/**
 * Statuses of failed calls. Refusals of the engine keep its words and status; those of the gateway carry their code and
 * details as google.rpc.ErrorInfo, in the trailer `grpc-status-details-bin`.
 */
import { status, type ServiceError } from '@grpc/grpc-js';
import { CallFailure, EngineFailure } from '../dgraph';
import { DqlSyntaxError } from '../dql';
import type { ErrorCode, OwlgateError } from '../errors';
import { DgraphRefusal, refusalOf } from '../http/shared';
import type { Logger } from '../util/log';
import { detailsOf, shortMessage } from './status-details';

type Failure = Partial<ServiceError> & { readonly code: status; readonly details: string };

/** Status that an alpha puts into the message of an error over HTTP. */
const RPC_ERROR = /rpc error: code = (\w+) desc = (.*)$/s;

/** Statuses by the name that Go prints. */
const GO_NAMES: Readonly<Record<string, status>> = {
  Canceled: status.CANCELLED,
  InvalidArgument: status.INVALID_ARGUMENT,
  DeadlineExceeded: status.DEADLINE_EXCEEDED,
  NotFound: status.NOT_FOUND,
  AlreadyExists: status.ALREADY_EXISTS,
  PermissionDenied: status.PERMISSION_DENIED,
  ResourceExhausted: status.RESOURCE_EXHAUSTED,
  FailedPrecondition: status.FAILED_PRECONDITION,
  Aborted: status.ABORTED,
  OutOfRange: status.OUT_OF_RANGE,
  Unimplemented: status.UNIMPLEMENTED,
  Internal: status.INTERNAL,
  Unavailable: status.UNAVAILABLE,
  DataLoss: status.DATA_LOSS,
  Unauthenticated: status.UNAUTHENTICATED,
};

/**
 * Statuses by HTTP status. Clients of Dgraph repeat a transaction after ABORTED and FAILED_PRECONDITION, so a
 * contradiction (409) must have neither.
 */
const BY_HTTP_STATUS: Readonly<Record<number, status>> = {
  401: status.UNAUTHENTICATED,
  403: status.PERMISSION_DENIED,
  404: status.NOT_FOUND,
  408: status.DEADLINE_EXCEEDED,
  413: status.RESOURCE_EXHAUSTED,
  429: status.RESOURCE_EXHAUSTED,
  500: status.INTERNAL,
  501: status.UNIMPLEMENTED,
  503: status.UNAVAILABLE,
};

const BY_CODE: Partial<Record<ErrorCode, status>> = {
  TransactionAborted: status.ABORTED,
  // A client may repeat a call after UNAVAILABLE.
  OutcomeUnknown: status.UNKNOWN,
  AnswerLost: status.UNKNOWN,
  EngineError: status.UNKNOWN,
  LoginRefused: status.UNKNOWN,
  IdempotencyInProgress: status.UNAVAILABLE,
  OntologyBusy: status.UNAVAILABLE,
};

/**
 * Returns the status of a failed call; internal errors are logged. Its text fits into a trailer: clients take some
 * kilobytes, and grpc-js cannot encode lone surrogates.
 */
export function failureOf(error: unknown, requestId: string, logger: Logger): Failure {
  const failure = statusOf(error, requestId, logger);
  return { ...failure, details: shortMessage(failure.details) };
}

function statusOf(error: unknown, requestId: string, logger: Logger): Failure {
  if (error instanceof EngineFailure) return engineFailure(error);
  if (error instanceof DgraphRefusal || error instanceof DqlSyntaxError) {
    return { code: status.UNKNOWN, details: error.message };
  }
  if (error instanceof CallRefusal) return { code: error.status, details: error.message };
  // An alpha's status passes without its trailers.
  if (error instanceof CallFailure) return { code: error.code, details: error.message };
  if (error instanceof WriteRefused) return writeRefusal(error);
  const refusal = refusalOf(error);
  if (refusal) return refusalStatus(refusal);
  logger.error('internal error: a call failed', { requestId, error });
  return { code: status.INTERNAL, details: `internal error: the log has the details under request ${requestId}` };
}

/** Refusal that only gRPC knows. */
export class CallRefusal extends Error {
  override readonly name = 'CallRefusal';

  constructor(
    readonly status: status,
    message: string,
  ) {
    super(message);
  }
}

interface ErrorEntry {
  readonly message: string;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** Write that the ontology refuses, with the errors of the answer over HTTP. */
export class WriteRefused extends Error {
  override readonly name = 'WriteRefused';

  constructor(readonly errors: readonly ErrorEntry[]) {
    super(errors.map(({ message }) => message).join('; '));
  }
}

/** Plain errors of an alpha have the status UNKNOWN. */
function engineFailure(failure: EngineFailure): Failure {
  const { message, errors } = failure;
  const [, name = '', description = ''] = RPC_ERROR.exec(message) ?? [];
  const code = GO_NAMES[name];
  if (code !== undefined) return { code, details: description };
  if (failure.isAborted) return { code: status.ABORTED, details: message };
  if (failure.isUnauthenticated) return { code: status.UNAUTHENTICATED, details: message };
  const [first] = errors;
  return {
    code: status.UNKNOWN,
    details: message,
    ...detailsOf(status.UNKNOWN, shortMessage(message), first?.extensions ?? {}),
  };
}

function refusalStatus({ code: reason, status: httpStatus, message, details }: OwlgateError): Failure {
  const code = BY_CODE[reason] ?? BY_HTTP_STATUS[httpStatus] ?? status.INVALID_ARGUMENT;
  return { code, details: message, ...detailsOf(code, shortMessage(message), { ...details, code: reason }) };
}

function writeRefusal({ errors, message }: WriteRefused): Failure {
  const code = status.INVALID_ARGUMENT;
  return { code, details: message, ...detailsOf(code, shortMessage(message), errors[0]?.extensions ?? {}) };
}
