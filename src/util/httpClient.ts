/**
 * HTTP client for outgoing requests, with limits of time, size and redirects.
 *
 * Requests to the engine (dgraph/wire, dgraph-js-http), to a model (the package openai) and of the SDK (client/), which
 * also runs in browsers, have clients of their own: docs/explanation/outgoing-requests.md.
 */
import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { pipeline, Readable } from 'node:stream';

export interface OutgoingRequest {
  /** Default GET. */
  readonly method?: string;
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** A stream is sent as it comes, on a connection of its own; `headers` may name its length. */
  readonly body?: string | Buffer | Readable | undefined;
  /** Connections to reuse; by default the request has its own connection. */
  readonly pool?: ConnectionPool | undefined;
  /** Resolves the host to the addresses to which owlgate may connect. A host given as an address is not looked up. */
  readonly lookup?: LookupFunction | undefined;
}

interface Limits {
  /** Time limit of the exchange with its redirects; none by default. */
  readonly timeoutMs?: number | undefined;
  readonly maxBytes: number;
  /** By default a redirect is an answer like any other. */
  readonly redirects?: RedirectPolicy;
  /** Throws if the body is not to be read. */
  readonly checkHead?: (response: IncomingMessage) => void;
}

export interface RedirectPolicy {
  /** Maximum number of redirects that are followed. */
  readonly max: number;
  /** Statuses that redirect; default 300 to 399. */
  readonly statuses?: ReadonlySet<number>;
  /** Returns the request that a redirect leads to. Throws if it must not be sent. */
  next(request: OutgoingRequest, status: number, target: URL): OutgoingRequest;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  /** URL after redirects. */
  readonly url: URL;
}

/** Exchange that a limit ended. */
export class LimitExceeded extends Error {
  constructor(readonly limit: 'time' | 'size' | 'redirects') {
    super(`the limit of ${limit} is exceeded`);
  }
}

const IDLE_MS = 5_000;

/** Connections that are kept for a while after an exchange. */
export class ConnectionPool {
  private readonly http = new HttpAgent({ keepAlive: true, timeout: IDLE_MS });
  private readonly https = new HttpsAgent({ keepAlive: true, timeout: IDLE_MS });
  private closed = false;

  get isClosed(): boolean {
    return this.closed;
  }

  agentFor({ protocol }: URL): HttpAgent {
    return protocol === 'https:' ? this.https : this.http;
  }

  /** Ends the connections, and the requests on them. */
  close(): void {
    this.closed = true;
    this.http.destroy();
    this.https.destroy();
  }
}

/**
 * Sends a request, follows redirects and reads the answer, whatever its status.
 *
 * @throws LimitExceeded; the signal's reason; errors of the connection, of the redirect policy and of `checkHead`
 */
export async function send(request: OutgoingRequest, limits: Limits, signal?: AbortSignal): Promise<Answer> {
  const timeout = limits.timeoutMs === undefined ? undefined : AbortSignal.timeout(limits.timeoutMs);
  const ends = AbortSignal.any([signal, timeout].filter((each) => each !== undefined));
  try {
    const { response, url } = await openFollowing(request, limits.redirects, ends);
    try {
      limits.checkHead?.(response);
      const { statusCode, headers } = response;
      return { status: statusCode!, headers, body: await readBody(response, limits.maxBytes), url };
    } finally {
      // A response that was read completely has returned its connection to the pool.
      if (!response.readableEnded) response.destroy();
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw timeout?.aborted ? new LimitExceeded('time') : error;
  }
}

/** Sends a request, follows redirects and returns the response, whose body is unread, with its URL. @throws as `send` */
export async function openFollowing(
  request: OutgoingRequest,
  redirects: RedirectPolicy | undefined,
  signal: AbortSignal,
): Promise<{ readonly response: IncomingMessage; readonly url: URL }> {
  let current = request;
  for (let count = 0; ; count++) {
    const response = await open(current, signal);
    try {
      const next = redirected(current, response, redirects, count);
      if (!next) return { response, url: current.url };
      current = next;
    } catch (error) {
      response.destroy();
      throw error;
    }
    response.destroy();
  }
}

/** Sends a request and returns the response, whose body is unread. Redirects are not followed. */
export async function open(request: OutgoingRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const { method = 'GET', url, headers, body, pool, lookup } = request;
  const { protocol } = url;
  if (protocol !== 'http:' && protocol !== 'https:') throw new Error(`unsupported protocol ${protocol}`);
  const isStream = body instanceof Readable;
  const length = isStream || body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const options = {
    method,
    headers: { ...headers, ...length },
    agent: (isStream ? undefined : pool?.agentFor(url)) ?? false,
    signal,
    ...(lookup && { lookup }),
  } as const;
  for (;;) {
    const outgoing = (protocol === 'https:' ? requestHttps : requestHttp)(url, options);
    try {
      return await new Promise<IncomingMessage>((resolve, reject) => {
        outgoing.once('response', resolve).on('error', reject);
        if (isStream) pipeline(body, outgoing, (error) => error && reject(error));
        else outgoing.end(body);
      });
    } catch (error) {
      // The server closed an idle connection at the moment of reuse. A request that may change data is not sent twice.
      const isStale = outgoing.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
      if (!isStale || method !== 'GET' || pool?.isClosed !== false) throw error;
    }
  }
}

/** @throws LimitExceeded */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new LimitExceeded('size');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function redirected(
  request: OutgoingRequest,
  { statusCode = 0, headers: { location } }: IncomingMessage,
  policy: RedirectPolicy | undefined,
  count: number,
): OutgoingRequest | undefined {
  if (!policy || location === undefined) return undefined;
  const isRedirect = policy.statuses?.has(statusCode) ?? (statusCode >= 300 && statusCode <= 399);
  if (!isRedirect) return undefined;
  if (count >= policy.max) throw new LimitExceeded('redirects');
  return policy.next(request, statusCode, new URL(location, request.url));
}
