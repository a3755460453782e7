/** Sources of an import: files, addresses and streams. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import * as path from 'node:path';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { OwlgateError } from '../errors';
import { LimitExceeded, openFollowing, type RedirectPolicy } from '../util/httpClient';
import type { Source } from './types';

const READ_BYTES = 1 << 17;
const REDIRECTS: RedirectPolicy = { max: 5, next: (request, _status, url) => ({ ...request, url }) };
const ACCEPT = 'text/turtle, application/n-triples, application/trig, application/n-quads, */*;q=0.5';

/** Returns a file. Its blank nodes are those of its content, wherever it lies. */
export async function fileSource(file: string, base?: string): Promise<Source> {
  const { size } = await stat(file);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return {
    name: file,
    base: base ?? pathToFileURL(path.resolve(file)).href,
    identity: hash.digest('hex'),
    size,
    open: () => Promise.resolve(createReadStream(file, { highWaterMark: READ_BYTES })),
  };
}

/** Returns a document at an http(s) address. Its identity is the address with its version, if the server tells one. */
export async function addressSource(address: string, signal: AbortSignal, base?: string): Promise<Source> {
  const response = await read(new URL(address), signal);
  const { headers } = response;
  const version = headers.etag ?? headers['last-modified'] ?? headers['content-length'] ?? '';
  const size = Number(headers['content-length']);
  return {
    name: address,
    ...(headers['content-type'] !== undefined && { mediaType: headers['content-type'] }),
    base: base ?? address,
    identity: createHash('sha256').update(`${address}\n${version}`).digest('hex'),
    ...(Number.isSafeInteger(size) && { size }),
    open: () => Promise.resolve(response),
  };
}

/** @throws OwlgateError ImportUnreadable */
async function read(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  try {
    const { response } = await openFollowing({ url, headers: { Accept: ACCEPT } }, REDIRECTS, signal);
    if (response.statusCode === 200) return response;
    response.destroy();
    throw new Error(`it answers with status ${response.statusCode}`);
  } catch (error) {
    const isEndless = error instanceof LimitExceeded;
    throw unreadable(url.href, isEndless ? `more than ${REDIRECTS.max} redirects` : (error as Error).message);
  }
}

/** Returns a stream that can be read once. */
export const streamSource = (stream: Readable, source: Omit<Source, 'open'>): Source => ({
  ...source,
  open: () => Promise.resolve(stream),
});

const unreadable = (source: string, reason: string): OwlgateError =>
  new OwlgateError('ImportUnreadable', { source, reason }, { source });
