/** Reader of files of statements line by line, whatever their size; gzip is recognized by its first bytes. */
import { createReadStream } from 'node:fs';
import { gunzipped, isGzipError } from '../util/gzip';
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
  const stream = createReadStream(file, { highWaterMark: READ_BYTES });
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
    for await (const bytes of gunzipped(stream as AsyncIterable<Buffer>)) {
      const lines = takeLines(bytes);
      if (lines.length === 0) continue;
      yield { first, lines };
      first += lines.length;
    }
    const lines = takeLines();
    if (incomplete !== '') lines.push(incomplete);
    if (lines.length > 0) yield { first, lines };
  } catch (error) {
    if (isGzipError(error)) {
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
