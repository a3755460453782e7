/** Refusals of queries. The HTTP layer prints `message` as Dgraph prints its own. */
import type { Span } from '../../dql/ast';

/** A query that cannot be answered, in Dgraph's words where it has any. */
export class QueryError extends Error {
  override readonly name: string = 'QueryError';

  constructor(
    message: string,
    /** The part of the query that is at fault. */
    readonly span?: Span,
  ) {
    super(message);
  }
}

/** A query that Dgraph would answer and this engine cannot yet; it says what and where. */
export class DqlUnsupportedError extends QueryError {
  override readonly name = 'DqlUnsupportedError';

  constructor(what: string, span: Span) {
    super(`line ${span.line} column ${span.column}: ${what} is not supported by the embedded engine`, span);
  }
}

/** The time allowed for the query has passed. */
export class QueryTimeoutError extends QueryError {
  override readonly name = 'QueryTimeoutError';

  constructor() {
    super('context deadline exceeded');
  }
}
