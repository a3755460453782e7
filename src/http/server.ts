/** HTTP server of the gateway: listens, identifies and logs requests, and completes running ones at shutdown. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { OwlgateError } from '../errors';
import type { AlterNotice } from '../materialize';
import { DEFAULT_CONCURRENCY, type ConcurrencyLimits } from '../util/concurrencyLimits';
import { invariant } from '../util/assert';
import type { Certificates } from '../util/certificates';
import type { Logger } from '../util/log';
import { NO_TELEMETRY, type Telemetry, type Tracing } from '../util/telemetry';
import { requestScope } from '../util/requestScope';
import { TrustedProxies } from '../util/trustedProxies';
import { workerGroup } from '../util/workers/group';
import { UnreadAnswers, type UnreadLimits } from '../util/unread';
import { Admission } from './auth/admission';
import { ClientAddresses } from './auth/client-address';
import { bareName, Hosts } from './auth/hosts';
import type { Keyring } from './auth/keyring';
import { Logins } from './auth/logins';
import { Origins } from './auth/origins';
import { Whitelist } from './auth/whitelist';
import { Dispatcher } from './dispatcher';
import { Exchange } from './exchange';
import { stateOf } from './handlers/metrics';
import { answerAlive } from './handlers/probes';
import { requireSingleHeaders } from './headers';
import { BodyBudget } from './limits/body-budget';
import type { Pace } from './limits/body-pace';
import { Concurrency } from './limits/concurrency';
import { Listener, UNREAD_MS } from './listener';
import { logAccess } from './middleware/access-log';
import { answerDgraphFailure } from './middleware/failures';
import { headProblem } from './middleware/head';
import { PendingAnswers } from './middleware/pending-answers';
import { identify, identifyAnew } from './middleware/request-id';
import { SlowLog } from './middleware/slow-log';
import type { Services } from './services';
import type { SharedParts } from './shared';
import { noteChange, SCHEMA_CHANGE } from './shared/schema-change';
import { Upgrades } from './upgrade';

interface HttpServerOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Addresses that may administer besides loopback, in the syntax of OWLGATE_WHITELIST. */
  readonly whitelist: readonly string[];
  /** Addresses that may read metrics without a key besides loopback, in the same syntax. */
  readonly scrapers?: readonly string[];
  /** Default: none. */
  readonly telemetry?: Telemetry;
  /** Default: none. */
  readonly tracing?: Tracing | undefined;
  /** False to log no requests; default true. */
  readonly logsAccess?: boolean;
  /** Log of slow requests; default none. */
  readonly slowRequests?: { readonly thresholdMs: number; readonly withText: boolean } | undefined;
  /** TLS of the port; absent for plain connections. */
  readonly certificates?: Certificates | undefined;
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
  /** Limits of the bytes that clients have not read. */
  readonly unreadLimits?: UnreadLimits | undefined;
  readonly logger: Logger;
  /** Milliseconds that a request waits while the gateway starts. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 10_000;

/** Services that the server adds itself. */
type ServerParts = 'closing' | 'addressOf' | 'hasKeys' | 'secrets' | 'mayAdminister' | 'queues' | 'unread' | 'logins';

export class HttpServer {
  private readonly listener: Listener;
  private readonly addresses: ClientAddresses;
  private readonly logins: Logins;
  private readonly whitelist: Whitelist;
  private readonly scrapers: Whitelist;
  private readonly hosts: Hosts;
  private readonly admission: Admission;
  private readonly bodies: BodyBudget;
  private readonly upgrades: Upgrades;
  private readonly ready: Promise<Dispatcher>;
  private setReady!: (dispatcher: Dispatcher) => void;
  private services: Services | undefined;
  private dispatcher: Dispatcher | undefined;
  private readonly closing = new AbortController();
  private readonly pendingAnswers = new PendingAnswers();
  private readonly unread: UnreadAnswers;
  private readonly telemetry: Telemetry;
  private readonly slowLog: SlowLog | undefined;

  constructor(private readonly options: HttpServerOptions) {
    const { keyring, origins = [], hosts = [], trustedProxies = TrustedProxies.NONE } = options;
    this.telemetry = options.telemetry ?? NO_TELEMETRY;
    const { slowRequests, logger } = options;
    this.slowLog = slowRequests && new SlowLog({ ...slowRequests, logger });
    this.addresses = new ClientAddresses(trustedProxies);
    this.logins = new Logins((arrival) => this.addresses.addressOf(arrival));
    this.whitelist = new Whitelist(options.whitelist, this.addresses);
    this.scrapers = new Whitelist(options.scrapers ?? [], this.addresses);
    this.hosts = new Hosts(
      hosts,
      origins.map((origin) => bareName(new URL(origin))),
    );
    this.unread = new UnreadAnswers(options.unreadLimits, (connection) => this.pendingAnswers.heldBytes(connection));
    this.bodies = new BodyBudget(options.bodyBudget ?? Infinity, options.bodyPace);
    this.admission = new Admission({
      keyring,
      whitelist: this.whitelist,
      origins: new Origins(origins, this.hosts),
      addresses: this.addresses,
      concurrency: new Concurrency(options.concurrency ?? DEFAULT_CONCURRENCY, this.unread, options.queueMs),
      checksTokens: options.checksTokens ?? false,
    });
    this.ready = new Promise((resolve) => (this.setReady = resolve));
    const { certificates, unreadMs } = options;
    const { pendingAnswers, unread } = this;
    this.upgrades = new Upgrades({
      admission: this.admission,
      hosts: this.hosts,
      logger,
      services: () => this.services,
      pendingAnswers,
      resume: (connection) => this.listener.resume(connection),
    });
    this.listener = new Listener(
      { host: options.host, port: options.port, certificates, unreadMs, pendingAnswers, unread, logger },
      (request, response) => void this.receive(request, response),
      (request, socket, head) => this.upgrades.take(request, socket, head),
    );
  }

