/** Error of this room: a text that does not conform to its language, with the position. */

/** Position in a text: 1-based line and column, and the UTF-16 offset. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/**
 * Error of a DQL query, schema or mutation that Dgraph would refuse.
 *
 * `reason` is in Dgraph's words, where Dgraph has any. `message`, for the client, is `reason` after its position.
 * Refusals that Dgraph words for the request as a whole (an unused variable, a missing fragment) keep Dgraph's exact
 * text. `line`, `column` and `offset` are always set.
 */
export class DqlSyntaxError extends Error {
  override readonly name = 'DqlSyntaxError';
  readonly line: number;
  readonly column: number;
  readonly offset: number;

  private constructor(
    message: string,
    readonly reason: string,
    at: Position,
  ) {
    super(message);
    this.line = at.line;
    this.column = at.column;
    this.offset = at.offset;
  }

  /** Returns an error in the text itself: `line 3 column 7: Expecting a colon. …`. */
  static at(position: Position, reason: string): DqlSyntaxError {
    return new DqlSyntaxError(`line ${position.line} column ${position.column}: ${reason}`, reason, position);
  }

  /** Returns an error about the request as a whole that was detected at `position`. */
  static forSpan(position: Position, reason: string): DqlSyntaxError {
    return new DqlSyntaxError(reason, reason, position);
  }
}

/** Returns the position of a span's start. */
export function startOf(span: { readonly start: number; readonly line: number; readonly column: number }): Position {
  return { line: span.line, column: span.column, offset: span.start };
}
