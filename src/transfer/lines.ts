/** Reader of files of statements line by line, whatever their size; gzip is recognized by its first bytes. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { TransferError } from './errors';

/** Consecutive lines of a file. */
interface Lines {
  /** Number of the first line, from 1. */
  readonly first: number;
  readonly lines: readonly string[];
}

/** Maximum characters of a line; longer than every value that an engine accepts. */
const MAX_LINE = 256 << 20;
const READ_BYTES = 1 << 18;

/**
 * Reads a file in blocks of lines. @throws TransferError if a file is not text in UTF-8, or damaged gzip; the errors of
 * the file system
 */
export async function* readLines(file: string): AsyncGenerator<Lines> {
  const stream = await openText(file);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let incomplete = '';
  let first = 1;
  const takeLines = (bytes?: Buffer): string[] => {
    try {
      incomplete += bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw new TransferError(`${file}: after line ${first - 1} it is not text in UTF-8`);
    }
    if (incomplete.length > MAX_LINE)
      throw new TransferError(`${file}: line ${first} is longer than ${MAX_LINE} characters`);
    const lines = incomplete.split('\n');
    incomplete = lines.pop()!;
    return lines;
  };
  try {
    for await (const bytes of stream) {
      const lines = takeLines(bytes as Buffer);
      if (lines.length === 0) continue;
      yield { first, lines };
      first += lines.length;
    }
    const lines = takeLines();
    if (incomplete !== '') lines.push(incomplete);
    if (lines.length > 0) yield { first, lines };
  } catch (error) {
    if (/^Z_|zlib/i.test(String((error as NodeJS.ErrnoException).code))) {
      throw new TransferError(`${file}: it is compressed, and damaged or cut short (${(error as Error).message})`);
    }
    throw error;
  } finally {
    stream.destroy();
  }
}

/** Reads a small file. @throws as readLines */
export async function readText(file: string): Promise<string> {
  let text = '';
  for await (const { lines } of readLines(file)) text += `${lines.join('\n')}\n`;
  return text;
}

async function openText(file: string): Promise<Readable> {
  const handle = await open(file, 'r');
  const start = Buffer.alloc(2);
  try {
    await handle.read(start, 0, 2, 0);
  } finally {
    await handle.close();
  }
  const bytes = createReadStream(file, { highWaterMark: READ_BYTES });
  if (start[0] !== 0x1f || start[1] !== 0x8b) return bytes;
  const gunzip = createGunzip({ chunkSize: READ_BYTES });
  bytes.on('error', (error) => gunzip.destroy(error));
  gunzip.on('close', () => bytes.destroy());
  return bytes.pipe(gunzip);
}
