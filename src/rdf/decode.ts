/** Decoder: bytes of a document → text. */
import { isAscii, isUtf8 } from 'node:buffer';
import { syntaxError } from './document';
import { refuseOtherSyntax } from './other-syntaxes';

/** Bytes in which an XML declaration names its encoding. */
export const ENCODING_BYTES = 200;

/**
 * Decodes a document. The byte order mark or the bytes of `<?` in UTF-16 decide, then the given character set, then the
 * XML declaration; the default is UTF-8.
 *
 * @param charset parameter of the media type
 * @returns the text without a byte order mark
 * @throws OwlgateError OntologySyntax with the position of the first byte that is invalid in the encoding;
 *   UnsupportedSyntax for such a document in a syntax that is not read
 */
export function decodeText(bytes: Buffer, charset?: string): string {
  refuseArchive(bytes);
  const label = encodingOf(bytes, charset);
  // Most long documents are ASCII, and this path is far faster.
  if (label === 'utf-8' && isAscii(bytes)) return bytes.toString('latin1');
  if (label === 'utf-8') requireUtf8(bytes);
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ERR_ENCODING_NOT_SUPPORTED'
        ? `unknown encoding ${JSON.stringify(label.slice(0, 40))}; save the document in UTF-8`
        : `the text is not valid ${label}; save it in UTF-8`;
    throw syntaxError({ line: 1, column: 1 }, reason);
  }
}

/**
 * Returns the label of a document's encoding.
 *
 * @param bytes start of the document, at least `ENCODING_BYTES` if it has as many
 * @param charset parameter of the media type
 */
export function encodingOf(bytes: Buffer, charset: string | undefined): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  // XML without a byte order mark (XML 1.0, appendix F).
  const opening = bytes.toString('latin1', 0, 4);
  if (opening === '<\0?\0') return 'utf-16le';
  if (opening === '\0<\0?') return 'utf-16be';
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  const label = charset?.trim().toLowerCase();
  if (label) return /^(utf-?8|us-ascii)$/.test(label) ? 'utf-8' : label;
  const start = bytes.toString('latin1', 0, ENCODING_BYTES);
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(start)?.[1]?.toLowerCase() ?? 'utf-8';
  return /^(utf-?8|us-ascii)$/.test(declared) ? 'utf-8' : declared;
}

/** First bytes of files that are no text, and what they are. */
const ARCHIVES: readonly (readonly [string, string])[] = [
  ['\x1f\x8b', 'compressed with gzip: send it with Content-Encoding: gzip, or decompress it'],
  ['PK\x03\x04', 'a ZIP archive: unpack it, and send the file in it'],
  ['BZh', 'compressed with bzip2: decompress it'],
  ['\xfd7zXZ\0', 'compressed with xz: decompress it'],
  ['\x28\xb5\x2f\xfd', 'compressed with zstd: decompress it'],
  ['%PDF-', 'a PDF file: send the ontology itself'],
];

/** @throws OwlgateError OntologySyntax for bytes that are known to be no text */
function refuseArchive(bytes: Buffer): void {
  const start = bytes.toString('latin1', 0, 8);
  const archive = ARCHIVES.find(([magic]) => start.startsWith(magic));
  if (archive) throw syntaxError({ line: 1, column: 1 }, `the document is ${archive[1]}`);
}

/** Bytes by which another syntax is recognized. */
const SYNTAX_BYTES = 20_000;

function requireUtf8(bytes: Buffer): void {
  if (isUtf8(bytes)) return;
  refuseOtherSyntax(bytes.toString('latin1', 0, SYNTAX_BYTES), '');
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
