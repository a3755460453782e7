/** HTML → its text: blocks apart by empty lines, headings marked, what is not for readers left out. */
import { Parser } from 'htmlparser2';
import { Turns } from '../../util/turns';
import { TextBuilder, type ReadText } from './text';

/** Their content is not read by people. */
const UNREAD: ReadonlySet<string> = new Set(
  'script style noscript template head svg math iframe object canvas audio video map nav button select textarea'.split(
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
const HEADING = /^h[1-6]$/;
/** Of which the library reads the content in a way of its own: a document is not cut in there. */
const RAW: ReadonlySet<string> = new Set(
  'script style title textarea iframe noembed noframes xmp plaintext'.split(' '),
);
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
  private readonly out = new TextBuilder();
  private title = '';
  /** Elements open, of each kind that matters and in all. */
  private unread = 0;
  private inTitle = 0;
  private preformatted = 0;
  private open = 0;

  constructor(private readonly turns: Turns) {}

  /** @returns where to go on: the end, or a place where too much is open */
  async read(html: string, from: number): Promise<number> {
    this.unread = this.inTitle = this.preformatted = this.open = 0;
    let cut: number | undefined;
    const parser: Parser = new Parser(
      {
        onopentagname: (name) => {
          if (cut !== undefined) return;
          this.open++;
          this.begin(name);
        },
        onopentag: (name) => {
          if (cut !== undefined || this.open < MOST_OPEN || RAW.has(name)) return;
          cut = from + parser.endIndex + 1;
          parser.pause();
        },
        ontext: (text) => {
          if (cut !== undefined) return;
          if (this.inTitle > 0) this.title += text;
          else if (this.unread === 0) this.out.add(text, this.preformatted > 0);
        },
        onclosetag: (name) => {
          if (cut !== undefined) return;
          this.open--;
          this.finish(name);
        },
      },
      { decodeEntities: true, lowerCaseTags: true },
    );
    for (let at = from; at < html.length; at += AT_ONCE) {
      parser.write(html.slice(at, at + AT_ONCE));
      if (cut !== undefined) return cut;
      await this.turns.pause();
    }
    parser.end();
    if (cut !== undefined) return cut;
    return html.length;
  }

  private begin(name: string): void {
    const { out } = this;
    if (name === 'title' && out.isEmpty) this.inTitle++;
    if (UNREAD.has(name)) this.unread++;
    if (this.unread > 0) return;
    if (name === 'pre') this.preformatted++;
    if (name === 'br') out.newLine();
    else if (HEADING.test(name)) out.beginHeading();
    else if (BLOCKS.has(name)) out.endBlock();
    else if (CELLS.has(name)) out.space();
  }

  private finish(name: string): void {
    const { out } = this;
    if (name === 'title' && this.inTitle > 0) this.inTitle--;
    if (UNREAD.has(name)) {
      this.unread = Math.max(0, this.unread - 1);
      return;
    }
    if (this.unread > 0) return;
    if (name === 'pre') this.preformatted = Math.max(0, this.preformatted - 1);
    if (HEADING.test(name)) out.endHeading();
    else if (BLOCKS.has(name)) out.endBlock();
  }

  end(): ReadText {
    const read = this.out.end();
    const named = this.title.replace(/\s+/g, ' ').trim() || read.headings[0]?.text;
    return named === undefined ? read : { ...read, title: named };
  }
}
