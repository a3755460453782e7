/** HTTP client of a gateway: requests, answers, streams of events, and failures. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { ConnectionPool, LimitExceeded, open, readBody } from '../../util/httpClient';
import type { Connection } from './options';
import { GatewayRefusal, Unreachable } from './failures';

export interface GatewayRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Path with encoded segments. */
  readonly path: string;
  /** Undefined values are omitted. */
  readonly parameters?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | Readable;
  /** Aborts this request. Default: signal of the gateway. */
  readonly signal?: AbortSignal;
}

interface GatewayAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Error codes of OpenSSL for a certificate without a trusted authority. */
const UNTRUSTED = /SELF_SIGNED_CERT|^UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/;

/** Maximum size of an answer: the maximum length of a string. */
const MAX_BYTES = 0x1fffffe8;

export class GatewayClient {
  private readonly pool = new ConnectionPool();
  private answered = false;
  private token: Promise<string | undefined> | undefined;

  /**
   * @param signal aborts all requests
   * @param onRequest called before each request
   */
  constructor(
    private readonly connection: Connection,
    readonly signal: AbortSignal,
    private readonly onRequest: () => void = () => undefined,
  ) {}

  get url(): string {
    return this.connection.url;
  }

  /** True after the first response. */
  get hasAnswered(): boolean {
    return this.answered;
  }

  /**
   * Sends a request and reads the complete answer.
   *
   * @throws GatewayRefusal for a status other than 2xx, and for `errors` in the body; Unreachable
   */
  async send(request: GatewayRequest): Promise<GatewayAnswer> {
    const answer = await this.answerOf(await this.open(request), request);
    const refusal = GatewayRefusal.of(answer);
    if (refusal) throw refusal;
    return answer;
  }

  /** Sends a request and parses the answer as JSON. @throws as `send`; Unreachable for invalid JSON */
  async json<T>(request: GatewayRequest): Promise<T> {
    const headers = { Accept: 'application/json', ...request.headers };
    return this.parse((await this.send({ ...request, headers })).text) as T;
  }

  /** Parses JSON of the gateway: an answer, or the data of an event. @throws Unreachable for other text */
  parse(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw new Unreachable(`the answer of ${this.url} is not JSON; is it a gateway?`);
    }
  }

  /**
   * Yields server-sent events until the stream ends.
   *
   * @throws GatewayRefusal if the answer is not a stream; Unreachable, also if the stream breaks off
   */
  async *events(request: GatewayRequest): AsyncGenerator<EventSourceMessage> {
    const response = await this.open({
      ...request,
      headers: { Accept: 'text/event-stream, application/json', ...request.headers },
    });
    if (!/^text\/event-stream\b/i.test(response.headers['content-type'] ?? '')) {
      const answer = await this.answerOf(response, request);
      throw GatewayRefusal.of(answer) ?? new Unreachable(`the answer of ${this.url} has no events; is it a gateway?`);
    }
    const ready: EventSourceMessage[] = [];
    const parser = createParser({ onEvent: (event) => ready.push(event) });
    try {
      response.setEncoding('utf8');
      for await (const chunk of response) {
        parser.feed(chunk as string);
        yield* ready.splice(0);
      }
    } catch (cause) {
      throw this.failure(cause, request);
    } finally {
      response.destroy();
    }
  }

  /**
   * Yields the parts of an answer of any length, then its trailers.
   *
   * @throws GatewayRefusal for a status other than 2xx; Unreachable, also if the answer breaks off
   */
  async *parts(request: GatewayRequest): AsyncGenerator<Buffer, NodeJS.Dict<string>> {
    const response = await this.open(request);
    const { statusCode: status = 0 } = response;
    if (status < 200 || status > 299) throw GatewayRefusal.of(await this.answerOf(response, request))!;
    try {
      for await (const part of response) yield part as Buffer;
    } catch (cause) {
      throw this.failure(cause, request);
    } finally {
      response.destroy();
    }
    return response.trailers;
  }

  close(): void {
    this.pool.close();
  }

  /** Returns the headers that carry the login, for requests that another client sends; empty without a login. */
  async loginHeaders(): Promise<Readonly<Record<string, string>>> {
    const token = await (this.token ??= this.logIn());
    return token === undefined ? {} : { 'X-Dgraph-AccessToken': token };
  }

  private async open(request: GatewayRequest): Promise<IncomingMessage> {
    return this.request(request, await this.loginHeaders());
  }

  /** Logs in to a cluster with access control. */
  private async logIn(): Promise<string | undefined> {
    const { login } = this.connection;
    if (!login) return undefined;
    const response = await this.request(
      {
        method: 'POST',
        path: '/login',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(login),
      },
      {},
    );
    const answer = await this.answerOf(response, {});
    const refusal = GatewayRefusal.of(answer);
    if (refusal) throw refusal.withPrefix('DGRAPH_USER cannot log in: ');
    const reply = this.parse(answer.text) as { readonly data?: { readonly accessJWT?: string } } | null;
    return reply?.data?.accessJWT;
  }

  private async request(
    { method = 'GET', path, parameters = {}, headers = {}, body, signal = this.signal }: GatewayRequest,
    more: Readonly<Record<string, string>>,
  ): Promise<IncomingMessage> {
    const { url, apiKey } = this.connection;
    this.onRequest();
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value));
    const target = new URL(`${url}${path}${query.size === 0 ? '' : `?${query.toString()}`}`);
    const allHeaders = { ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }), ...headers, ...more };
    try {
      const response = await open({ method, url: target, headers: allHeaders, body, pool: this.pool }, signal);
      this.answered = true;
      return response;
    } catch (cause) {
      throw this.failure(cause, { signal });
    }
  }

  private async answerOf(response: IncomingMessage, request: Pick<GatewayRequest, 'signal'>): Promise<GatewayAnswer> {
    const { statusCode: status, headers } = response;
    return { status: status!, headers, text: await this.read(response, request) };
  }

  private async read(response: IncomingMessage, request: Pick<GatewayRequest, 'signal'>): Promise<string> {
    try {
      return (await readBody(response, MAX_BYTES)).toString('utf8');
    } catch (cause) {
      throw this.failure(cause, request);
    }
  }

  private get brokenOff(): string {
    const mayNeedTls = !this.answered && this.url.startsWith('http://');
    return `the connection broke off${mayNeedTls ? '; the address of a gateway with TLS begins with https://' : ''}`;
  }

  private failure(cause: unknown, { signal = this.signal }: Pick<GatewayRequest, 'signal'>): Error {
    if (cause instanceof LimitExceeded) {
      return new Unreachable(`the answer of ${this.url} is larger than ${MAX_BYTES} bytes`, { cause });
    }
    // The reason of an abort explains the failure.
    if (signal.aborted) return signal.reason as Error;
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason =
      code === 'ECONNREFUSED'
        ? 'nothing listens there; owlgate serve starts a gateway, --url names another one'
        : code === 'ENOTFOUND' || code === 'EAI_AGAIN'
          ? 'unknown host'
          : code === 'ECONNRESET'
            ? this.brokenOff
            : UNTRUSTED.test(code ?? '')
              ? `${message}; NODE_EXTRA_CA_CERTS names the file of your own authority`
              : message || String(code);
    return new Unreachable(`no answer from ${this.url}: ${reason}`, { cause });
  }
}
