/** Markdown (CommonMark with tables) → its text. HTML in it is read as HTML. */
import MarkdownIt from 'markdown-it';
import { OwlgateError } from '../../errors';
import { readHtml } from './html';
import type { ReadText } from './text';
import { inThread } from './thread';
import { trimEndOf } from '../../util/text';

/** Deeper nesting is left as text; the default of the library, said here because bodies are strangers'. */
const OPTIONS = { html: true, linkify: false, maxNesting: 100 };
const markdown = new MarkdownIt(OPTIONS);
const FRONT_MATTER = /^---\r?\n[\s\S]*?\r?\n(?:---|\.\.\.)\r?\n/;
/** Characters above which it takes a thread: the library does all of its work in one go, a second for seven millions. */
const MOST_HERE = 200_000;

const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const MarkdownIt = require(workerData.library);
parentPort.postMessage({ html: new MarkdownIt(workerData.options).render(workerData.source) });
`;

/**
 * Front matter (between lines of `---` at the very beginning) is left out; its `title` is the document's.
 *
 * @throws OwlgateError DocumentUnreadable where it takes too long; the signal's reason
 */
export async function readMarkdown(source: string, signal: AbortSignal): Promise<ReadText> {
  const front = FRONT_MATTER.exec(source)?.[0];
  const read = await readHtml(await toHtml(front === undefined ? source : source.slice(front.length), signal), signal);
  const written = /^title:[ \t]*(?![ \t])(.+)/m.exec(front ?? '')?.[1] ?? '';
  const title = /^["']?(.+?)["']?$/.exec(trimEndOf(written, ' \t'))?.[1];
  return title === undefined ? read : { ...read, title };
}

async function toHtml(source: string, signal: AbortSignal): Promise<string> {
  if (source.length <= MOST_HERE) return markdown.render(source);
  const told = await inThread<{ readonly html: string }>(PROGRAM, 'markdown-it', { options: OPTIONS, source }, signal);
  if ('html' in told) return told.html;
  throw new OwlgateError('DocumentUnreadable', { reason: `the Markdown cannot be read: ${told.reason}` });
}
