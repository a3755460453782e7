/** Refusals of queries. The HTTP layer formats `message` as Dgraph does. */
import type { Span } from '../../dql';

/** Refusal of a query. The message is Dgraph's if Dgraph has one. */
export class QueryError extends Error {
  override readonly name: string = 'QueryError';

  constructor(
    message: string,
    /** Part of the query at fault. */
    readonly span?: Span,
  ) {
    super(message);
  }
}

/**
 * Refusal of a query that Dgraph would answer and this engine cannot. The message names the construct and its position.
 */
export class DqlUnsupportedError extends QueryError {
  override readonly name = 'DqlUnsupportedError';

  constructor(construct: string, span: Span) {
    super(`line ${span.line} column ${span.column}: ${construct} is not supported by the embedded engine`, span);
  }
}

/** Error of a query whose time limit has passed. */
export class QueryTimeoutError extends QueryError {
  override readonly name = 'QueryTimeoutError';

  constructor() {
    super('context deadline exceeded');
  }
}
