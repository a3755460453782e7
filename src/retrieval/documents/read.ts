/** A document as it was sent → its text, by its media type. */
import { OwlgateError } from '../../errors';
import { readHtml } from './html';
import { readMarkdown } from './markdown';
import { readPdf } from './pdf';
import type { ReadText } from './text';

export const DOCUMENT_TYPES = ['text/plain', 'text/markdown', 'text/html', 'application/pdf'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** Of the text of one document. */
export const MOST_CHARACTERS = 20_000_000;

/**
 * Reads a document.
 *
 * @param content bytes (UTF-8, but for PDF), or the text itself
 * @throws OwlgateError DocumentUnreadable: not text, empty, broken, encrypted, too large; the signal's reason
 */
export async function readContent(
  content: Buffer | string,
  type: DocumentType,
  signal: AbortSignal,
): Promise<ReadText> {
  const read = await readAs(content, type, signal);
  if (!/[\p{L}\p{N}]/u.test(read.text)) {
    const reason =
      type === 'application/pdf'
        ? 'no text is in it; pages that are pictures have to be recognized first'
        : 'it is empty';
    throw new OwlgateError('DocumentUnreadable', { reason });
  }
  if (read.text.length > MOST_CHARACTERS) {
    const reason = `its text has ${read.text.length} characters, and ${MOST_CHARACTERS} are the most; send it in parts`;
    throw new OwlgateError('DocumentUnreadable', { reason });
  }
  return read;
}

async function readAs(content: Buffer | string, type: DocumentType, signal: AbortSignal): Promise<ReadText> {
  if (type === 'application/pdf') {
    if (typeof content !== 'string') return readPdf(content, signal);
    throw new OwlgateError('DocumentUnreadable', {
      reason: 'a PDF is no text; send the file as the body, with Content-Type application/pdf',
    });
  }
  const text = toText(content);
  if (type === 'text/html') return readHtml(text);
  if (type === 'text/markdown') return readMarkdown(text);
  return { text, headings: [] };
}

function toText(content: Buffer | string): string {
  const text = typeof content === 'string' ? content : decode(content);
  const nul = text.indexOf('\0');
  if (nul >= 0)
    throw new OwlgateError('DocumentUnreadable', { reason: `it is not text: there is a NUL at character ${nul}` });
  // Half a surrogate pair has no UTF-8, and would come back from the engine as something else.
  return text.replace(/^\ufeff/, '').replace(/\p{Surrogate}/gu, '\ufffd');
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch (error) {
    const reason = 'it is not text in UTF-8; convert it, or say with Content-Type what it is';
    throw new OwlgateError('DocumentUnreadable', { reason }, {}, { cause: error });
  }
}
