/** Bytes of a document → text. */
import { isAscii, isUtf8 } from 'node:buffer';
import { syntaxError } from './document';

/**
 * Decodes by the byte order mark, the XML declaration or the given character set; otherwise the text is UTF-8.
 *
 * @param charset of the media type's parameter
 * @returns the text without a byte order mark
 * @throws OwlgateError OntologySyntax with the place of the first byte that is not what the encoding allows
 */
export function decodeText(bytes: Buffer, charset?: string): string {
  const label = encodingOf(bytes, charset);
  // Far faster, and what most long documents are.
  if (label === 'utf-8' && isAscii(bytes)) return bytes.toString('latin1');
  if (label === 'utf-8') refuseOtherEncodings(bytes);
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ERR_ENCODING_NOT_SUPPORTED'
        ? `the encoding ${JSON.stringify(label.slice(0, 40))} is not known; save the document in UTF-8`
        : `the text is not ${label}, as it says; save it in UTF-8`;
    throw syntaxError({ line: 1, column: 1 }, reason);
  }
}

function encodingOf(bytes: Buffer, charset: string | undefined): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  const given = charset?.trim().toLowerCase();
  if (given) return /^(utf-?8|us-ascii)$/.test(given) ? 'utf-8' : given;
  const start = bytes.toString('latin1', 0, 200);
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(start)?.[1]?.toLowerCase() ?? 'utf-8';
  return /^(utf-?8|us-ascii)$/.test(declared) ? 'utf-8' : declared;
}

function refuseOtherEncodings(bytes: Buffer): void {
  if (isUtf8(bytes)) return;
  let start = 0;
  for (let line = 1; start <= bytes.length; line++) {
    const end = bytes.indexOf(0x0a, start);
    const part = bytes.subarray(start, end < 0 ? bytes.length : end);
    if (!isUtf8(part)) {
      const column = part.toString('utf8').indexOf('\ufffd') + 1;
      throw syntaxError({ line, column }, 'the text is not UTF-8; save it in UTF-8');
    }
    start += part.length + 1;
  }
}
