/** Documents from the network, where that is allowed: bounded in size, time and redirections. */
import { decodeText, RDF_MEDIA_TYPES, syntaxOfContentType } from '../../../rdf';
import type { OntologyDocument } from '../../types';
import { ImportFailure } from './file';

const TIMEOUT_MS = 30_000;
const MAX_REDIRECTIONS = 5;

const ACCEPT = RDF_MEDIA_TYPES.map((type, i) => (i === 0 ? type : `${type};q=0.${9 - i}`)).join(', ');

/** @throws ImportFailure */
export async function fetchDocument(
  address: string,
  { maxBytes, accept = ACCEPT, timeoutMs = TIMEOUT_MS }: { maxBytes: number; accept?: string; timeoutMs?: number },
): Promise<OntologyDocument> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const { response, url } = await follow(address, accept, signal);
    const mediaType = response.headers.get('content-type') ?? undefined;
    const bytes = await readBounded(response, maxBytes);
    if (mediaType !== undefined && syntaxOfContentType(mediaType) === undefined) {
      throw new Error(`it answers with ${mediaType}`);
    }
    const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(mediaType ?? '')?.[1];
    return { source: decodeText(bytes, charset), name: url, ...(mediaType !== undefined && { mediaType }) };
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
    throw new ImportFailure(`${address} cannot be fetched: ${reason}`);
  }
}

/** By hand, so that every step stays with http and https, and their number is bounded. */
async function follow(
  address: string,
  accept: string,
  signal: AbortSignal,
): Promise<{ response: Response; url: string }> {
  let url = new URL(address);
  for (let step = 0; step <= MAX_REDIRECTIONS; step++) {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error(`${url.protocol} is not fetched`);
    url.hash = '';
    const response = await fetch(url, { headers: { accept }, redirect: 'manual', signal });
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await response.body?.cancel();
      url = new URL(location, url);
      continue;
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`it answers ${response.status}`);
    }
    return { response, url: url.href };
  }
  throw new Error(`it redirects more than ${MAX_REDIRECTIONS} times`);
}

async function readBounded(response: Response, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += (part as Uint8Array).length;
    if (size > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
    parts.push(part as Uint8Array);
  }
  return Buffer.concat(parts);
}
