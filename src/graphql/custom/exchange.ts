/** One HTTP request to a service that the schema names, with limits of time and answer size. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';

export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** '' for none. */
  readonly body: string;
}

export interface Incoming {
  readonly status: number;
  readonly text: string;
}

/** Same timeout as Dgraph's. */
const TIMEOUT_MS = 60_000;
const MAX_BYTES = 64 * 2 ** 20;
const MAX_REDIRECTS = 10;

/**
 * Sends a request and follows redirects. Headers are not sent to another host, since they may hold secrets.
 *
 * @throws Error that names the failure and the URL
 */
export async function exchange(outgoing: Outgoing, signal: AbortSignal | undefined): Promise<Incoming> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const abortSignal = signal ? AbortSignal.any([signal, timeout]) : timeout;
  let next = outgoing;
  for (let redirects = 0; ; redirects++) {
    try {
      const answer = await sendOnce(next, abortSignal);
      if (!('location' in answer)) return answer;
      if (redirects >= MAX_REDIRECTS) throw new Error(`stopped after ${MAX_REDIRECTS} redirects`);
      next = redirected(next, answer.status, answer.location);
    } catch (error) {
      const reason = timeout.aborted ? `no answer within ${TIMEOUT_MS / 1000} seconds` : (error as Error).message;
      throw new Error(`${next.method} "${next.url}": ${reason}`, { cause: error });
    }
  }
}

type Answer = Incoming | { readonly status: number; readonly location: string };

async function sendOnce(outgoing: Outgoing, signal: AbortSignal, isRetry = false): Promise<Answer> {
  const { method, url, headers, body } = outgoing;
  const { protocol } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') throw new Error(`unsupported protocol ${protocol}`);
  const length = body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const send = protocol === 'http:' ? httpRequest : httpsRequest;
  // A request that may change data uses a connection of its own: it must not be sent twice.
  const agent = method === 'GET' ? undefined : false;
  const request = send(url, { method, headers: { ...headers, ...length }, signal, agent });
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).once('error', reject).end(body);
    });
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if ([301, 302, 303, 307, 308].includes(status) && location !== undefined) {
      response.resume();
      return { status, location };
    }
    return { status, text: await textOf(response) };
  } catch (error) {
    // The other side may have closed a kept-alive connection at the same moment; nothing was read then.
    const isStale = request.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
    if (isStale && !isRetry) return sendOnce(outgoing, signal, true);
    throw error;
  }
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) {
      response.destroy();
      throw new Error(`the answer has more than ${MAX_BYTES} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns the redirected request: unchanged for 307 and 308, a GET for the others. */
function redirected({ method, url, headers, body }: Outgoing, status: number, location: string): Outgoing {
  const target = new URL(location, url);
  const isSame = target.origin === new URL(url).origin;
  const keepsMethod = status === 307 || status === 308;
  return {
    method: keepsMethod ? method : 'GET',
    url: target.href,
    headers: isSame ? headers : { 'Content-Type': 'application/json' },
    body: keepsMethod ? body : '',
  };
}
