/** Width and colours of an output stream. */
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
  /** Cells per line; undefined if the stream is not a terminal: then nothing is wrapped. */
  readonly width: number | undefined;
  readonly style: Style;
}

const MIN_WIDTH = 40;
const USUAL_WIDTH = 80;

/**
 * Returns the terminal of a stream. Terminals have colours, except with NO_COLOR (no-color.org) or TERM=dumb.
 */
export function terminalOf(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  env: Environment,
): Terminal {
  if (stream.isTTY !== true) return PLAIN;
  const isColoured = !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  const width = Math.max(MIN_WIDTH, stream.columns || USUAL_WIDTH);
  return { width, style: isColoured ? COLOURED : UNCOLOURED };
}

/** Select Graphic Rendition (ECMA-48, 8.3.117), applied per line, so that styles end with a wrapped or cut line. */
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

const plain: Paint = (text) => text;
const UNCOLOURED: Style = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain, cyan: plain };

export const PLAIN: Terminal = { width: undefined, style: UNCOLOURED };
