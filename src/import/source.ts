/** Sources of an import: files, addresses and streams. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import * as path from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { OwlgateError } from '../errors';
import { LimitExceeded, openFollowing, type RedirectPolicy } from '../util/httpClient';
import type { Source } from './types';

const READ_BYTES = 1 << 17;
/** Time after which a response that nobody reads is requested again. */
const UNREAD_MS = 10_000;
const REDIRECTS: RedirectPolicy = { max: 5, next: (request, _status, url) => ({ ...request, url }) };
const ACCEPT = 'text/turtle, application/n-triples, application/trig, application/n-quads, */*;q=0.5';

/** Returns a file. Its blank nodes are those of its content, wherever it lies. @throws OwlgateError ImportUnreadable */
export async function fileSource(file: string, base?: string): Promise<Source> {
  const stats = await stat(file);
  if (stats.isDirectory()) throw unreadable(file, 'it is a directory; name the files in it');
  const { size } = stats;
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
  const url = new URL(address);
  const { response, url: retrieved } = await read(url, signal);
  const { headers } = response;
  const identity = identityOf(address, response);
  const size = Number(headers['content-length']);
  let unread: IncomingMessage | undefined = response;
  // The sources before this one may take hours, and servers end connections that nobody reads.
  const timer = setTimeout(() => {
    unread?.destroy();
    unread = undefined;
  }, UNREAD_MS).unref();
  return {
    name: address,
    ...(headers['content-type'] !== undefined && { mediaType: headers['content-type'] }),
    // RFC 3986, section 5.1.3: a redirect changes the base.
    base: base ?? retrieved.href,
    identity,
    ...(Number.isSafeInteger(size) && { size }),
    open: async () => {
      clearTimeout(timer);
      const opened = unread?.destroyed === false ? unread : (await read(url, signal)).response;
      unread = undefined;
      if (identityOf(address, opened) === identity) return named(opened, address);
      opened.destroy();
      throw unreadable(address, 'it has changed since the import began');
    },
  };
}

function identityOf(address: string, { headers }: IncomingMessage): string {
  const version = headers.etag ?? headers['last-modified'] ?? headers['content-length'] ?? '';
  return createHash('sha256').update(`${address}\n${version}`).digest('hex');
}

/** @throws OwlgateError ImportUnreadable */
async function read(url: URL, signal: AbortSignal): ReturnType<typeof openFollowing> {
  try {
    const opened = await openFollowing({ url, headers: { Accept: ACCEPT } }, REDIRECTS, signal);
    const { response } = opened;
    if (response.statusCode === 200) return opened;
    response.destroy();
    throw new Error(`it answers with status ${response.statusCode}`);
  } catch (error) {
    const isEndless = error instanceof LimitExceeded;
    throw unreadable(url.href, isEndless ? `more than ${REDIRECTS.max} redirects` : (error as Error).message);
  }
}

/** Returns a stream of the same bytes, whose failure names the address. */
function named(response: IncomingMessage, address: string): Readable {
  async function* chunks(): AsyncGenerator {
    try {
      yield* response;
    } catch (error) {
      throw unreadable(address, `it broke off (${(error as Error).message})`);
    }
  }
  return Readable.from(chunks(), { objectMode: false });
}

/** Returns a stream that can be read once. */
export const streamSource = (stream: Readable, source: Omit<Source, 'open'>): Source => ({
  ...source,
  open: () => Promise.resolve(stream),
  skip: () => finished(stream.resume()),
});

const unreadable = (source: string, reason: string): OwlgateError =>
  new OwlgateError('ImportUnreadable', { source, reason }, { source });
