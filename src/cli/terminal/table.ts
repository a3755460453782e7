/** Tables for terminals. */
import type { Terminal } from './terminal';
import { padded, widthOf, wrap } from './text';

const GAP = 2;
const MIN_COLUMN = 8;

/** True if the terminal is wide enough for this many columns. */
export const fits = (columns: number, { width }: Terminal): boolean =>
  width === undefined || columns * (MIN_COLUMN + GAP) <= width;

/**
 * Prints a table. Columns of numbers are right-aligned. In a narrow terminal wide columns are wrapped.
 *
 * @param rows cells without styles; a cell may have several lines
 * @returns lines, each with a line break
 */
export function table(head: readonly string[], rows: readonly (readonly string[])[], terminal: Terminal): string {
  const natural = head.map((title, i) =>
    rows.reduce((most, row) => Math.max(most, ...(row[i] ?? '').split('\n').map(widthOf)), widthOf(title)),
  );
  const widths = terminal.width === undefined ? natural : shrunk(natural, terminal.width);
  const isNumeric = head.map(
    (_, i) =>
      rows.some((row) => row[i] !== '') && rows.every((row) => /^(?:-?\d[\d.,]*(?:e[+-]?\d+)?)?$/i.test(row[i] ?? '')),
  );
  const lines = (row: readonly string[], paint: (text: string) => string): string => {
    const cells = head.map((_, i) => (row[i] === '' ? [''] : wrap(row[i] ?? '', terminal.width && widths[i])));
    const height = Math.max(...cells.map((cell) => cell.length));
    return Array.from({ length: height }, (_, y) => {
      const parts = cells.map((cell, i) => {
        const text = cell[y] ?? '';
        const isLast = i === head.length - 1;
        return paint(isLast && !isNumeric[i] ? text : padded(text, widths[i]!, isNumeric[i]));
      });
      return `${parts.join(' '.repeat(GAP)).trimEnd()}\n`;
    }).join('');
  };
  return lines(head, terminal.style.bold) + rows.map((row) => lines(row, (text) => text)).join('');
}

/** Narrows the widest columns until the table fits. */
function shrunk(natural: readonly number[], width: number): readonly number[] {
  const room = width - GAP * (natural.length - 1);
  const widths = [...natural];
  let over = widths.reduce((sum, each) => sum + each, 0) - room;
  while (over > 0) {
    const widest = Math.max(...widths);
    if (widest <= MIN_COLUMN) break;
    const next = Math.max(MIN_COLUMN, ...widths.filter((each) => each < widest));
    const those = widths.flatMap((each, i) => (each === widest ? [i] : []));
    const share = Math.max(1, Math.min(widest - next, Math.ceil(over / those.length)));
    for (const i of those) {
      const less = Math.min(share, over);
      widths[i]! -= less;
      over -= less;
      if (over === 0) break;
    }
  }
  return widths;
}
