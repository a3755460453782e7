/** The one error of this room: a text that cannot be read as what it claims to be, and where. */

/** A place in a text: 1-based line and column, and the UTF-16 offset. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/**
 * A DQL query, schema or mutation that Dgraph would refuse.
 *
 * `reason` is in Dgraph's own words where it has any; `message` is what a client is shown: `reason` with its place in
 * front, except for refusals that Dgraph words for the request as a whole (an unused variable, a missing fragment),
 * which keep Dgraph's exact text. The place is in `line`, `column` and `offset` either way.
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

  /** An error in the text itself: `line 3 column 7: Expecting a colon. …`. */
  static at(position: Position, reason: string): DqlSyntaxError {
    return new DqlSyntaxError(`line ${position.line} column ${position.column}: ${reason}`, reason, position);
  }

  /** An error about the request as a whole, which happens to have been noticed at `position`. */
  static whole(position: Position, reason: string): DqlSyntaxError {
    return new DqlSyntaxError(reason, reason, position);
  }
}

/** The position of a span's start. */
export function startOf(span: { readonly start: number; readonly line: number; readonly column: number }): Position {
  return { line: span.line, column: span.column, offset: span.start };
}
