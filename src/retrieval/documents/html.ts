/** Text of HTML: blocks separated by empty lines, headings marked, tables row by row, without hidden content. */
import { Parser } from 'htmlparser2';
import { Turns } from '../../util/turns';
import { TableReader } from './table';
import { TextBuilder, type ReadText } from './text';

/** Elements without content for readers. */
const HIDDEN_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'script style noscript template head svg math iframe object canvas audio video map nav button select ' +
    'textarea datalist rp'
  ).split(' '),
);
const BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form ' +
    'header hgroup hr html legend li main menu ol p pre search section summary table tbody tfoot thead tr ul caption'
  ).split(' '),
);
const CELLS: ReadonlySet<string> = new Set(['td', 'th']);
const SECTIONS: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot']);
/** Maximum nesting of tables; deeper ones are read as text. */
const MAX_TABLE_DEPTH = 8;
const HEADING = /^h[1-6]$/;
/** Elements whose content the library parses specially; a document must not be divided inside them. */
const RAW_ELEMENTS: ReadonlySet<string> = new Set(
  'script style title textarea iframe noembed noframes xmp plaintext'.split(' '),
);
/** Styles that hide an element. */
const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\s*(?:!|;|$)/i;

/**
 * True for hidden elements. Content that appears when found (`hidden=until-found`) or opened (`details`) is not hidden.
 */
function isHidden(name: string, attributes: Readonly<Record<string, string>>): boolean {
  if (HIDDEN_ELEMENTS.has(name) || (name === 'dialog' && attributes['open'] === undefined)) return true;
  // A page saved while a modal dialog was open marks its whole body as hidden.
  if (name === 'html' || name === 'body') return false;
  const { hidden, style } = attributes;
  if (hidden !== undefined && hidden.toLowerCase() !== 'until-found') return true;
  return (
    attributes['aria-hidden']?.trim().toLowerCase() === 'true' || (style !== undefined && HIDDEN_STYLE.test(style))
  );
}

/**
 * Maximum nesting of elements, as in browsers. The library's cost per element grows with the nesting. Beyond the
 * maximum a new parser starts, and the open elements are never closed.
 */
const MAX_DEPTH = 512;

/** Characters parsed between two pauses. */
const BLOCK_CHARACTERS = 64 * 1024;

/**
 * Reads a document or a fragment, with pauses for other requests. Like browsers, it accepts any input. Nesting costs no
 * stack.
 *
 * @returns text with the title of the head, or else the first heading
 * @throws the signal's reason
 */
export async function readHtml(html: string, signal: AbortSignal): Promise<ReadText> {
  const turns = new Turns(signal);
  const reader = new HtmlReader(turns);
  for (let from = 0; from < html.length;) {
    from = await reader.read(html, from);
    await turns.pause();
  }
  return reader.end();
}

class HtmlReader {
  private readonly document = new TextBuilder();
  /** Open tables, each in a cell of the previous one. */
  private tables: TableReader[] = [];
  private title = '';
  /** Numbers of open elements: titles, `pre`, tables read as text, and all. */
  private inTitle = 0;
  private preformatted = 0;
  private plainTables = 0;
  private open = 0;
  /** Depth of the outermost hidden element. */
  private hiddenFrom: number | undefined;

  constructor(private readonly turns: Turns) {}

  /** Builder that receives text. */
  private get out(): TextBuilder {
    return this.tables.at(-1)?.content ?? this.document;
  }

  /** @returns offset to continue at: the end, or the place where the maximum nesting was reached */
  async read(html: string, from: number): Promise<number> {
    this.inTitle = this.preformatted = this.plainTables = this.open = 0;
    this.hiddenFrom = undefined;
    let cut: number | undefined;
    const parser: Parser = new Parser(
      {
        onopentag: (name, attributes) => {
          if (cut !== undefined) return;
          this.open++;
          this.begin(name, attributes);
          if (this.open < MAX_DEPTH || RAW_ELEMENTS.has(name)) return;
          cut = from + parser.endIndex + 1;
          parser.pause();
        },
        ontext: (text) => {
          if (cut !== undefined) return;
          if (this.inTitle > 0) this.title += text;
          else if (this.hiddenFrom === undefined) this.out.add(text, this.preformatted > 0);
        },
        onclosetag: (name) => {
          if (cut !== undefined) return;
          this.finish(name);
          this.open--;
        },
      },
      { decodeEntities: true, lowerCaseTags: true },
    );
    try {
      for (let at = from; at < html.length; at += BLOCK_CHARACTERS) {
        parser.write(html.slice(at, at + BLOCK_CHARACTERS));
        if (cut !== undefined) return cut;
        await this.turns.pause();
      }
      parser.end();
      return cut ?? html.length;
    } finally {
      while (this.tables.length > 0) this.endTable();
    }
  }

  private begin(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'title' && this.document.isEmpty) this.inTitle++;
    if (this.hiddenFrom === undefined && isHidden(name, attributes)) this.hiddenFrom = this.open;
    if (this.hiddenFrom !== undefined || this.beginPart(name, attributes)) return;
    const { out } = this;
    if (name === 'pre') this.preformatted++;
    if (name === 'br') out.newLine();
    else if (HEADING.test(name)) out.beginHeading();
    else if (BLOCKS.has(name)) out.endBlock();
    else if (CELLS.has(name)) out.space();
  }

  /** @returns true if the element is part of a table */
  private beginPart(name: string, attributes: Readonly<Record<string, string>>): boolean {
    if (name === 'table') {
      if (this.tables.length === MAX_TABLE_DEPTH || this.plainTables > 0) this.plainTables++;
      else this.tables.push(new TableReader(this.out));
      return this.plainTables === 0;
    }
    const table = this.tables.at(-1);
    if (!table || this.plainTables > 0) return false;
    if (CELLS.has(name)) table.beginCell(name, attributes);
    else if (name === 'tr') table.endRow();
    else if (SECTIONS.has(name)) table.beginSection(name);
    else return false;
    return true;
  }

  private finish(name: string): void {
    if (name === 'title' && this.inTitle > 0) this.inTitle--;
    if (this.hiddenFrom !== undefined) {
      if (this.hiddenFrom === this.open) this.hiddenFrom = undefined;
      return;
    }
    if (this.finishPart(name)) return;
    const { out } = this;
    if (name === 'pre') this.preformatted = Math.max(0, this.preformatted - 1);
    if (HEADING.test(name)) out.endHeading();
    else if (BLOCKS.has(name)) out.endBlock();
  }

  private finishPart(name: string): boolean {
    if (name === 'table' && this.plainTables > 0) {
      this.plainTables--;
      return false;
    }
    const table = this.tables.at(-1);
    if (!table || this.plainTables > 0) return false;
    if (name === 'table') this.endTable();
    else if (CELLS.has(name)) table.endCell();
    else if (name === 'tr') table.endRow();
    else if (SECTIONS.has(name)) table.endSection();
    else return false;
    return true;
  }

  private endTable(): void {
    this.tables.pop()!.end();
    this.out.markTable();
  }

  end(): ReadText {
    const read = this.document.end();
    const title = this.title.replace(/\s+/g, ' ').trim() || read.headings[0]?.text;
    return title === undefined ? read : { ...read, title };
  }
}
