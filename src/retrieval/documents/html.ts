/** HTML → its text: blocks apart by empty lines, headings marked, what is not for readers left out. */
import { Parser } from 'htmlparser2';
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

/**
 * Reads a document or a fragment. Whatever is in it, it is read as browsers would: nothing is refused, and nesting costs
 * no stack.
 *
 * @returns its title too: that of the head, or else the first heading
 */
export function readHtml(html: string): ReadText {
  const out = new TextBuilder();
  let unread = 0;
  let title = '';
  let inTitle = 0;
  let preformatted = 0;
  const parser = new Parser(
    {
      onopentagname(name) {
        if (name === 'title' && out.isEmpty) inTitle++;
        if (UNREAD.has(name)) unread++;
        if (unread > 0) return;
        if (name === 'pre') preformatted++;
        if (name === 'br') out.newLine();
        else if (HEADING.test(name)) out.beginHeading();
        else if (BLOCKS.has(name)) out.endBlock();
        else if (CELLS.has(name)) out.space();
      },
      ontext(text) {
        if (inTitle > 0) title += text;
        else if (unread === 0) out.add(text, preformatted > 0);
      },
      onclosetag(name) {
        if (name === 'title' && inTitle > 0) inTitle--;
        if (UNREAD.has(name)) {
          unread = Math.max(0, unread - 1);
          return;
        }
        if (unread > 0) return;
        if (name === 'pre') preformatted = Math.max(0, preformatted - 1);
        if (HEADING.test(name)) out.endHeading();
        else if (BLOCKS.has(name)) out.endBlock();
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.end(html);
  const read = out.end();
  const named = title.replace(/\s+/g, ' ').trim() || read.headings[0]?.text;
  return named === undefined ? read : { ...read, title: named };
}
