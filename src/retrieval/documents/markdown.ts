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
/** Maximum marks: the library takes up to 10 µs and 1.5 KB for each, whatever it marks. */
const MAX_MARKS = 1_000_000;
/** Characters that can begin or end an element. */
const MARKS: ReadonlySet<number> = new Set(Array.from('\n|*_`[]<&\\!~', (mark) => mark.charCodeAt(0)));

const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const MarkdownIt = require(workerData.library);
parentPort.postMessage({ html: new MarkdownIt(workerData.options).render(workerData.source) });
`;

/**
 * Reads Markdown. Front matter (between lines of `---` at the beginning) is removed; its `title` becomes the
 * document's.
 *
 * @throws OwlgateError DocumentUnreadable if it has too many marks or takes too long; the signal's reason
 */
export async function readMarkdown(source: string, signal: AbortSignal): Promise<ReadText> {
  const front = FRONT_MATTER.exec(source)?.[0];
  const read = await readHtml(await toHtml(front === undefined ? source : source.slice(front.length), signal), signal);
  const titleLine = /^title:[ \t]*(?![ \t])(.+)/m.exec(front ?? '')?.[1] ?? '';
  const title = /^["']?(.+?)["']?$/.exec(trimEndOf(titleLine, ' \t'))?.[1];
  return title === undefined ? read : { ...read, title };
}

async function toHtml(source: string, signal: AbortSignal): Promise<string> {
  refuseTooManyMarks(source);
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

/** Refuses early what the library could not finish. @throws OwlgateError DocumentUnreadable */
function refuseTooManyMarks(source: string): void {
  let marks = 0;
  for (let i = 0; i < source.length && marks <= MAX_MARKS; i++) if (MARKS.has(source.charCodeAt(i))) marks++;
  if (marks <= MAX_MARKS) return;
  const reason = `the Markdown has more than ${MAX_MARKS} marks (lines, cells, links, emphasis); send it in parts`;
  throw new OwlgateError('DocumentUnreadable', { reason });
}
