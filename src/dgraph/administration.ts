/** Schema and administration, through dgraph-js-http. Each call has a client of its own, since that keeps the headers. */
import { Agent } from 'node:https';
import { DgraphClientStub, HTTPError } from 'dgraph-js-http';
import { OwlgateError } from '../errors';
import type { Address } from './address';
import { readAnswer } from './answers';
import type { Credentials } from './types';
import { reasonOf } from './wire';

/** Settings of one call. */
interface CallOptions {
  readonly contentType?: string;
  readonly credentials: Credentials | undefined;
  /** For the whole call, in ms; for ever by default: indexing takes its time. */
  readonly timeoutMs?: number;
}

/** Errors after which another alpha may be asked: there was no connection. */
const NOT_CONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/;
const MAX_ANSWER_BYTES = 256 * 2 ** 20;

export class Administration {
  private next = 0;
  private readonly agent: Agent | undefined;

  constructor(
    private readonly addresses: readonly Address[],
    /** For messages. */
    private readonly url: string,
    ca?: string,
  ) {
    this.agent = ca === undefined ? undefined : new Agent({ ca });
  }

  /**
   * Sends an operation to /alter.
   *
   * @param body a schema text, or an operation as JSON
   * @throws EngineFailure, OwlgateError EngineUnreachable, EngineError
   */
  async alter(body: string, contentType: string, credentials: Credentials | undefined): Promise<void> {
    // dgraph-js-http knows three operations; it sends what it is given as a schema as it is.
    await this.call({ contentType, credentials }, (stub) => stub.alter({ schema: body }));
  }

  /** @throws as alter */
  async health(all: boolean, credentials: Credentials | undefined, timeoutMs: number): Promise<unknown> {
    return this.call({ credentials, timeoutMs }, (stub) => stub.getHealth(all));
  }

  /** @throws as alter */
  async state(credentials: Credentials | undefined): Promise<unknown> {
    return this.call({ credentials }, (stub) => stub.getState());
  }

  private async call(options: CallOptions, run: (stub: DgraphClientStub) => Promise<unknown>): Promise<unknown> {
    const start = this.next++;
    for (let i = 0; ; i++) {
      const address = this.addresses[(start + i) % this.addresses.length]!;
      let text = '';
      const keep = (answer: string): unknown => {
        text = answer;
        const parsed: unknown = JSON.parse(answer);
        // `"errors": null` is a success to Dgraph, and a crash to dgraph-js-http; real ones are read below.
        if (typeof parsed === 'object' && parsed !== null && 'errors' in parsed)
          return { ...parsed, errors: undefined };
        return parsed;
      };
      const stub = new DgraphClientStub(address.url, { jsonParser: keep }, this.fetchOptions(address, options));
      try {
        const value = await run(stub);
        if (!Array.isArray(value)) readAnswer({ status: 200, headers: {}, body: Buffer.from(text) }, this.url);
        return value;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (NOT_CONNECTED.test(String(code)) && i + 1 < this.addresses.length) continue;
        throw await this.translate(error, text);
      }
    }
  }

  private fetchOptions(address: Address, { contentType, credentials, timeoutMs = 0 }: CallOptions): object {
    const headers: Record<string, string> = { ...credentials };
    if (contentType !== undefined) headers['Content-Type'] = contentType;
    if (address.authorization !== undefined) headers['Authorization'] = address.authorization;
    const agent = address.tls ? this.agent : undefined;
    // A redirect could carry the credentials to another host.
    return { headers, agent, redirect: 'error', timeout: timeoutMs, size: MAX_ANSWER_BYTES };
  }

  private async translate(error: unknown, text: string): Promise<unknown> {
    if (error instanceof HTTPError) {
      const body = Buffer.from(await error.errorResponse.text().catch(() => ''));
      return failureOf(() => readAnswer({ status: error.errorResponse.status, headers: {}, body }, this.url));
    }
    if ((error as Error).message === 'Response is not JSON') {
      return failureOf(() => readAnswer({ status: 200, headers: {}, body: Buffer.from(text) }, this.url));
    }
    const { name, type, code } = error as { name?: unknown; type?: unknown; code?: unknown };
    if (name !== 'FetchError') return error;
    const options = { cause: error };
    if (type === 'no-redirect') {
      const reason = `${this.url} redirects to another address; use that one`;
      return new OwlgateError('EngineError', { reason }, {}, options);
    }
    // The parser's codes: it is no HTTP that came.
    if (String(code).startsWith('HPE_')) {
      return new OwlgateError('EngineError', { reason: `${this.url} answers something that is not HTTP` }, {}, options);
    }
    const reason = reasonOf(stripped(error as Error));
    return new OwlgateError('EngineUnreachable', { url: this.url, reason }, {}, options);
  }
}

function failureOf(read: () => unknown): unknown {
  try {
    read();
    return new Error('the answer was refused and is fine');
  } catch (error) {
    return error;
  }
}

/** fetch repeats the address in its messages. */
function stripped(error: Error): Error {
  const { code } = error as NodeJS.ErrnoException;
  const message = error.message
    .replace(/^.* failed, reason: /, '')
    .replace(/ (at|for|trying to fetch):? https?:.*$/, '');
  return Object.assign(new Error(message), { code });
}