  /**
   * Listens on the port. Requests wait until `serve` is called.
   *
   * @returns the address, as `http://127.0.0.1:8080`
   * @throws errors of `listen` if the port cannot be opened
   */
  async listen(): Promise<string> {
    const { address, family, port } = await this.listener.listen();
    this.hosts.listensOn(address);
    const scheme = this.options.certificates ? 'https' : 'http';
    return `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  }

  /** Starts answering requests. */
  serve(parts: Omit<Services, ServerParts> & Partial<Pick<Services, 'secrets'>>): void {
    const { admission, whitelist, scrapers, unread } = this;
    const { keyring } = this.options;
    const hasKeys = keyring !== undefined;
    this.services = {
      ...parts,
      hasKeys,
      secrets: () => [...(parts.secrets?.() ?? []), ...(keyring?.digests ?? [])],
      mayAdminister: (request) => whitelist.includes(request),
      unread,
      logins: this.logins,
      closing: this.closing.signal,
      queues: () => admission.queues,
      addressOf: (request) => this.addresses.addressOf(request),
    };
    const { services } = this;
    services.metrics.observe(() => stateOf(services));
    workerGroup.onQuestion(SCHEMA_CHANGE, (notice) => noteChange(notice as AlterNotice, services));
    this.dispatcher = new Dispatcher(services, { admission, whitelist, scrapers, hasKeys });
    this.setReady(this.dispatcher);
  }

  /** Decisions about clients and the services, for the gRPC server. Call it after `serve`. */
  get shared(): SharedParts {
    const { admission, whitelist, bodies, services, addresses, telemetry, slowLog } = this;
    const { tracing, logsAccess = true, unreadMs = UNREAD_MS } = this.options;
    const observation = { telemetry, tracing, slowLog, logsAccess };
    invariant(services, 'the server serves');
    return {
      admission,
      whitelist,
      bodies,
      unreadMs,
      services,
      observation,
      addressOf: (arrival) => addresses.addressOf(arrival),
    };
  }

  /** Stops accepting requests and waits for the running ones, which are cut off after `patienceMs`. */
  async close(patienceMs: number): Promise<void> {
    const drained = this.listener.close();
    this.closing.abort();
    this.upgrades.close();
    this.options.keyring?.close();
    const patience = setTimeout(() => {
      this.options.logger.warn('shutdown: running requests were cut off');
      this.listener.destroy();
    }, patienceMs);
    await drained;
    clearTimeout(patience);
  }

  /** Never throws. */
  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { telemetry, options, slowLog } = this;
    const { logger, tracing, logsAccess = true } = options;
    this.pendingAnswers.add(request.socket, response);
    const problem = headProblem(request);
    const id = problem ? identifyAnew(response) : identify(request, response);
    const method = request.method ?? '';
    const span = tracing?.start('server', method, request.headers.traceparent as string | undefined);
    const work = slowLog?.begin();
    const addressOf = (each: IncomingMessage): string => this.addresses.addressOf(each);
    logAccess(request, response, id, { logger, telemetry, logsAccess, slowLog, work, span, addressOf });
    try {
      if (problem) {
        response.setHeader('Connection', 'close');
        throw problem;
      }
      requireSingleHeaders(request);
      this.hosts.require(request);
      this.bodies.watch(request, response);
      const exchange = new Exchange(request, response, id);
      if (!this.dispatcher && exchange.path === '/livez') return answerAlive(response);
      const dispatcher = this.dispatcher ?? (await this.waitUntilReady());
      await requestScope.run({ requestId: id, span, work }, () => dispatcher.dispatch(exchange));
    } catch (error) {
      answerDgraphFailure(error, { request, response, requestId: id, logger });
    }
  }

  private async waitUntilReady(): Promise<Dispatcher> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const patienceMs = this.options.patienceMs ?? PATIENCE_MS;
      timer = setTimeout(() => reject(new OwlgateError('Starting')), patienceMs);
    });
    try {
      return await Promise.race([this.ready, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
