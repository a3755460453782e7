/** One HTTP request to a service that the schema names, bounded in time and in what is read of its answer. */
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

/** As Dgraph waits. */
const TIMEOUT_MS = 60_000;
const MAX_BYTES = 64 * 2 ** 20;
const MAX_REDIRECTS = 10;

/**
 * Sends it, and follows where it is sent on. To another host none of its headers go: there may be secrets in them.
 *
 * @throws Error that says what has failed, the address included
 */
export async function exchange(outgoing: Outgoing, signal: AbortSignal | undefined): Promise<Incoming> {
  const late = AbortSignal.timeout(TIMEOUT_MS);
  const ended = signal ? AbortSignal.any([signal, late]) : late;
  let next = outgoing;
  for (let redirects = 0; ; redirects++) {
    try {
      const answer = await once(next, ended);
      if (!('location' in answer)) return answer;
      if (redirects >= MAX_REDIRECTS) throw new Error(`stopped after ${MAX_REDIRECTS} redirects`);
      next = redirected(next, answer.status, answer.location);
    } catch (error) {
      const reason = late.aborted ? `no answer within ${TIMEOUT_MS / 1000} seconds` : (error as Error).message;
      throw new Error(`${next.method} "${next.url}": ${reason}`, { cause: error });
    }
  }
}

type Answer = Incoming | { readonly status: number; readonly location: string };

async function once(outgoing: Outgoing, signal: AbortSignal, isAgain = false): Promise<Answer> {
  const { method, url, headers, body } = outgoing;
  const { protocol } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') throw new Error(`unsupported protocol ${protocol}`);
  const length = body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const send = protocol === 'http:' ? httpRequest : httpsRequest;
  // What may change something is sent over a connection of its own: it must not be sent twice.
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
    // A connection that was kept may have been closed from the other side in the same moment; nothing was read then.
    const isStale = request.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
    if (isStale && !isAgain) return once(outgoing, signal, true);
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

/** 307 and 308 send the same again; the others ask with GET. */
function redirected({ method, url, headers, body }: Outgoing, status: number, location: string): Outgoing {
  const target = new URL(location, url);
  const isSame = target.origin === new URL(url).origin;
  const keeps = status === 307 || status === 308;
  return {
    method: keeps ? method : 'GET',
    url: target.href,
    headers: isSame ? headers : { 'Content-Type': 'application/json' },
    body: keeps ? body : '',
  };
}
