/**
 * Text of PDF files, page by page and column by column. A separate thread reads the file: input is untrusted, and may
 * take long or exhaust the memory.
 */
import { OwlgateError } from '../../errors';
import { Turns } from '../../util/turns';
import { pageParts } from './columns';
import { headingsOf, type OutlineEntry } from './pdf-headings';
import type { PageItem } from './pdf-items';
import { continues, writeTable, type PdfTable } from './pdf-tables';
import { TableReader } from './table';
import { TextBuilder, type ReadText } from './text';
import { inThread, type ThreadFailure } from './thread';

const MAX_PAGES = 5_000;
const MAX_OUTLINE = 10_000;

/** Program of the thread; only the thread loads the library. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
// ES2024: Node 20 lacks it, and without it the library describes no font.
ArrayBuffer.prototype.transferToFixedLength ??= function (length = this.byteLength) {
  const copy = new ArrayBuffer(length);
  new Uint8Array(copy).set(new Uint8Array(this, 0, Math.min(length, this.byteLength)));
  return copy;
};
const { getDocumentProxy } = require(workerData.library);
(async () => {
  const pdf = await getDocumentProxy(workerData.bytes, { isEvalSupported: false, useSystemFonts: false, verbosity: 0 });
  const { numPages } = pdf;
  if (numPages > workerData.maxPages) throw new Error('it has ' + numPages + ' pages, more than ' + workerData.maxPages);
  const info = await pdf.getMetadata().catch(() => undefined);
  const pages = [];
  // Only the list of a page's operators comes with its fonts; their names tell their weight.
  const bold = new Map();
  const readFonts = async (page, names) => {
    if (names.every((name) => bold.has(name))) return;
    await page.getOperatorList().catch(() => undefined);
    for (const name of names) {
      let font;
      try { font = page.commonObjs.get(name); } catch {}
      bold.set(name, Boolean(font && (font.bold || font.black || /bold|black|heavy|demi/i.test(font.name ?? ''))));
    }
  };
  for (let number = 1; number <= numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const drawn = items.filter((item) => typeof item.str === 'string');
    await readFonts(page, [...new Set(drawn.map(({ fontName }) => fontName))]);
    const places = new Float32Array(drawn.length * 7);
    drawn.forEach(({ transform: [a, b, c, , x, y], width, height, hasEOL, fontName }, i) => {
      const isTurned = !(a > 0 && Math.abs(b) + Math.abs(c) < a / 2);
      places.set([x, y, width, height, hasEOL ? 1 : 0, isTurned ? 1 : 0, bold.get(fontName) ? 1 : 0], i * 7);
    });
    pages.push({ texts: drawn.map((item) => item.str), places });
    page.cleanup();
  }
  const outline = [];
  const addEntries = async (entries) => {
    for (const { title, dest, items } of entries ?? []) {
      if (outline.length >= workerData.maxOutline) return;
      const place = typeof dest === 'string' ? await pdf.getDestination(dest).catch(() => undefined) : dest;
      const target = place?.[0];
      const page = typeof target === 'number' ? target : target && (await pdf.getPageIndex(target).catch(() => -1));
      if (page >= 0) outline.push({ title, page });
      await addEntries(items);
    }
  };
  await addEntries(await pdf.getOutline().catch(() => undefined));
  const title = info?.info?.Title;
  parentPort.postMessage({ pages, outline, title: typeof title === 'string' ? title : '' });
})().catch((error) =>
  parentPort.postMessage({ name: error?.name ?? 'Error', reason: String(error?.message ?? error) }));
`;

interface PageData {
  readonly texts: readonly string[];
  /** Seven numbers per text: x, y, width, height, 1 if a line ends after it, 1 if it is rotated, 1 if it is bold. */
  readonly places: Float32Array;
}

type PdfData = {
  readonly pages: readonly PageData[];
  readonly outline: readonly OutlineEntry[];
  readonly title: string;
};

/**
 * Reads a file. Joins words hyphenated at line ends; pages and headings are blocks.
 *
 * @throws OwlgateError DocumentUnreadable: broken, encrypted, too many pages or too slow; the signal's reason
 */
export async function readPdf(bytes: Buffer, signal: AbortSignal): Promise<ReadText> {
  const input = { bytes: new Uint8Array(bytes), maxPages: MAX_PAGES, maxOutline: MAX_OUTLINE };
  const result = await inThread<PdfData>(PROGRAM, 'unpdf', input, signal);
  if (!('pages' in result)) throw unreadable(reasonOf(result));
  const pages = result.pages.map(itemsOf);
  const headings = headingsOf(pages, result.outline);
  const text = new TextBuilder();
  const turns = new Turns(signal);
  /** Table at the end of the page before, which may continue. */
  let open: PdfTable | undefined;
  for (const [number, items] of pages.entries()) {
    await turns.pause();
    text.endBlock();
    for (const part of pageParts(items, headings.on(number))) {
      if (part.kind === 'table') {
        const { table } = part;
        const whole = open && continues(table, open) ? { ...table, heads: open.heads } : table;
        writeTable(whole, new TableReader(text));
        text.markTable();
        open = whole;
        continue;
      }
      if (part.kind === 'heading') {
        open = undefined;
        text.beginHeading();
      }
      text.add(tidy(part.text), true);
      if (part.kind === 'heading') text.endHeading();
    }
  }
  const title = result.title.replace(/\s+/g, ' ').trim();
  return { ...text.end(), ...(title !== '' && { title }) };
}

const NUMBERS = 7;

const itemsOf = ({ texts, places }: PageData): PageItem[] =>
  texts.map((text, i): PageItem => {
    const [x = 0, y = 0, width = 0, height = 0, ...flags] = places.subarray(i * NUMBERS, (i + 1) * NUMBERS);
    const [endsLine, isTurned, isBold] = flags.map((flag) => flag === 1) as [boolean, boolean, boolean];
    return { text, x, y, width, height, endsLine, isTurned, isBold };
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
