/** Documents from the network: only from permitted hosts, with limits of size, time and redirects. */
import { lookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { decodeText } from '../../../rdf';
import { RDF_MEDIA_TYPES, syntaxOfContentType } from '../../../rdf/syntax';
import type { OntologyDocument } from '../types';
import { ImportFailure } from './file';
import type { FetchHosts } from '../../../util/fetchHosts';
import { LimitExceeded, send, type OutgoingRequest } from '../../../util/httpClient';

/** Default time limit per document. */
export const FETCH_TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 5;

const ACCEPT = RDF_MEDIA_TYPES.map((type, i) => (i === 0 ? type : `${type};q=0.${9 - i}`)).join(', ');

interface FetchOptions {
  readonly hosts: FetchHosts;
  readonly maxBytes: number;
  readonly accept?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

/** @throws ImportFailure */
export async function fetchDocument(address: string, options: FetchOptions): Promise<OntologyDocument> {
  const { hosts, maxBytes, accept = ACCEPT, timeoutMs = FETCH_TIMEOUT_MS } = options;
  const reasons = {
    time: `it takes longer than ${timeoutMs / 1000} s`,
    size: `it has more than ${maxBytes} bytes`,
    redirects: `it redirects more than ${MAX_REDIRECTS} times`,
  };
  try {
    const answer = await send(requestTo(new URL(address), hosts, accept), {
      ...{ timeoutMs, maxBytes, checkHead },
      redirects: { max: MAX_REDIRECTS, next: (_, __, target) => redirected(target, hosts, accept) },
    });
    const mediaType = answer.headers['content-type'];
    const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(mediaType ?? '')?.[1];
    const source = decodeText(answer.body, charset);
    return { source, name: answer.url.href, ...(mediaType !== undefined && { mediaType }) };
  } catch (error) {
    const reason = error instanceof LimitExceeded ? reasons[error.limit] : (error as Error).message;
    throw new ImportFailure(`${address} cannot be fetched: ${reason}`);
  }
}

/** @throws Error if the host is not permitted */
function requestTo(url: URL, hosts: FetchHosts, accept: string): OutgoingRequest {
  url.hash = '';
  const refusal = hosts.refusalOf(url);
  if (refusal !== undefined) throw new Error(refusal);
  const headers = { Accept: accept, 'Accept-Encoding': 'identity', 'User-Agent': 'owlgate' };
  return { url, headers, lookup: allowedAddresses(url, hosts) };
}

function redirected(url: URL, hosts: FetchHosts, accept: string): OutgoingRequest {
  try {
    return requestTo(url, hosts, accept);
  } catch (error) {
    throw new Error(`it redirects to ${url.href}: ${(error as Error).message}`, { cause: error });
  }
}

/** @throws Error for an answer that is not a document */
function checkHead({ statusCode = 0, headers }: IncomingMessage): void {
  const { 'content-encoding': encoding = 'identity', 'content-type': mediaType } = headers;
  if (encoding !== 'identity') {
    throw new Error(`its answer has the encoding ${encoding.slice(0, 40)}, which was not requested`);
  }
  if (statusCode < 200 || statusCode > 299) throw new Error(`it answers ${statusCode}`);
  if (mediaType !== undefined && syntaxOfContentType(mediaType) === undefined) {
    throw new Error(`it answers with ${mediaType.slice(0, 100)}`);
  }
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
