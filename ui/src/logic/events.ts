/** Server-sent events (HTML Living Standard, section 9.2), as far as the gateway sends them. */
export interface StreamEvent {
  readonly event: string;
  /** Id from which the stream can be resumed. */
  readonly id?: string;
  readonly data: unknown;
}

/** Parser of a stream that arrives in pieces of any size. */
export class EventParser {
  private rest = '';

  /** Returns the events that the piece completes. @throws SyntaxError for data that are not JSON */
  push(piece: string): StreamEvent[] {
    const blocks = (this.rest + piece).split('\n\n');
    this.rest = blocks.pop()!;
    return blocks.flatMap((block) => {
      const fields = new Map(block.split('\n').map(fieldOf));
      const data = fields.get('data');
      if (data === undefined) return [];
      const id = fields.get('id');
      return [
        { event: fields.get('event') ?? 'message', data: JSON.parse(data) as unknown, ...(id !== undefined && { id }) },
      ];
    });
  }
}

/** Comments have an empty name. */
function fieldOf(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
}
