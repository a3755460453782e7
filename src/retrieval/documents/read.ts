/** Reader of uploaded documents, by media type. */
import { OwlgateError } from '../../errors';
import { wellFormed } from '../../util/text';
import { readPdf } from './pdf';
import { MAX_CHARACTERS, type ReadText } from './text';

export const DOCUMENT_TYPES = ['text/plain', 'text/markdown', 'text/html', 'application/pdf'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/**
 * Reads a document.
 *
 * @param content bytes or text
 * @param charset encoding that the client declared: a label of the Encoding Standard
 * @throws OwlgateError DocumentUnreadable: not text, empty, broken, encrypted, too large; the signal's reason
 */
export async function readContent(
  content: Buffer | string,
  type: DocumentType,
  signal: AbortSignal,
  charset?: string,
): Promise<ReadText> {
  const read = await readAs(content, type, signal, charset);
  if (!/[\p{L}\p{N}]/u.test(read.text)) {
    const reason =
      type === 'application/pdf' ? 'it contains no text; scanned pages need text recognition first' : 'it is empty';
    throw new OwlgateError('DocumentUnreadable', { reason });
  }
  if (read.text.length > MAX_CHARACTERS) {
    const reason = `the text has ${read.text.length} characters, more than ${MAX_CHARACTERS}; send it in parts`;
    throw new OwlgateError('DocumentUnreadable', { reason });
  }
  return read;
}

async function readAs(
  content: Buffer | string,
  type: DocumentType,
  signal: AbortSignal,
  charset: string | undefined,
): Promise<ReadText> {
  if (type === 'application/pdf') {
    if (typeof content !== 'string') return readPdf(content, signal);
    throw new OwlgateError('DocumentUnreadable', {
      reason: 'a PDF cannot be sent as text; send the file as the body, with Content-Type application/pdf',
    });
  }
  const text = toText(typeof content === 'string' ? content : decode(content, charset ?? declared(content, type)));
  if (type === 'text/html') return (await import('./html.js')).readHtml(text, signal);
  if (type === 'text/markdown') return (await import('./markdown.js')).readMarkdown(text, signal);
  return { text, headings: [] };
}

function toText(text: string): string {
  const nul = text.indexOf('\0');
  if (nul >= 0) throw new OwlgateError('DocumentUnreadable', { reason: `it is not text: NUL at character ${nul}` });
  return wellFormed(text.replace(/^\ufeff/, ''));
}

const UTF8 = 'utf-8';
/** Bytes in which browsers search for a declaration. */
const PRESCAN_BYTES = 1024;
const META = /<meta\b[^>]*?\bcharset\s*=\s*(?:["']\s*)?([^\s"'/>;]+)/i;

/** Returns the encoding that an HTML document declares (HTML Living Standard, 13.2.3.2). */
function declared(bytes: Buffer, type: DocumentType): string {
  if (type !== 'text/html') return UTF8;
  const label = META.exec(bytes.toString('latin1', 0, PRESCAN_BYTES))?.[1];
  // A declaration that is readable as ASCII is not in UTF-16, whatever it says.
  return label !== undefined && isCharset(label) && !/^utf-?16/i.test(label) ? label : UTF8;
}

/** True for the label of a supported encoding. */
export function isCharset(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}

/** Decodes a text; a byte order mark overrides the charset. */
function decode(bytes: Buffer, charset: string): string {
  const mark = bytes.toString('hex', 0, 3);
  const label = mark === 'efbbbf' ? UTF8 : /^fffe/.test(mark) ? 'utf-16le' : /^feff/.test(mark) ? 'utf-16be' : charset;
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch (error) {
    const reason = `it is not text in ${label.toUpperCase()}; give its encoding with charset=… in Content-Type`;
    throw new OwlgateError('DocumentUnreadable', { reason }, {}, { cause: error });
  }
}
