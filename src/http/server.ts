/** The gateway's HTTP address: listens, dispatches by the table of routes, and ends with running requests answered. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import { Timestamps } from '../dgraph';
import { OwlgateError } from '../errors';
import { drains } from '../util/drain';
import type { Logger } from '../util/log';
import { requestScope } from '../util/requestScope';
import { createApplication } from './application';
import { Gate } from './auth/gate';
import type { Keyring } from './auth/keyring';
import { Origins } from './auth/origins';
import { Exchange } from './exchange';
import { requireSingleHeaders } from './headers';
import { logAccess } from './middleware/accessLog';
import { answerPreflight } from './middleware/cors';
import { answerDgraphFailure } from './middleware/failures';
import { identify } from './middleware/requestId';
import { unlessHeld } from './middleware/timestamps';
import { Whitelist } from './middleware/whitelist';
import { invalidMethod } from './refusal';
import { dgraphRole, findDgraphRoute, findOwnRoute, needsAdmin, sentPath, type DgraphRoute } from './routes';
import type { Services } from './services';
import { printPath } from './target';
import { Upgrades } from './upgrade';

export interface HttpServerOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Who may administer besides loopback, as OWLGATE_WHITELIST has it. */
  readonly whitelist: readonly string[];
  /** The API keys that are valid; left out where none are asked for. */
  readonly keyring?: Keyring;
  /** Of web pages that may use what is not Dgraph's, besides those of this machine. */
  readonly origins?: readonly string[];
  readonly logger: Logger;
  /** A request that comes before the gateway is ready waits for so long. */
  readonly patienceMs?: number;
}

/** Clients with a pool of connections keep them for about a minute. */
const KEEP_ALIVE_MS = 70_000;
/** GET /graphql carries its query in the target; Dgraph takes far more than the 16 KiB of Node. */
const MAX_HEAD_BYTES = 256 * 1024;
const PATIENCE_MS = 10_000;

/** What is there once the gateway is ready. */
interface Ready {
  readonly services: Services;
  readonly application: Express;
  readonly timestamps: Timestamps;
}

export class HttpServer {
  private readonly server: Server;
  private readonly drain: () => Promise<void>;
  private readonly whitelist: Whitelist;
  private readonly gate: Gate;
  private readonly upgrades: Upgrades;
  private readonly begun: Promise<Ready>;
  private begin!: (ready: Ready) => void;
  private ready: Ready | undefined;
  private readonly closing = new AbortController();
  private readonly ids = new WeakMap<object, string>();

  constructor(private readonly options: HttpServerOptions) {
    this.whitelist = new Whitelist(options.whitelist);
    this.gate = new Gate(options.keyring, this.whitelist, new Origins(options.origins ?? []));
    this.begun = new Promise((resolve) => (this.begin = resolve));
    this.server = createServer(
      { keepAliveTimeout: KEEP_ALIVE_MS, maxHeaderSize: MAX_HEAD_BYTES },
      (request, response) => {
        void this.receive(request, response);
      },
    );
    this.drain = drains(this.server);
    this.upgrades = new Upgrades(this.server, this.gate, options.logger, () => this.ready?.services);
  }

  /**
   * Takes the port. Requests wait until `serve` is called.
   *
   * @returns the address, as `http://127.0.0.1:8080`
   * @throws the errors of `listen` where the port cannot be taken
   */
  listen(): Promise<string> {
    const { host, port } = this.options;
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, () => {
        this.server.off('error', reject);
        const { address, family, port: taken } = this.server.address() as AddressInfo;
        resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`);
      });
    });
  }

  /** Begins to answer. */
  serve(given: Omit<Services, 'closing'>): void {
    const services: Services = { ...given, closing: this.closing.signal };
    const application = createApplication(
      services,
      this.whitelist,
      this.gate,
      (response) => this.ids.get(response) ?? '',
    );
    this.ready = { services, application, timestamps: new Timestamps(given.engine) };
    this.begin(this.ready);
  }

  /** Takes no more requests, and waits for those that run; after `patienceMs` they are cut off. */
  async close(patienceMs: number): Promise<void> {
    const drained = this.drain();
    this.closing.abort();
    this.upgrades.close();
    this.options.keyring?.close();
    const patience = setTimeout(() => {
      this.options.logger.warn('requests that were still running have been cut off');
      this.server.closeAllConnections();
    }, patienceMs);
    await drained;
    clearTimeout(patience);
  }

  /** Never throws. */
  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { logger } = this.options;
    const id = identify(request, response);
    logAccess(request, response, id, logger);
    try {
      requireSingleHeaders(request);
      const exchange = new Exchange(request, response, id);
      await requestScope.run({ requestId: id }, () => this.dispatch(exchange));
    } catch (error) {
      answerDgraphFailure(error, { request, response, requestId: id, logger });
    }
  }

  private async dispatch(exchange: Exchange): Promise<void> {
    const { request, response, method, path, search } = exchange;
    const { services, application } = this.ready ?? (await this.waitUntilReady());
    const own = findOwnRoute(path);
    if (own) {
      this.ids.set(response, exchange.id);
      request.url = printPath(path) + (search === '' ? '' : `?${search}`);
      application(request, response);
      return;
    }
    const route = findDgraphRoute(path);
    if (method === 'OPTIONS' && route.preflight !== 'engine') return answerPreflight(response);
    exchange.settle(sentPath(route, path), route.parameters ?? {});
    const admitting = this.gate.admit(request, response, dgraphRole(route, method, exchange.parameters), path);
    if (admitting) await admitting;
    this.requireAddress(route, exchange);
    if (method !== 'OPTIONS' && !route.methods.includes(method)) throw invalidMethod();
    const refuse = (error: unknown) => {
      answerDgraphFailure(error, { request, response, requestId: exchange.id, logger: this.options.logger });
    };
    return unlessHeld(exchange, this.ready!.timestamps, () => route.handler(exchange, services), refuse);
  }

  /** @throws OwlgateError NotWhitelisted; AdminOnly where that has to be told with its real status */
  private requireAddress(route: DgraphRoute, { request, method, path }: Exchange): void {
    const isAlways = needsAdmin(route, method);
    if (!isAlways && (route.role !== 'admin' || this.options.keyring)) return;
    try {
      this.whitelist.require(request);
    } catch (error) {
      if (!(error instanceof OwlgateError) || (isAlways && !route.realStatus)) throw error;
      const alternative = isAlways ? '' : ', or an API key of the role admin';
      const parameters = { what: `${method} ${path}`, alternative, reason: error.message };
      throw new OwlgateError('AdminOnly', parameters, error.details);
    }
  }

  private async waitUntilReady(): Promise<Ready> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const patienceMs = this.options.patienceMs ?? PATIENCE_MS;
      timer = setTimeout(() => reject(new OwlgateError('Starting')), patienceMs);
    });
    try {
      return await Promise.race([this.begun, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
