/**
 * One table of everything that owlgate refuses: code, HTTP status, message template. `docs/errors.md` lists it, and a
 * test holds the two together. Dgraph's own endpoints (/query, /mutate, /alter, /commit) answer as Dgraph does, with
 * HTTP 200 and `errors[]`; there the status below is not used.
 */

interface ErrorEntry {
  readonly status: number;
  /** `{name}` is replaced by the parameter of that name. */
  readonly message: string;
}

const entry = (status: number, message: string): ErrorEntry => ({ status, message });

export const ERRORS = {
  // The request itself
  InvalidRequest: entry(400, '{reason}'),
  UnsupportedMediaType: entry(415, 'Content-Type {given} is not accepted here; use one of: {accepted}'),
  MethodNotAllowed: entry(405, '{method} is not allowed on {path}; use {allowed}'),
  BodyTooLarge: entry(413, 'the request body is larger than {limit} bytes'),
  NotWhitelisted: entry(403, 'unauthorized ip address: {address}'),
  BodySyntax: entry(400, '{format}: line {line}, column {column}: {reason}'),
  ReservedPredicate: entry(
    400,
    "{place}{predicate} cannot be {use}: predicates that begin with owlgate. are the gateway's own, and clients only read them",
  ),

  AccessDenied: entry(403, '{reason}'),

  // Language models
  ModelUnavailable: entry(503, 'the {what} does not answer: {reason}'),
  ModelRefused: entry(502, 'the {what} refuses: {reason}'),

  // The engine
  Starting: entry(503, 'the gateway is starting; retry in a moment'),
  EngineUnreachable: entry(503, 'the engine at {url} does not answer: {reason}'),
  LoginRefused: entry(502, 'the engine refuses the login of {user}: {reason}; see DGRAPH_USER and DGRAPH_PASSWORD'),
  EngineError: entry(502, 'the engine refused: {reason}'),
  TransactionAborted: entry(409, 'Transaction has been aborted. Please retry'),
  NotOnThisEngine: entry(501, '{what} is not served by the embedded engine; set DGRAPH_URL to use a cluster'),
  Internal: entry(500, 'internal error: {reason}'),
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** A refusal with its place in the table. `details` travels in the answer's `extensions`. */
export class OwlgateError extends Error {
  override readonly name = 'OwlgateError';
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    parameters: Readonly<Record<string, string | number>> = {},
    readonly details: Readonly<Record<string, unknown>> = {},
    options?: ErrorOptions,
  ) {
    super(formatMessage(ERRORS[code].message, parameters), options);
    this.status = ERRORS[code].status;
  }

  /** The same refusal, with more in its details. */
  with(details: Readonly<Record<string, unknown>>): OwlgateError {
    return this.withDetails({ ...this.details, ...details });
  }

  /** The same refusal, with less in its details. */
  without(names: readonly string[]): OwlgateError {
    return this.withDetails(Object.fromEntries(Object.entries(this.details).filter(([name]) => !names.includes(name))));
  }

  private withDetails(details: Readonly<Record<string, unknown>>): OwlgateError {
    const same = new OwlgateError(this.code, {}, details, { cause: this.cause });
    same.message = this.message;
    return same;
  }
}

function formatMessage(template: string, parameters: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in parameters ? String(parameters[name]) : whole,
  );
}
