/**
 * Schema and administration through dgraph-js-http. Each call has its own client, since a client keeps its headers, and
 * uses a connection of `Connections`, so that addresses, certificates and time limits are the same for all requests.
 *
 * Queries and writes go through `wire/`, for the reasons and figures in docs/explanation/outgoing-requests.md.
 */
import { Agent } from 'node:http';
import type { DgraphClientStub } from 'dgraph-js-http';
import { OwlgateError } from '../errors';
import { SECRET_HEADER } from '../util/endpoint';
import type { Address } from './address';
import { CHANGES, readAnswer, READS, type Effect } from './answers';
import type { Transport } from './transport';
import type { Credentials } from './types';
import { reasonOf, WireError } from './wire';

interface CallOptions {
  readonly contentType?: string;
  readonly credentials: Credentials | undefined;
  /** Time limit of the whole call, in ms. */
  readonly timeoutMs: number;
  /** True if the answer may be a list. */
  readonly list?: boolean;
  readonly effect?: Effect;
}

const MAX_ANSWER_BYTES = 256 * 2 ** 20;
/**
 * Grace period after the connection has closed: node-fetch needs a moment to finish a complete answer, and does not
 * notice that an answer broke off.
 */
const AFTER_CLOSE_MS = 1_000;

export class Administration {
  private readonly url: string;

  constructor(private readonly transport: Pick<Transport, 'connections' | 'url' | 'limits'>) {
    this.url = transport.url;
  }

  /**
   * Sends an operation to /alter.
   *
   * @param body a schema text, or an operation as JSON
   * @throws EngineFailure, OwlgateError EngineUnreachable or EngineError, WireError
   */
  async alter(body: string, contentType: string, credentials: Credentials | undefined): Promise<void> {
    // dgraph-js-http has three operations; it sends a schema text unchanged.
    await this.call(
      { contentType, credentials, effect: CHANGES, timeoutMs: this.transport.limits.longAnswerMs },
      (stub) => stub.alter({ schema: body }),
    );
  }

  /** @throws as alter */
  async health(all: boolean, credentials: Credentials | undefined): Promise<unknown> {
    return this.call({ credentials, timeoutMs: this.transport.limits.healthMs, list: true }, (stub) =>
      stub.getHealth(all),
    );
  }

  /** @throws as alter */
  async state(credentials: Credentials | undefined): Promise<unknown> {
    return this.call({ credentials, timeoutMs: this.transport.limits.stateMs }, (stub) => stub.getState());
  }

  /** Returns the JSON of the answer: an object or a list. */
  private async call(options: CallOptions, run: (stub: DgraphClientStub) => Promise<unknown>): Promise<unknown> {
    // With its packages, a tenth of the modules of a start, which makes no such call on the embedded engine.
    const { DgraphClientStub: Stub, HTTPError } = await import('dgraph-js-http');
    const { socket, address } = await this.transport.connections.acquire('fresh', options.timeoutMs);
    const agent = new Agent();
    agent.createConnection = () => socket;
    const controller = new AbortController();
    const end = (error: WireError): void => controller.abort(error);
    const timers: NodeJS.Timeout[] = [];
    const { timeoutMs } = options;
    timers.push(setTimeout(() => end(new WireError('timeout', `no answer within ${timeoutMs} ms`)), timeoutMs));
    const broken = new WireError('closed', 'it closed the connection in the middle of its answer');
    const onClose = (): void => void timers.push(setTimeout(() => end(broken), AFTER_CLOSE_MS));
    socket.once('close', onClose);
    let text = '';
    const parseAnswer = (answer: string): unknown => {
      text = answer;
      const parsed: unknown = JSON.parse(answer);
      // `"errors": null` is a success to Dgraph but crashes dgraph-js-http; real errors are read below.
      return Object.hasOwn(Object(parsed) as object, 'errors') ? { ...(parsed as object), errors: undefined } : parsed;
    };
    const settings = fetchSettings(address, options, agent, controller.signal);
    // The connection is already open, with TLS if required.
    const stub = new Stub(`http://${address.authority}${address.basePath}`, { jsonParser: parseAnswer }, settings);
    const read = (status: number, body: string): unknown =>
      readAnswer({ status, headers: {}, body: Buffer.from(body) }, this.url, options.effect);
    try {
      const value = await run(stub);
      return options.list === true && Array.isArray(value) ? value : read(200, text);
    } catch (error) {
      if (controller.signal.aborted) throw controller.signal.reason;
      if (error instanceof HTTPError) {
        const { status } = error.errorResponse;
        read(status, await error.errorResponse.text().catch(() => ''));
      }
      if ((error as Error).message === 'Response is not JSON') read(200, text);
      throw this.translate(error, options.effect);
    } finally {
      timers.forEach(clearTimeout);
      socket.off('close', onClose);
      socket.destroy();
    }
  }

  private translate(error: unknown, effect: Effect = READS): unknown {
    const { name, type, code } = error as { name?: unknown; type?: unknown; code?: unknown };
    if (name !== 'FetchError') return error;
    const options = { cause: error };
    if (type === 'no-redirect') {
      const reason = `${this.url} redirects to another address; use that one`;
      return new OwlgateError('EngineError', { reason }, {}, options);
    }
    // Codes of the HTTP parser: the answer is not HTTP.
    if (String(code).startsWith('HPE_') && effect === READS) {
      return new OwlgateError('EngineError', { reason: `${this.url} answers something that is not HTTP` }, {}, options);
    }
    const { message } = error as Error;
    return new WireError('closed', reasonOf({ code, message: message.replace(/^.* failed, reason: /, '') }), options);
  }
}

/** Returns the settings for node-fetch 2, which dgraph-js-http uses. */
function fetchSettings(address: Address, options: CallOptions, agent: Agent, signal: AbortSignal): object {
  const { contentType, credentials } = options;
  const headers: Record<string, string> = { Host: address.authority, Connection: 'close', ...credentials };
  if (contentType !== undefined) headers['Content-Type'] = contentType;
  if (address.authorization !== undefined) headers['Authorization'] = address.authorization;
  if (address.secret !== undefined) headers[SECRET_HEADER] = address.secret;
  // A redirect could carry the credentials to another host.
  return { headers, agent, signal, redirect: 'error', size: MAX_ANSWER_BYTES };
}
