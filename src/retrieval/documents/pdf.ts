/**
 * Text of PDF files, page by page and column by column. A separate thread reads the file: input is untrusted, and may
 * take long or exhaust the memory.
 */
import { OwlgateError } from '../../errors';
import { Turns } from '../../util/turns';
import { pageText, type PageItem } from './columns';
import type { ReadText } from './text';
import { inThread, type ThreadFailure } from './thread';

const MAX_PAGES = 5_000;

/** Program of the thread; only the thread loads the library. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const { getDocumentProxy } = require(workerData.library);
(async () => {
  const pdf = await getDocumentProxy(workerData.bytes, { isEvalSupported: false, useSystemFonts: false, verbosity: 0 });
  const { numPages } = pdf;
  if (numPages > workerData.maxPages) throw new Error('it has ' + numPages + ' pages, more than ' + workerData.maxPages);
  const info = await pdf.getMetadata().catch(() => undefined);
  const pages = [];
  for (let number = 1; number <= numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const drawn = items.filter((item) => typeof item.str === 'string');
    const places = new Float32Array(drawn.length * 6);
    drawn.forEach(({ transform: [a, b, c, , x, y], width, height, hasEOL }, i) =>
      places.set([x, y, width, height, hasEOL ? 1 : 0, a > 0 && Math.abs(b) + Math.abs(c) < a / 2 ? 0 : 1], i * 6));
    pages.push({ texts: drawn.map((item) => item.str), places });
    page.cleanup();
  }
  const title = info?.info?.Title;
  parentPort.postMessage({ pages, title: typeof title === 'string' ? title : '' });
})().catch((error) =>
  parentPort.postMessage({ name: error?.name ?? 'Error', reason: String(error?.message ?? error) }));
`;

interface PageData {
  readonly texts: readonly string[];
  /** Six numbers per text: x, y, width, height, 1 if a line ends after it, 1 if it is rotated. */
  readonly places: Float32Array;
}

type PdfData = { readonly pages: readonly PageData[]; readonly title: string };

/**
 * Reads a file. Joins words hyphenated at line ends; pages are blocks.
 *
 * @throws OwlgateError DocumentUnreadable: broken, encrypted, too many pages or too slow; the signal's reason
 */
export async function readPdf(bytes: Buffer, signal: AbortSignal): Promise<ReadText> {
  const input = { bytes: new Uint8Array(bytes), maxPages: MAX_PAGES };
  const result = await inThread<PdfData>(PROGRAM, 'unpdf', input, signal);
  if (!('pages' in result)) throw unreadable(reasonOf(result));
  const pages: string[] = [];
  const turns = new Turns(signal);
  for (const page of result.pages) {
    await turns.pause();
    const text = tidy(pageText(itemsOf(page)));
    if (text !== '') pages.push(text);
  }
  const text = pages.join('\n\n');
  const title = result.title.replace(/\s+/g, ' ').trim();
  return { text, headings: [], ...(title !== '' && { title }) };
}

const itemsOf = ({ texts, places }: PageData): PageItem[] =>
  texts.map((text, i): PageItem => {
    const [x = 0, y = 0, width = 0, height = 0, endsLine = 0, isTurned = 0] = places.subarray(i * 6, i * 6 + 6);
    return { text, x, y, width, height, endsLine: endsLine === 1, isTurned: isTurned === 1 };
  });

const tidy = (page: string): string =>
  page
    .replace(/(\p{Ll})[-\u00ad]\n(?=\p{Ll})/gu, '$1')
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();

function reasonOf({ name, reason }: ThreadFailure): string {
  if (name === 'PasswordException') return 'the PDF is encrypted; send it without a password';
  return `the PDF cannot be read: ${reason.replace(/\.$/, '')}`;
}

const unreadable = (reason: string): OwlgateError => new OwlgateError('DocumentUnreadable', { reason });
