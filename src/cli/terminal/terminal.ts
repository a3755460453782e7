/** What a stream can show: how wide it is, and whether in colours. */
import type { Environment } from '../command';

type Paint = (text: string) => string;

export interface Style {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly cyan: Paint;
}

export interface Terminal {
  /** Cells of a line; undefined where it is no terminal: nothing is wrapped then. */
  readonly width: number | undefined;
  readonly style: Style;
}

const LEAST_WIDTH = 40;
const USUAL_WIDTH = 80;

/**
 * Colours are for terminals, and not with NO_COLOR (no-color.org) or TERM=dumb.
 *
 * @param stream one that is no terminal has no width
 */
export function terminalOf(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  env: Environment,
): Terminal {
  if (stream.isTTY !== true) return PLAIN;
  const isColoured = !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  const width = Math.max(LEAST_WIDTH, stream.columns || USUAL_WIDTH);
  return { width, style: isColoured ? COLOURED : UNCOLOURED };
}

/** Select Graphic Rendition (ECMA-48, 8.3.117); line by line, so that a line that is wrapped or cut does not leak. */
const sgr =
  (on: number, off: number): Paint =>
  (text) =>
    text === '' ? '' : text.replace(/[^\n]+/g, (line) => `\u001b[${on}m${line}\u001b[${off}m`);

const COLOURED: Style = {
  bold: sgr(1, 22),
  dim: sgr(2, 22),
  red: sgr(31, 39),
  green: sgr(32, 39),
  yellow: sgr(33, 39),
  cyan: sgr(36, 39),
};

const same: Paint = (text) => text;
const UNCOLOURED: Style = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same };

export const PLAIN: Terminal = { width: undefined, style: UNCOLOURED };
