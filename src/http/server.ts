/** HTTP server of the gateway: listens, dispatches by the route table, and completes running requests at shutdown. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Express } from 'express';
import { Timestamps } from '../dgraph';
import { OwlgateError } from '../errors';
import { DEFAULT_CONCURRENCY, type ConcurrencyLimits } from '../util/concurrencyLimits';
import { drains } from '../util/drain';
import type { Logger } from '../util/log';
import { requestScope } from '../util/requestScope';
import { TrustedProxies } from '../util/trustedProxies';
import { createApplication } from './application';
import { ClientAddresses } from './auth/client-address';
import { Gate } from './auth/gate';
import { bareName, Hosts } from './auth/hosts';
import type { Keyring } from './auth/keyring';
import { Origins } from './auth/origins';
import { Exchange } from './exchange';
import { requireSingleHeaders } from './headers';
import { BodyBudget } from './limits/body-budget';
import type { Pace } from './limits/body-pace';
import { Concurrency } from './limits/concurrency';
import { logAccess } from './middleware/accessLog';
import { announcedMethod, answerPreflight } from './middleware/cors';
import { answerDgraphFailure } from './middleware/failures';
import { answerBrokenRequest, Unanswered } from './middleware/broken';
import { headProblem, MAX_HEAD_BYTES, NO_FIELD_DROPPED } from './middleware/head';
import { identify, identifyAnew } from './middleware/requestId';
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
  /** Addresses that may administer besides loopback, in the syntax of OWLGATE_WHITELIST. */
  readonly whitelist: readonly string[];
  /** Valid API keys; absent if none are required. */
  readonly keyring?: Keyring;
  /** Reverse proxies trusted to state a client's address; absent for none. */
  readonly trustedProxies?: TrustedProxies;
  /** Origins of web pages that may make changes, besides those of this machine. */
  readonly origins?: readonly string[];
  /** Host names of the gateway, in lower case, from OWLGATE_HOSTS. */
  readonly hosts?: readonly string[];
  /** True in front of a cluster with access control, which checks access tokens. */
  readonly checksTokens?: boolean;
  readonly concurrency?: ConcurrencyLimits;
  /** Milliseconds that a request waits for a place. */
  readonly queueMs?: number | undefined;
  /** Maximum bytes of all request bodies in flight; absent for no limit. */
  readonly bodyBudget?: number;
  /** Minimum pace of each body. */
  readonly bodyPace?: Pace | undefined;
  /** Milliseconds after which a client that reads nothing of its answer is disconnected. */
  readonly unreadMs?: number | undefined;
  readonly logger: Logger;
  /** Milliseconds that a request waits for the gateway to get ready. */
  readonly patienceMs?: number;
}

/** Default milliseconds within which a client must read some of its answer. */
const UNREAD_MS = 120_000;
/** Idle connections stay open longer than in clients with a pool, which keep them for about a minute. */
const KEEP_ALIVE_MS = 70_000;
const PATIENCE_MS = 10_000;

/** State of a gateway that is ready. */
interface Ready {
  readonly services: Services;
  readonly application: Express;
  readonly timestamps: Timestamps;
}

export class HttpServer {
  private readonly server: Server;
  private readonly drain: () => Promise<void>;
  private readonly addresses: ClientAddresses;
  private readonly whitelist: Whitelist;
  private readonly hosts: Hosts;
  private readonly gate: Gate;
  private readonly bodies: BodyBudget;
  private readonly upgrades: Upgrades;
  private readonly begun: Promise<Ready>;
  private begin!: (ready: Ready) => void;
  private ready: Ready | undefined;
  private readonly closing = new AbortController();
  private readonly ids = new WeakMap<object, string>();
  private readonly unanswered = new Unanswered();

  constructor(private readonly options: HttpServerOptions) {
    const { keyring, origins = [], hosts = [], trustedProxies = TrustedProxies.NONE } = options;
    this.addresses = new ClientAddresses(trustedProxies);
    this.whitelist = new Whitelist(options.whitelist, this.addresses);
    this.hosts = new Hosts(
      hosts,
      origins.map((origin) => bareName(new URL(origin))),
    );
    this.bodies = new BodyBudget(options.bodyBudget ?? Infinity, options.bodyPace);
    this.gate = new Gate({
      keyring,
      whitelist: this.whitelist,
      origins: new Origins(origins, this.hosts),
      addresses: this.addresses,
      concurrency: new Concurrency(options.concurrency ?? DEFAULT_CONCURRENCY, options.queueMs),
      checksTokens: options.checksTokens ?? false,
    });
    this.begun = new Promise((resolve) => (this.begin = resolve));
    this.server = createServer(
      { keepAliveTimeout: KEEP_ALIVE_MS, maxHeaderSize: MAX_HEAD_BYTES },
      (request, response) => {
        void this.receive(request, response);
      },
    );
    this.server.maxHeadersCount = NO_FIELD_DROPPED;
    // Unread answers would keep their places, and the engine's connection, forever.
    this.server.timeout = options.unreadMs ?? UNREAD_MS;
    this.server.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0 || !this.unanswered.has(socket)) socket.destroy();
    });
    this.server.on('clientError', (error, socket) => {
      answerBrokenRequest(error, socket, this.unanswered);
    });
    this.drain = drains(this.server);
    this.upgrades = new Upgrades(
      this.server,
      this.gate,
      this.hosts,
      options.logger,
      () => this.ready?.services,
      this.unanswered,
    );
  }

  /**
   * Listens on the port. Requests wait until `serve` is called.
   *
   * @returns the address, as `http://127.0.0.1:8080`
   * @throws errors of `listen` if the port cannot be opened
   */
  listen(): Promise<string> {
    const { host, port } = this.options;
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, () => {
        this.server.off('error', reject);
        const { address, family, port: taken } = this.server.address() as AddressInfo;
        this.hosts.listensOn(address);
        resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`);
      });
    });
  }

  /** Starts answering requests. */
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

  /** Stops accepting requests and waits for the running ones, which are cut off after `patienceMs`. */
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
    this.unanswered.add(request.socket, response);
    const problem = headProblem(request);
    const id = problem ? identifyAnew(response) : identify(request, response);
    logAccess(request, response, id, logger, (each) => this.addresses.addressOf(each));
    try {
      if (problem) throw problem;
      requireSingleHeaders(request);
      this.hosts.require(request);
      this.bodies.watch(request, response);
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
    exchange.settle(sentPath(route, path), route.parameters ?? {});
    const { parameters } = exchange;
    if (method === 'OPTIONS' && route.preflight !== 'engine') {
      const announced = announcedMethod(request);
      if (announced !== undefined) this.gate.requirePreflight(request, dgraphRole(route, announced, parameters), path);
      return answerPreflight(response);
    }
    const admitting = this.gate.admit({ request, response, needed: dgraphRole(route, method, parameters), path });
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
