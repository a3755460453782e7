/** HTTP server alone, in front of a scripted upstream, with a materializer that writes nothing. */
import { Imports } from '../../../src/import';
import { DEFAULT_LIMITS } from '../../../src/graphql/request';
import { DocumentProcesses, GraphqlGateway } from '../../../src/materialize';
import { connectEngine } from '../../../src/dgraph';
import { Chats } from '../../../src/retrieval/chat';
import { HttpServer, type Keyring } from '../../../src/http';
import type { Pace } from '../../../src/http/limits/body-pace';
import { readDatabases, Retrieval } from '../../../src/retrieval';
import { Metrics } from '../../../src/telemetry';
import { parseConcurrency } from '../../../src/util/concurrencyLimits';
import type { Certificates } from '../../../src/util/certificates';
import type { Logger } from '../../../src/util/log';
import type { Tracing } from '../../../src/util/telemetry';
import { TrustedProxies } from '../../../src/util/trustedProxies';
import type { UnreadLimits } from '../../../src/util/unread';
import { ask, type Ask, type Reply } from './client';
import { FakeMaterializer } from './materializer';
import { startUpstream, type Upstream } from './upstream';

export interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly fields: Record<string, any>;
}

export interface TestGateway {
  readonly url: string;
  readonly upstream: Upstream;
  readonly materializer: FakeMaterializer;
  readonly server: HttpServer;
  readonly log: LogLine[];
  ask(path: string, ask?: Ask): Promise<Reply>;
  close(): Promise<void>;
}

export interface TestGatewayOptions {
  readonly kind?: 'embedded' | 'cluster';
  readonly engineUrl?: string;
  readonly maxBodyBytes?: number;
  readonly whitelist?: readonly string[];
  readonly scrapers?: readonly string[];
  readonly tracing?: Tracing;
  readonly slowRequests?: { readonly thresholdMs: number; readonly withText: boolean };
  readonly logsAccess?: boolean;
  readonly host?: string;
  readonly keyring?: Keyring;
  readonly trustedProxies?: readonly string[];
  readonly origins?: readonly string[];
  readonly hosts?: readonly string[];
  readonly checksTokens?: boolean;
  /** Entries of OWLGATE_CONCURRENCY. */
  readonly concurrency?: readonly string[];
  readonly queueMs?: number;
  readonly bodyBudget?: number;
  readonly bodyPace?: Pace;
  readonly unreadMs?: number;
  readonly unreadLimits?: UnreadLimits;
  readonly certificates?: Certificates;
}

let defaultCertificates: Certificates | undefined;

/** Makes the gateways of this file serve TLS, where `ask` speaks HTTP/2. */
export function serveOverTls(certificates: Certificates): void {
  defaultCertificates = certificates;
}

export async function startTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const { kind = 'cluster', maxBodyBytes = 100_000, whitelist = [], host = '127.0.0.1', keyring } = options;
  const upstream = await startUpstream();
  const log: LogLine[] = [];
  const logger = recordingLogger(log);
  const { tracing, slowRequests, logsAccess = true } = options;
  const telemetry = new Metrics('0.0.0');
  const engine = connectEngine({ urls: [options.engineUrl ?? upstream.url], kind, logger, telemetry, tracing });
  const materializer = new FakeMaterializer();
  const { origins = [], hosts = [], checksTokens = false, bodyBudget } = options;
  const server = new HttpServer({
    host,
    port: 0,
    whitelist,
    scrapers: options.scrapers ?? [],
    telemetry,
    tracing,
    slowRequests,
    logsAccess,
    logger,
    patienceMs: 200,
    origins,
    hosts,
    checksTokens,
    queueMs: options.queueMs,
    bodyPace: options.bodyPace,
    unreadMs: options.unreadMs,
    unreadLimits: options.unreadLimits,
    certificates: options.certificates ?? defaultCertificates,
    trustedProxies: TrustedProxies.parse(options.trustedProxies ?? [])!,
    concurrency: parseConcurrency(options.concurrency ?? [])!,
    ...(bodyBudget !== undefined && { bodyBudget }),
    ...(keyring && { keyring }),
  });
  const url = await server.listen();
  const retrieval = new Retrieval({
    databases: await readDatabases(undefined),
    open: () => Promise.resolve({ engine, materializer }),
    logger,
  });
  const graphql = new GraphqlGateway(engine, materializer, DEFAULT_LIMITS);
  const chats = new Chats(retrieval, logger);
  const documents = new DocumentProcesses({ logger });
  const imports = new Imports(engine, materializer);
  const services = { engine, materializer, graphql, documents, retrieval, chats, imports };
  server.serve({ ...services, logger, metrics: telemetry, maxBodyBytes });
  return {
    url,
    upstream,
    materializer,
    server,
    log,
    ask: (path, request) => ask(url, path, request),
    close: async () => {
      await server.close(500);
      await engine.close();
      await upstream.close();
    },
  };
}

export function recordingLogger(log: LogLine[]): Logger {
  const write =
    (level: string) =>
    (message: string, fields: Record<string, unknown> = {}): void => {
      log.push({ level, message, fields });
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
