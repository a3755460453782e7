/** The gateway's HTTP address: listens, dispatches by the table of routes, and ends with running requests answered. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
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
import { dgraphRole } from './auth/roles';
import { Exchange } from './exchange';
import { BodyBudget } from './limits/body-budget';
import { Concurrency } from './limits/concurrency';
import { logAccess } from './middleware/accessLog';
import { announcedMethod, answerPreflight } from './middleware/cors';
import { answerDgraphFailure } from './middleware/failures';
import { answerBrokenRequest, Unanswered } from './middleware/broken';
import { headProblem, MAX_HEAD_BYTES, NO_FIELD_DROPPED } from './middleware/head';
import { identify, identifyAnew } from './middleware/requestId';
import { unlessHeld } from './middleware/timestamps';
import { Whitelist } from './middleware/whitelist';
import { findDgraphRoute, findOwnRoute, needsAdmin } from './routes';
import type { Services } from './services';
import { Upgrades } from './upgrade';

export interface HttpServerOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Who may administer besides loopback, as OWLGATE_WHITELIST has it. */
  readonly whitelist: readonly string[];
  /** The API keys that are valid; left out where none are asked for. */
  readonly keyring?: Keyring;
  /** Reverse proxies whose word on a client's address counts; left out for none. */
  readonly trustedProxies?: TrustedProxies;
  /** Origins of web pages that may change something, besides those of this machine. */
  readonly origins?: readonly string[];
  /** Names of the gateway, in lower case, as OWLGATE_HOSTS has them. */
  readonly hosts?: readonly string[];
  /** True in front of a cluster with access control, which checks access tokens. */
  readonly checksTokens?: boolean;
  readonly concurrency?: ConcurrencyLimits;
  /** Time that a request waits for one of its places. */
  readonly queueMs?: number | undefined;
  /** Bytes of all request bodies in flight; left out for no limit. */
  readonly bodyBudget?: number;
  readonly logger: Logger;
  /** A request that comes before the gateway is ready waits for so long. */
  readonly patienceMs?: number;
}

/** Clients with a pool of connections keep them for about a minute. */
const KEEP_ALIVE_MS = 70_000;
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
    this.bodies = new BodyBudget(options.bodyBudget ?? Infinity);
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
    this.server.on('clientError', (error, socket) => {
      answerBrokenRequest(error, socket, this.unanswered);
    });
    this.drain = drains(this.server);
    this.upgrades = new Upgrades(this.server, this.gate, this.hosts, options.logger, () => this.ready?.services);
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
        this.hosts.listensOn(address);
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
    this.unanswered.add(request.socket, response);
    const problem = headProblem(request);
    const id = problem ? identifyAnew(response) : identify(request, response);
    logAccess(request, response, id, logger, (each) => this.addresses.addressOf(each));
    try {
      if (problem) throw problem;
      this.hosts.require(request);
      this.bodies.watch(request, response);
      const exchange = new Exchange(request, response, id);
      await requestScope.run({ requestId: id }, () => this.dispatch(exchange));
    } catch (error) {
      answerDgraphFailure(error, { request, response, requestId: id, logger });
    }
  }

  private async dispatch(exchange: Exchange): Promise<void> {
    const { request, response, method, path, target } = exchange;
    const { services, application } = this.ready ?? (await this.waitUntilReady());
    const own = findOwnRoute(path);
    if (own) {
      this.ids.set(response, exchange.id);
      const question = target.indexOf('?');
      request.url = encodePath(path) + (question < 0 ? '' : target.slice(question));
      application(request, response);
      return;
    }
    const route = findDgraphRoute(path);
    if (method === 'OPTIONS' && route.preflight !== 'engine') {
      const announced = announcedMethod(request);
      if (announced !== undefined) this.gate.requirePreflight(request, dgraphRole(path, announced, target), path);
      return answerPreflight(response);
    }
    const admitting = this.gate.admit({ request, response, needed: dgraphRole(path, method, target), path });
    if (admitting) await admitting;
    if (needsAdmin(route, method)) this.whitelist.require(request);
    if (route.methods && !route.methods.includes(method)) {
      return services.engine.forward(request, response, { path: target });
    }
    const refuse = (error: unknown) => {
      answerDgraphFailure(error, { request, response, requestId: exchange.id, logger: this.options.logger });
    };
    return unlessHeld(exchange, this.ready!.timestamps, () => route.handler(exchange, services), refuse);
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

/** What percent-encoding has been undone of, byte by byte, as express takes it. */
const encodePath = (path: string): string =>
  path.replace(/[^\w./:~!$&'()*+,;=@-]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
