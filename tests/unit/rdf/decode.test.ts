/** Bytes of documents: encodings, and files that are no text. */
import { gzipSync } from 'node:zlib';
import { decodeText } from '../../../src/rdf/decode';

const text = ':Tür a owl:Class .';

it.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
  ['UTF-16, little-endian', Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16, big-endian', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
])('reads %s', (_, bytes) => expect(decodeText(bytes)).toBe(text));

it.each([
  ['gzip', gzipSync(text), /send it with Content-Encoding: gzip/],
  ['ZIP', Buffer.from('PK\x03\x04\x14\0'), /a ZIP archive: unpack it/],
  ['bzip2', Buffer.from('BZh91AY'), /bzip2/],
  ['PDF', Buffer.from('%PDF-1.7\n'), /a PDF file/],
  ['Latin-1', Buffer.from(text, 'latin1'), /not UTF-8; save it in UTF-8/],
])('refuses %s', (_, bytes, reason) => expect(() => decodeText(bytes)).toThrow(reason));
