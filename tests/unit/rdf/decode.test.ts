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

const xml = '<?xml version="1.0" encoding="UTF-16"?><Tür/>';

it.each([
  ['little-endian', Buffer.from(xml, 'utf16le')],
  ['big-endian', Buffer.from(xml, 'utf16le').swap16()],
])('reads XML in UTF-16, %s, without a byte order mark', (_, bytes) => {
  for (const charset of [undefined, 'utf-16', 'utf-8']) expect(decodeText(bytes, charset)).toBe(xml);
});

it('recognizes a syntax that is not read in another encoding', () => {
  const obo = Buffer.from('format-version: 1.2\nontology: x\n\n[Term]\nid: X:1\nname: Tür\n', 'latin1');
  expect(() => decodeText(obo)).toThrow(expect.objectContaining({ code: 'UnsupportedSyntax' }));
});

it.each([
  ['gzip', gzipSync(text), /send it with Content-Encoding: gzip/],
  ['ZIP', Buffer.from('PK\x03\x04\x14\0'), /a ZIP archive: unpack it/],
  ['bzip2', Buffer.from('BZh91AY'), /bzip2/],
  ['PDF', Buffer.from('%PDF-1.7\n'), /a PDF file/],
  ['Latin-1', Buffer.from(text, 'latin1'), /not UTF-8; save it in UTF-8/],
])('refuses %s', (_, bytes, reason) => expect(() => decodeText(bytes)).toThrow(reason));
