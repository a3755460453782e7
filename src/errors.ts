/**
 * Table of all refusals of owlgate: code, HTTP status, message template. `docs/errors.md` lists them, and a test keeps
 * the two equal. Dgraph's own endpoints (/query, /mutate, /alter, /commit) answer as Dgraph does, with HTTP 200 and
 * `errors[]`; there the status below is not used.
 */

interface ErrorEntry {
  readonly status: number;
  /** Template; `{name}` stands for the parameter of that name. */
  readonly message: string;
}

const entry = (status: number, message: string): ErrorEntry => ({ status, message });

export const ERRORS = {
  // The request itself
  InvalidRequest: entry(400, '{reason}'),
  NotAcceptable: entry(406, 'Accept: {given} is not offered here; use one of: {offered}'),
  UnsupportedMediaType: entry(415, 'Content-Type {given} is not accepted here; use one of: {accepted}'),
  UnsupportedSyntax: entry(415, 'ontology:{document} {syntax} is recognized, but not read; convert it with: {command}'),
  UnsupportedEncoding: entry(
    415,
    'Content-Encoding {given} is not accepted here; send one Content-Encoding at most, with one of: {accepted}',
  ),
  RepeatedHeader: entry(400, 'the header {name} is given more than once; send it once'),
  InvalidPath: entry(400, 'the path of the request {reason}'),
  NoSuchFile: entry(404, 'the workbench has no file {file}{advice}'),
  MethodNotAllowed: entry(405, '{method} is not allowed on {path}; use {allowed}'),
  BodyTooLarge: entry(413, 'the request body is larger than {limit} bytes'),
  MutationTooLarge: entry(
    413,
    'the mutation has {size} bytes, and the gateway reads at most {limit}: send it in parts',
  ),
  QueryTooLarge: entry(
    413,
    'the query has {size} bytes, and the gateway reads at most {limit}: ask in parts, or send DQL as ' +
      'application/dql without the word graph.type',
  ),
  HeadTooLarge: entry(431, 'the head of the request is too large: {reason}'),
  RequestTimeout: entry(408, 'the request did not arrive completely in time'),
  TooManyPredicates: entry(
    422,
    'the mutation adds {count} predicates without a schema, more than {limit} ' +
      '(OWLGATE_MAX_NEW_PREDICATES): send it in parts, or declare the predicates with /alter first',
  ),
  NotWhitelisted: entry(403, 'unauthorized ip address: {address}'),
  ForwardedRequest: entry(403, 'unauthorized ip address: {address}: {reason}'),
  AdminOnly: entry(403, '{what} needs an administering address{alternative}: {reason}'),
  BodySyntax: entry(400, '{format}: line {line}, column {column}: {reason}'),
  ReservedPredicate: entry(
    400,
    '{place}{predicate} cannot be {use}: predicates that begin with owlgate. belong to the gateway, and are ' +
      'read-only for clients',
  ),

  // Imports
  ImportSyntax: entry(400, '{source}:{line}:{column}: {reason}'),
  ImportUnreadable: entry(400, '{source}: {reason}'),
  ImportRunning: entry(409, 'the import {id} is running'),
  ImportChanged: entry(
    409,
    '{source}: its first {statements} statements are not those that import {id} has written; choose another id',
  ),
  UnknownImport: entry(404, 'there is no import {id}'),

  AccessDenied: entry(403, '{reason}'),

  OriginRefused: entry(
    403,
    '{what} is refused to {page}: OWLGATE_ORIGINS lists the allowed origins besides those of this machine',
  ),
  HostRefused: entry(
    403,
    'the host {host} is not a name of this gateway: OWLGATE_HOSTS lists its names besides addresses and localhost',
  ),

  // API keys. These statuses are used on every route, Dgraph's too.
  KeyMissing: entry(401, 'an API key is needed: send it as Authorization: Bearer <key>, or as X-Owlgate-Key'),
  KeyInvalid: entry(401, 'the API key is not valid: it is unknown or revoked'),
  RoleMissing: entry(403, 'the API key {name} has the role {role}; {what} needs the role {needed}'),
  QuotaExhausted: entry(429, 'the quota of the API key {name} ({quota}) is used up; retry in {seconds} s'),
  TooManyAttempts: entry(429, 'too many requests without a valid API key from this address; retry in {seconds} s'),
  TooManyLogins: entry(429, 'too many failed logins from this address; retry in {seconds} s'),

  // Limits of concurrent work
  TooManyRequests: entry(429, 'too many requests at once: {reason}; retry in {seconds} s'),
  Busy: entry(503, 'the bodies of the requests in progress take {used} of {limit} bytes; retry in a moment'),
  // Idempotency-Key. These statuses are used on every route, Dgraph's too.
  IdempotencyKeyInvalid: entry(400, 'Idempotency-Key: {reason}'),
  IdempotencyKeyReused: entry(
    422,
    'the Idempotency-Key was used with another request; send this request with a new key',
  ),
  IdempotencyInProgress: entry(409, 'a request with this Idempotency-Key is running; retry in a moment'),

  // Loading an ontology
  OntologySyntax: entry(400, 'ontology: line {line}, column {column}: {reason}'),
  OntologyProfile: entry(
    400,
    'ontology: not in OWL 2 RL: {count} violation(s); load with ?profile=lenient to keep the axioms that rules support',
  ),
  OntologyName: entry(400, 'ontology: {reason}'),
  OntologyAnnotation: entry(400, 'ontology: {reason}'),
  OntologyTooLarge: entry(422, 'ontology: it yields more than {limit} {what}; {advice}'),
  DocumentTooCostly: entry(
    422,
    'the document or mutation needs more than {limit} ({setting} sets the limit): make it smaller, or send it in parts',
  ),
  DocumentsBusy: entry(503, 'too many documents are being processed: {reason}; retry in a moment'),
  DocumentProcessEnded: entry(503, 'the process that reads documents has ended unexpectedly; retry in a moment'),
  DeleteTooLarge: entry(
    422,
    'the mutation deletes more than {limit} edges of {predicate} at the node {node} in one transaction: send it ' +
      'in parts, or as a separate request with commitNow=true, which the gateway carries out in parts',
  ),
  DeleteUnfinished: entry(
    503,
    '{done} of {all} edges have been deleted, in parts: {reason}; the gateway continues the delete, and ' +
      'repeating the request does no harm',
  ),
  OntologySchemaConflict: entry(409, 'ontology: the compiled schema contradicts what the engine stores: {reason}'),
  OntologyInconsistent: entry(400, 'ontology: it contradicts itself: {reason}'),
  OntologyInexpressible: entry(406, 'the ontology cannot be written as {syntax}: {reason}'),
  OntologyEmpty: entry(400, 'ontology: the document has no class and no property{others}'),
  OntologyImport: entry(
    400,
    'ontology: line {line}, column {column}{where}: the import <{iri}> cannot be resolved: {reason}',
  ),
  SchemaInUse: entry(
    409,
    'schema: {changes}, and the ontology in force (version {version}) needs it as it is; nothing was changed. {advice}',
  ),
  OntologyGraphqlConflict: entry(
    409,
    'ontology: the GraphQL extension (GET /ontology/graphql) does not fit it: {reason}',
  ),
  GraphqlExtension: entry(400, 'graphql: {reason}'),
  NoGraphqlExtension: entry(404, 'no GraphQL extension is stored; POST one to /ontology/graphql'),
  OntologyBusy: entry(
    409,
    'ontology: another load, a materialization or a change of the schema is in progress; retry when it has ended',
  ),
  OntologySuperseded: entry(
    409,
    'ontology: version {version} was replaced by another load before its materialization had ended',
  ),
  OntologyReverted: entry(
    409,
    'ontology: the engine refuses its schema, and the version before is in force again: {reason}',
  ),
  UnreadableValues: entry(
    409,
    'the engine cannot read stored values of {predicates}: {reason}. A change of the schema without the gateway gave ' +
      'them a type that the values do not fit: set the former type in the engine, correct or delete the values, and ' +
      'materialize again',
  ),
  OntologyDamaged: entry(503, 'the registry of ontologies in the engine is damaged ({what}): {reason}; {remedy}'),
  NoOntology: entry(409, 'no ontology is loaded; POST one to /ontology'),
  UnknownVersion: entry(404, 'version {version} of the ontology is not stored: {range}'),
  UnknownTerm: entry(404, 'no axiom of the ontology in force mentions {term}'),
  UnknownClass: entry(404, 'unknown class "{name}"'),
  UnknownPredicate: entry(404, 'unknown predicate "{name}"'),
  UnknownNode: entry(404, 'no node has the IRI {iri}'),
  UnknownDatabase: entry(404, 'no database has the id "{id}"'),
  UnknownDocument: entry(404, 'no document has the source "{source}"'),
  DocumentUnreadable: entry(422, 'the document cannot be read: {reason}'),
  UnknownConversation: entry(404, 'no conversation has the id "{id}"'),
  UnknownMessage: entry(404, 'the conversation has no message "{id}"'),
  ConversationBusy: entry(409, 'the conversation "{id}" is answering message {message}; wait for its end'),
  ConversationFull: entry(409, 'the conversation "{id}" has its maximum of {limit} messages; begin another'),
  TooManyChats: entry(503, '{limit} answers are running already; retry in a moment'),
  ChatInterrupted: entry(503, 'the answer was cut off: {reason}; ask again'),
  FactUnknown: entry(404, 'not stored: {fact}{hint}'),

  // Writes that the ontology refuses. Their form is specified (service specification, 7.1).
  DisjointnessViolation: entry(
    409,
    'owl/materializer: disjointness violation on entity {entity}: type "{a}" is disjoint with type "{b}"',
  ),
  FunctionalViolation: entry(
    409,
    'owl/materializer: functional property violation on entity {entity}: "{property}" takes one value and would ' +
      'have {a} and {b}',
  ),
  SingleValueViolation: entry(
    409,
    'owl/materializer: single value violation on entity {entity}: "{property}" takes one value and would have {a} ' +
      'and {b}; {advice}',
  ),
  IrreflexiveViolation: entry(
    409,
    'owl/materializer: irreflexive violation on entity {entity}: "{property}" leads from it to itself',
  ),
  AsymmetricViolation: entry(
    409,
    'owl/materializer: asymmetric violation on entity {entity}: "{property}" leads to {other} and back',
  ),
  DisjointPropertiesViolation: entry(
    409,
    'owl/materializer: disjoint properties violation on entity {entity}: "{a}" and "{b}" both lead to {other}',
  ),
  MaximumCardinalityViolation: entry(
    409,
    'owl/materializer: maximum cardinality violation on entity {entity}: {facts} contradict {axiom}',
  ),
  NothingViolation: entry(
    409,
    'owl/materializer: owl:Nothing violation on entity {entity}: {facts} contradict {axiom}',
  ),
  InverseFunctionalViolation: entry(
    409,
    'owl/materializer: inverse functional property violation on entity {entity}: "{property}" leads to {value} ' +
      'from one entity only and would from {other} too',
  ),
  KeyViolation: entry(
    409,
    'owl/materializer: key violation on entity {entity}: {other} has the same values, which contradicts {axiom}',
  ),
  NegativeAssertionViolation: entry(
    409,
    'owl/materializer: negative assertion violation on entity {entity}: {facts} contradicts {axiom}',
  ),
  DifferenceViolation: entry(
    409,
    'owl/materializer: difference violation on entity {entity}: {facts} contradict {axiom}',
  ),
  DataRangeViolation: entry(
    409,
    'owl/materializer: data range violation on entity {entity}: "{property}" would have {value}, which contradicts ' +
      '{axiom}',
  ),
  Contradiction: entry(409, 'owl/materializer: contradiction on entity {entity}: {facts} contradict {axiom}'),
  IdentityViolation: entry(409, 'owl/materializer: identity violation on entity {entity}: {reason}'),
  InferenceOverflow: entry(
    409,
    'owl/materializer: inference overflow: the mutation generates more than {limit} inferred edges',
  ),
  ForbiddenByOntology: entry(
    409,
    'owl/materializer: forbidden by the ontology: the write of {predicates} contradicts data or axioms that this ' +
      'login may not read',
  ),

  // Language models
  ModelUnavailable: entry(503, 'the {what} does not answer: {reason}'),
  ModelRefused: entry(502, 'the {what} refuses: {reason}'),

  // The engine
  Starting: entry(503, 'the gateway is starting; retry in a moment'),
  EngineUnreachable: entry(503, 'the engine at {url} does not answer: {reason}'),
  OutcomeUnknown: entry(
    504,
    'the engine at {url} gave no answer and may have carried out the request: {reason}; check the data before ' +
      'you repeat it',
  ),
  AnswerLost: entry(
    502,
    'the write was committed, but the answer of the engine was lost: {lost} not known; do not repeat the write',
  ),
  LoginRefused: entry(502, 'the engine refuses the login of {user}: {reason}; see DGRAPH_USER and DGRAPH_PASSWORD'),
  EngineError: entry(502, 'the engine refused: {reason}'),
  TransactionAborted: entry(409, 'Transaction has been aborted. Please retry'),
  Internal: entry(500, 'internal error: {reason}'),
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** Refusal with its code and status. `details` becomes part of the answer's `extensions`. */
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

  /** Returns a copy with additional details. */
  with(details: Readonly<Record<string, unknown>>): OwlgateError {
    return this.withDetails({ ...this.details, ...details });
  }

  /** Returns a copy without some details. */
  without(names: readonly string[]): OwlgateError {
    return this.withDetails(Object.fromEntries(Object.entries(this.details).filter(([name]) => !names.includes(name))));
  }

  private withDetails(details: Readonly<Record<string, unknown>>): OwlgateError {
    return OwlgateError.worded(this.code, this.message, details, { cause: this.cause });
  }

  /** Creates a refusal whose message is complete, without parameters. */
  static worded(
    code: ErrorCode,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    options?: ErrorOptions,
  ): OwlgateError {
    const error = new OwlgateError(code, {}, details, options);
    error.message = message;
    return error;
  }
}

function formatMessage(template: string, parameters: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (variable, name: string) =>
    name in parameters ? String(parameters[name]) : variable,
  );
}
