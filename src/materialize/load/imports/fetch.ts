/** Documents from the network: only from permitted hosts, with limits of size, time and redirections. */
import { lookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { request as requestHttp } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { decodeText, RDF_MEDIA_TYPES, syntaxOfContentType } from '../../../rdf';
import type { OntologyDocument } from '../types';
import { ImportFailure } from './file';
import type { FetchHosts } from '../../../util/fetchHosts';

/** Default time limit per document. */
export const FETCH_TIMEOUT_MS = 30_000;
const MAX_REDIRECTIONS = 5;

const ACCEPT = RDF_MEDIA_TYPES.map((type, i) => (i === 0 ? type : `${type};q=0.${9 - i}`)).join(', ');

interface FetchOptions {
  readonly hosts: FetchHosts;
  readonly maxBytes: number;
  readonly accept?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

/** @throws ImportFailure */
export async function fetchDocument(address: string, options: FetchOptions): Promise<OntologyDocument> {
  const { maxBytes, timeoutMs = FETCH_TIMEOUT_MS } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const { response, url } = await follow(address, options, signal);
    const bytes = await readBounded(response, maxBytes);
    const mediaType = response.headers['content-type'];
    if (mediaType !== undefined && syntaxOfContentType(mediaType) === undefined) {
      throw new Error(`it answers with ${mediaType.slice(0, 100)}`);
    }
    const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(mediaType ?? '')?.[1];
    return { source: decodeText(bytes, charset), name: url, ...(mediaType !== undefined && { mediaType }) };
  } catch (error) {
    const reason = signal.aborted ? `it takes longer than ${timeoutMs / 1000} s` : (error as Error).message;
    throw new ImportFailure(`${address} cannot be fetched: ${reason}`);
  }
}

/** Follows redirections itself, to check the host of each and to bound their number. */
async function follow(
  address: string,
  { hosts, accept = ACCEPT }: FetchOptions,
  signal: AbortSignal,
): Promise<{ response: IncomingMessage; url: string }> {
  let url = new URL(address);
  for (let step = 0; step <= MAX_REDIRECTIONS; step++) {
    url.hash = '';
    const refusal = hosts.refusalOf(url);
    if (refusal !== undefined) throw new Error(step === 0 ? refusal : `it redirects to ${url.href}: ${refusal}`);
    const response = await ask(url, hosts, accept, signal);
    const { statusCode = 0 } = response;
    const { location } = response.headers;
    if (statusCode >= 300 && statusCode < 400 && location !== undefined) {
      response.destroy();
      url = new URL(location, url);
      continue;
    }
    if (statusCode < 200 || statusCode > 299) {
      response.destroy();
      throw new Error(`it answers ${statusCode}`);
    }
    return { response, url: url.href };
  }
  throw new Error(`it redirects more than ${MAX_REDIRECTIONS} times`);
}

function ask(url: URL, hosts: FetchHosts, accept: string, signal: AbortSignal): Promise<IncomingMessage> {
  const options: RequestOptions = {
    headers: { Accept: accept, 'Accept-Encoding': 'identity', 'User-Agent': 'owlgate' },
    agent: false,
    signal,
    lookup: allowedAddresses(url, hosts),
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, (response) => {
      const encoding = response.headers['content-encoding'] ?? 'identity';
      if (encoding === 'identity') resolve(response);
      else {
        response.destroy();
        reject(new Error(`it answers in the encoding ${encoding.slice(0, 40)}, which was not asked for`));
      }
    });
    request.on('error', reject).end();
  });
}

/**
 * Returns a lookup function that gives the connection only permitted addresses. The connection uses the addresses that
 * were checked: a later answer of DNS has no effect.
 */
function allowedAddresses(url: URL, hosts: FetchHosts): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) {
        callback(error, '', 0);
        return;
      }
      const allowed = addresses.filter(({ address }) => hosts.refusalOfAddress(url, address) === undefined);
      const [first] = allowed;
      if (!first) {
        const reason = hosts.refusalOfAddress(url, addresses[0]?.address ?? '0.0.0.0') ?? 'it has no address';
        callback(new Error(reason), '', 0);
      } else if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

async function readBounded(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response) {
    size += (part as Buffer).length;
    if (size > maxBytes) {
      response.destroy();
      throw new Error(`it has more than ${maxBytes} bytes`);
    }
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}
