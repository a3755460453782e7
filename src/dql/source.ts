/** Positions in a text, and names of characters for messages. */
import type { Span } from './ast';
import { CR, LF } from './characters';
import type { Position } from './errors';

/**
 * Returns line and column of an offset by counting, for errors; tokens and statements carry their own. A line ends with
 * LF, CR LF or CR. Columns count UTF-16 units from 1.
 */
export function locate(text: string, offset: number): Position {
  let line = 1;
  let lineStart = 0;
  for (let i = 0; i < offset && i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === LF || (c === CR && text.charCodeAt(i + 1) !== LF)) {
      line++;
      lineStart = i + 1;
    }
  }
  return { line, column: offset - lineStart + 1, offset };
}

/** Returns a character as Dgraph's lexers name it: `U+0022 '"'`, control characters by number alone. */
export function describeCharacter(text: string, offset: number): string {
  const code = text.codePointAt(offset);
  if (code === undefined) return 'the end of the text';
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  const invisible = code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0xd800 && code < 0xe000);
  return invisible ? number : `${number} '${String.fromCodePoint(code)}'`;
}

/** Index of line starts for many positions of one text, found by bisection. */
export class LineIndex {
  private readonly starts: number[] = [0];

  constructor(text: string) {
    for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) this.starts.push(i + 1);
  }

  locate(offset: number): Position {
    const line = this.lineOf(offset);
    return { line: line + 1, column: offset - this.starts[line]! + 1, offset };
  }

  span(start: number, end: number): Span {
    const line = this.lineOf(start);
    return { start, end, line: line + 1, column: start - this.starts[line]! + 1 };
  }

  /** Returns the line, counted from 0. */
  private lineOf(offset: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
