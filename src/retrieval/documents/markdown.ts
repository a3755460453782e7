/** Text of Markdown (CommonMark with tables). Embedded HTML is read as HTML. */
import MarkdownIt from 'markdown-it';
import { OwlgateError } from '../../errors';
import { readHtml } from './html';
import type { ReadText } from './text';
import { inThread } from './thread';
import { trimEndOf } from '../../util/text';

/** `maxNesting` is the library's default, stated here because input is untrusted. Deeper nesting stays text. */
const OPTIONS = { html: true, linkify: false, maxNesting: 100 };
const markdown = new MarkdownIt(OPTIONS);
const FRONT_MATTER = /^---\r?\n[\s\S]*?\r?\n(?:---|\.\.\.)\r?\n/;
/** Maximum characters parsed in this thread: the library cannot pause, and takes a second for seven million. */
const MAX_INLINE_CHARACTERS = 200_000;

const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const MarkdownIt = require(workerData.library);
parentPort.postMessage({ html: new MarkdownIt(workerData.options).render(workerData.source) });
`;

/**
 * Reads Markdown. Front matter (between lines of `---` at the beginning) is removed; its `title` becomes the
 * document's.
 *
 * @throws OwlgateError DocumentUnreadable if it takes too long; the signal's reason
 */
export async function readMarkdown(source: string, signal: AbortSignal): Promise<ReadText> {
  const front = FRONT_MATTER.exec(source)?.[0];
  const read = await readHtml(await toHtml(front === undefined ? source : source.slice(front.length), signal), signal);
  const titleLine = /^title:[ \t]*(?![ \t])(.+)/m.exec(front ?? '')?.[1] ?? '';
  const title = /^["']?(.+?)["']?$/.exec(trimEndOf(titleLine, ' \t'))?.[1];
  return title === undefined ? read : { ...read, title };
}

async function toHtml(source: string, signal: AbortSignal): Promise<string> {
  if (source.length <= MAX_INLINE_CHARACTERS) return markdown.render(source);
  const result = await inThread<{ readonly html: string }>(
    PROGRAM,
    'markdown-it',
    { options: OPTIONS, source },
    signal,
  );
  if ('html' in result) return result.html;
  throw new OwlgateError('DocumentUnreadable', { reason: `the Markdown cannot be read: ${result.reason}` });
}
