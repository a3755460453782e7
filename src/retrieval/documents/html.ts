/** HTML → its text: blocks apart by empty lines, headings marked, tables row by row, what is not for readers left out. */
import { Parser } from 'htmlparser2';
import { Turns } from '../../util/turns';
import { TableReader } from './table';
import { TextBuilder, type ReadText } from './text';

/** Their content is not read by people. */
const UNREAD: ReadonlySet<string> = new Set(
  'script style noscript template head svg math iframe object canvas audio video map nav button select textarea datalist rp'.split(
    ' ',
  ),
);
const BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'header hgroup hr html legend li main menu ol p pre search section summary table tbody tfoot thead tr ul caption'
  ).split(' '),
);
const CELLS: ReadonlySet<string> = new Set(['td', 'th']);
const SECTIONS: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot']);
/** Of tables within each other; those further in are read as text. */
const MOST_TABLES = 8;
const HEADING = /^h[1-6]$/;
/** Of which the library reads the content in a way of its own: a document is not cut in there. */
const RAW: ReadonlySet<string> = new Set(
  'script style title textarea iframe noembed noframes xmp plaintext'.split(' '),
);
/** By which a browser is told not to show what it would. */
const UNSHOWN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\s*(?:!|;|$)/i;

/** Whether nobody sees it. What is shown once it is found (`hidden=until-found`) or opened (`details`) is for readers. */
function isUnread(name: string, attributes: Readonly<Record<string, string>>): boolean {
  if (UNREAD.has(name) || (name === 'dialog' && attributes['open'] === undefined)) return true;
  // A page that was saved under an open window says that of all of itself.
  if (name === 'html' || name === 'body') return false;
  const { hidden, style } = attributes;
  if (hidden !== undefined && hidden.toLowerCase() !== 'until-found') return true;
  return attributes['aria-hidden']?.trim().toLowerCase() === 'true' || (style !== undefined && UNSHOWN.test(style));
}

/**
 * Elements that may be open within each other, as in browsers. For each one more the library goes over all that are open, so
 * that after so many it is begun anew, and what was open has no end any more.
 */
const MOST_OPEN = 512;

/** Characters that are read in one go. */
const AT_ONCE = 64 * 1024;

/**
 * Reads a document or a fragment, while others are answered in between. Whatever is in it, it is read as browsers would:
 * nothing is refused, and nesting costs no stack.
 *
 * @returns its title too: that of the head, or else the first heading
 * @throws the signal's reason
 */
export async function readHtml(html: string, signal: AbortSignal): Promise<ReadText> {
  const reader = new HtmlReader(new Turns(signal));
  for (let from = 0; from < html.length;) from = await reader.read(html, from);
  return reader.end();
}

class HtmlReader {
  private readonly document = new TextBuilder();
  /** Open, each in a cell of the one before. */
  private tables: TableReader[] = [];
  private title = '';
  /** Elements open, of each kind that matters and in all. */
  private inTitle = 0;
  private preformatted = 0;
  private untold = 0;
  private open = 0;
  /** How many were open with the one whose content is not read. */
  private unreadFrom: number | undefined;

  constructor(private readonly turns: Turns) {}

  /** Where text goes. */
  private get out(): TextBuilder {
    return this.tables.at(-1)?.content ?? this.document;
  }

  /** @returns where to go on: the end, or a place where too much is open */
  async read(html: string, from: number): Promise<number> {
    this.inTitle = this.preformatted = this.untold = this.open = 0;
    this.unreadFrom = undefined;
    let cut: number | undefined;
    const parser: Parser = new Parser(
      {
        onopentag: (name, attributes) => {
          if (cut !== undefined) return;
          this.open++;
          this.begin(name, attributes);
          if (this.open < MOST_OPEN || RAW.has(name)) return;
          cut = from + parser.endIndex + 1;
          parser.pause();
        },
        ontext: (text) => {
          if (cut !== undefined) return;
          if (this.inTitle > 0) this.title += text;
          else if (this.unreadFrom === undefined) this.out.add(text, this.preformatted > 0);
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
      for (let at = from; at < html.length; at += AT_ONCE) {
        parser.write(html.slice(at, at + AT_ONCE));
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
    if (this.unreadFrom === undefined && isUnread(name, attributes)) this.unreadFrom = this.open;
    if (this.unreadFrom !== undefined || this.beginPart(name, attributes)) return;
    const { out } = this;
    if (name === 'pre') this.preformatted++;
    if (name === 'br') out.newLine();
    else if (HEADING.test(name)) out.beginHeading();
    else if (BLOCKS.has(name)) out.endBlock();
    else if (CELLS.has(name)) out.space();
  }

  /** @returns whether it is a part of a table */
  private beginPart(name: string, attributes: Readonly<Record<string, string>>): boolean {
    if (name === 'table') {
      if (this.tables.length === MOST_TABLES || this.untold > 0) this.untold++;
      else this.tables.push(new TableReader(this.out));
      return this.untold === 0;
    }
    const table = this.tables.at(-1);
    if (!table || this.untold > 0) return false;
    if (CELLS.has(name)) table.beginCell(name, attributes);
    else if (name === 'tr') table.endRow();
    else if (SECTIONS.has(name)) table.beginSection(name);
    else return false;
    return true;
  }

  private finish(name: string): void {
    if (name === 'title' && this.inTitle > 0) this.inTitle--;
    if (this.unreadFrom !== undefined) {
      if (this.unreadFrom === this.open) this.unreadFrom = undefined;
      return;
    }
    if (this.finishPart(name)) return;
    const { out } = this;
    if (name === 'pre') this.preformatted = Math.max(0, this.preformatted - 1);
    if (HEADING.test(name)) out.endHeading();
    else if (BLOCKS.has(name)) out.endBlock();
  }

  private finishPart(name: string): boolean {
    if (name === 'table' && this.untold > 0) {
      this.untold--;
      return false;
    }
    const table = this.tables.at(-1);
    if (!table || this.untold > 0) return false;
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
    const named = this.title.replace(/\s+/g, ' ').trim() || read.headings[0]?.text;
    return named === undefined ? read : { ...read, title: named };
  }
}
