/** A gateway at an address: requests, answers, streams of events, and what may go wrong with them. */
import * as http from 'node:http';
import * as https from 'node:https';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Connection } from './options';
import { Refusal, Unreachable } from './failures';

export interface GatewayRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Parts between slashes are encoded by the caller. */
  readonly path: string;
  /** Left out where they are undefined. */
  readonly parameters?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Ends this request; default: what ends all of them. */
  readonly signal?: AbortSignal;
}

export interface GatewayAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

/** Of a certificate that nobody known vouches for (OpenSSL's names). */
const UNTRUSTED = /SELF_SIGNED_CERT|^UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/;

/** Most of an answer that is taken: what fits a string. */
const MOST_BYTES = 0x1fffffe8;

export class Gateway {
  private readonly agent: http.Agent;
  private readonly secure: boolean;
  private answered = false;
  private token: Promise<string | undefined> | undefined;

  /**
   * @param signal ends whatever is under way
   * @param onRequest called before each request
   */
  constructor(
    private readonly connection: Connection,
    readonly signal: AbortSignal,
    private readonly onRequest: () => void = () => undefined,
  ) {
    this.secure = connection.url.startsWith('https:');
    this.agent = new (this.secure ? https : http).Agent({ keepAlive: true, timeout: 0 });
  }

  get url(): string {
    return this.connection.url;
  }

  /** Whether anything has come. */
  get hasAnswered(): boolean {
    return this.answered;
  }

  /**
   * Sends a request, and takes its whole answer.
   *
   * @throws Refusal for another status than 2xx, and for `errors` in the body; Unreachable
   */
  async send(request: GatewayRequest): Promise<GatewayAnswer> {
    const answer = await this.answerOf(await this.open(request), request);
    const refusal = Refusal.of(answer);
    if (refusal) throw refusal;
    return answer;
  }

  /** `send`, and the answer as JSON. @throws Unreachable also where it is none */
  async json<T>(request: GatewayRequest): Promise<T> {
    const { text } = await this.send({ ...request, headers: { Accept: 'application/json', ...request.headers } });
    try {
      return JSON.parse(text) as T;
    } catch {
      throw new Unreachable(`${this.url} answers with what is no JSON; is it a gateway?`);
    }
  }

  /**
   * Server-sent events, until the stream ends.
   *
   * @throws Refusal where the answer is no stream; Unreachable, also where the stream breaks off
   */
  async *events(request: GatewayRequest): AsyncGenerator<EventSourceMessage> {
    const response = await this.open({
      ...request,
      headers: { Accept: 'text/event-stream, application/json', ...request.headers },
    });
    if (!/^text\/event-stream\b/i.test(response.headers['content-type'] ?? '')) {
      const answer = await this.answerOf(response, request);
      throw Refusal.of(answer) ?? new Unreachable(`${this.url} answers with no events; is it a gateway?`);
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

  close(): void {
    this.agent.destroy();
  }

  /** What a login has brought, where there is one: for requests that go another way. */
  async loginHeaders(): Promise<Readonly<Record<string, string>>> {
    const token = await (this.token ??= this.logIn());
    return token === undefined ? {} : { 'X-Dgraph-AccessToken': token };
  }

  private async open(request: GatewayRequest): Promise<http.IncomingMessage> {
    return this.exchange(request, await this.loginHeaders());
  }

  /** To a cluster with access control, in the user's name. */
  private async logIn(): Promise<string | undefined> {
    const { login } = this.connection;
    if (!login) return undefined;
    const response = await this.exchange(
      {
        method: 'POST',
        path: '/login',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(login),
      },
      {},
    );
    const answer = await this.answerOf(response, {});
    const refusal = Refusal.of(answer);
    if (refusal) throw refusal.before('DGRAPH_USER cannot log in: ');
    const { data } = JSON.parse(answer.text) as { data?: { accessJWT?: string } };
    return data?.accessJWT;
  }

  private exchange(
    { method = 'GET', path, parameters = {}, headers = {}, body, signal = this.signal }: GatewayRequest,
    more: Readonly<Record<string, string>>,
  ): Promise<http.IncomingMessage> {
    const { url, apiKey } = this.connection;
    this.onRequest();
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value));
    return new Promise((resolve, reject) => {
      const request = (this.secure ? https : http).request(
        `${url}${path}${query.size === 0 ? '' : `?${query.toString()}`}`,
        {
          method,
          agent: this.agent,
          signal,
          headers: {
            ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
            ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
            ...headers,
            ...more,
          },
        },
        (response) => {
          this.answered = true;
          resolve(response);
        },
      );
      request.on('error', (cause) => reject(this.failure(cause, { signal })));
      request.end(body);
    });
  }

  private async answerOf(
    response: http.IncomingMessage,
    request: Pick<GatewayRequest, 'signal'>,
  ): Promise<GatewayAnswer> {
    const { statusCode: status, headers } = response;
    return { status: status!, headers, text: await this.read(response, request) };
  }

  private async read(response: http.IncomingMessage, request: Pick<GatewayRequest, 'signal'>): Promise<string> {
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of response as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > MOST_BYTES) throw new Unreachable(`the answer of ${this.url} is larger than ${MOST_BYTES} bytes`);
        chunks.push(chunk);
      }
    } catch (cause) {
      throw this.failure(cause, request);
    }
    return Buffer.concat(chunks).toString('utf8');
  }

  private failure(cause: unknown, { signal = this.signal }: Pick<GatewayRequest, 'signal'>): Error {
    if (cause instanceof Unreachable) return cause;
    // Who has ended it knows why.
    if (signal.aborted) return signal.reason as Error;
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason =
      code === 'ECONNREFUSED'
        ? 'nothing listens there; owlgate serve starts a gateway, --url names another one'
        : code === 'ENOTFOUND' || code === 'EAI_AGAIN'
          ? 'there is no host of that name'
          : code === 'ECONNRESET'
            ? 'the connection was broken off'
            : UNTRUSTED.test(code ?? '')
              ? `${message}; NODE_EXTRA_CA_CERTS names the file of an authority of one's own`
              : message || String(code);
    return new Unreachable(`no answer from ${this.url}: ${reason}`, { cause });
  }
}
