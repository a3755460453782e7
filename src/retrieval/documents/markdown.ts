/** Markdown (CommonMark with tables) → its text. HTML in it is read as HTML. */
import MarkdownIt from 'markdown-it';
import { readHtml } from './html';
import type { ReadText } from './text';

/** Deeper nesting is left as text; the default of the library, said here because bodies are strangers'. */
const MOST_NESTING = 100;
const markdown = new MarkdownIt({ html: true, linkify: false, maxNesting: MOST_NESTING });
const FRONT_MATTER = /^---\r?\n[\s\S]*?\r?\n(?:---|\.\.\.)\r?\n/;

/** Front matter (between lines of `---` at the very beginning) is left out; its `title` is the document's. */
export function readMarkdown(source: string): ReadText {
  const front = FRONT_MATTER.exec(source)?.[0];
  const read = readHtml(markdown.render(front === undefined ? source : source.slice(front.length)));
  const title = /^title:[ \t]*["']?(.+?)["']?[ \t]*\r?$/m.exec(front ?? '')?.[1];
  return title === undefined ? read : { ...read, title };
}
