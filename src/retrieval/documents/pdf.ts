/**
 * PDF → its text, page by page, in a thread of its own: the files are strangers', and reading one may take long, or more
 * memory than there is.
 */
import { OwlgateError } from '../../errors';
import type { ReadText } from './text';
import { inThread, type Failed } from './thread';

const MOST_PAGES = 5_000;

/** The library is loaded in the thread alone, and only when there is a PDF. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const { getDocumentProxy } = require(workerData.library);
(async () => {
  const pdf = await getDocumentProxy(workerData.bytes, { isEvalSupported: false, useSystemFonts: false, verbosity: 0 });
  if (pdf.numPages > workerData.mostPages) throw new Error('it has ' + pdf.numPages + ' pages, more than ' + workerData.mostPages);
  const info = await pdf.getMetadata().catch(() => undefined);
  const pages = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(items.map((item) => (item.str ?? '') + (item.hasEOL ? '\\n' : '')).join(''));
    page.cleanup();
  }
  const title = info?.info?.Title;
  parentPort.postMessage({ pages, title: typeof title === 'string' ? title : '' });
})().catch((error) => parentPort.postMessage({ name: error?.name ?? 'Error', reason: String(error?.message ?? error) }));
`;

type Told = { readonly pages: readonly string[]; readonly title: string };

/**
 * Reads a file. Words that are parted at the end of a line are put together; pages are blocks.
 *
 * @throws OwlgateError DocumentUnreadable: broken, encrypted, too many pages or too slow; the signal's reason
 */
export async function readPdf(bytes: Buffer, signal: AbortSignal): Promise<ReadText> {
  const given = { bytes: new Uint8Array(bytes), mostPages: MOST_PAGES };
  const told = await inThread<Told>(PROGRAM, 'unpdf', given, signal);
  if (!('pages' in told)) throw unreadable(reasonOf(told));
  const text = told.pages
    .map(pageText)
    .filter((page) => page !== '')
    .join('\n\n');
  const title = told.title.replace(/\s+/g, ' ').trim();
  return { text, headings: [], ...(title !== '' && { title }) };
}

const pageText = (page: string): string =>
  page
    .replace(/(\p{Ll})[-\u00ad]\n(?=\p{Ll})/gu, '$1')
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();

function reasonOf({ name, reason }: Failed): string {
  if (name === 'PasswordException') return 'the PDF is encrypted; send it without a password';
  return `the PDF cannot be read: ${reason.replace(/\.$/, '')}`;
}

const unreadable = (reason: string): OwlgateError => new OwlgateError('DocumentUnreadable', { reason });
