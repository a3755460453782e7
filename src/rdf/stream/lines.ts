/** N-Triples and N-Quads in parts. Lines that the fast reader cannot read go to the full one. */
import { syntaxError } from '../document';
import { NTriplesLines } from '../ntriples';
import { TurtleReader } from '../turtle';
import { OwlgateError } from '../../errors';
import { ANONYMOUS, type QuadStream, type StreamedQuad } from './quad-stream';

/** Maximum characters of a line; longer than every value that an engine accepts. */
const MAX_LINE = 64 << 20;

export class LineStream implements QuadStream {
  private rest = '';
  /** Lines before the rest. */
  private lines = 0;

  constructor(private readonly syntax: 'application/n-triples' | 'application/n-quads') {}

  read(text: string): readonly StreamedQuad[] {
    const end = text.lastIndexOf('\n') + 1;
    if (end === 0) {
      this.rest += text;
      if (this.rest.length <= MAX_LINE) return [];
      throw syntaxError({ line: this.lines + 1, column: 1 }, `the line is longer than ${MAX_LINE} characters`);
    }
    const complete = this.rest + text.slice(0, end);
    this.rest = text.slice(end);
    return this.readLines(complete, false);
  }

  end(): readonly StreamedQuad[] {
    return this.readLines(this.rest, true);
  }

  private readLines(text: string, isLast: boolean): StreamedQuad[] {
    const quads: StreamedQuad[] = [];
    const { syntax, lines: before } = this;
    const cursor = new NTriplesLines(text, syntax === 'application/n-quads');
    for (;;) {
      if (cursor.next()) {
        const { subject, predicate, object, graph, line } = cursor;
        quads.push({ subject, predicate, object, graph, line: before + line });
      } else if (cursor.isStuck) {
        this.readLine(cursor.lineText, before + cursor.line, quads);
        cursor.skipLine();
      } else break;
    }
    // The text ends with a line end, after which the cursor counts one more line.
    this.lines += cursor.line - (isLast ? 0 : 1);
    return quads;
  }

  private readLine(text: string, line: number, quads: StreamedQuad[]): void {
    const options = { mediaType: this.syntax, anonymousPrefix: ANONYMOUS };
    const reader = new TurtleReader(({ subject, predicate, object }, graph) => {
      quads.push({ subject, predicate, object, graph, line });
    }, options);
    try {
      reader.readPart(text);
      reader.readEnd();
    } catch (error) {
      if (!(error instanceof OwlgateError)) throw error;
      const { column, reason } = error.details as { column: number; reason: string };
      throw syntaxError({ line, column }, reason);
    }
  }
}
