/** Long texts as values of a graph: compressed, in Base64, and cut into parts that a cluster takes easily. */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** A multiple of four, so that a cut never goes through a group of Base64. */
export const PART_CHARACTERS = 256 * 1024;
/** Far above every ontology, far below what a string can hold: what a damaged or hostile part may grow to. */
const MAX_TEXT_BYTES = 400 * 2 ** 20;

/** @returns at least one part */
export async function pack(text: string): Promise<string[]> {
  const encoded = (await compress(Buffer.from(text), { level: 9 })).toString('base64');
  const parts: string[] = [];
  for (let at = 0; at < encoded.length; at += PART_CHARACTERS) parts.push(encoded.slice(at, at + PART_CHARACTERS));
  return parts;
}

/** @throws Error where the parts are not what `pack` made: something is missing, or has changed (gzip has a CRC) */
export async function unpack(parts: readonly string[]): Promise<string> {
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part, 'base64')));
  return (await expand(bytes, { maxOutputLength: MAX_TEXT_BYTES })).toString('utf8');
}
