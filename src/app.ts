/** Composition of the gateway: engine, materializer, retrieval and HTTP server. */
import * as path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Config } from './config';
import { connectEngine, EngineFailure, type Engine } from './dgraph';
import type { GrpcServer } from './grpc';
import { HttpServer, Keyring } from './http';
import { Imports } from './import';
import {
  CompiledStore,
  createMaterializer,
  DocumentProcesses,
  GraphqlGateway,
  openImports,
  programIdentity,
} from './materialize';
import {
  Chats,
  connectModels,
  DEFAULT_DATABASE,
  openEmbedder,
  openReranker,
  readDatabases,
  Retrieval,
  type DatabaseSettings,
  type EngineHandle,
} from './retrieval';
import { watchSecrets } from './secrets';
import { startEngine, StartError, type EngineWaits, type Observers, type StartOptions } from './start-engine';
import { Metrics, openTracing } from './telemetry';
import { isLoopback } from './util/addressList';
import { Certificates, type TlsFiles } from './util/certificates';
import { diskProblem } from './util/disk';
import { TrustedProxies } from './util/trustedProxies';
import { silent, type Logger } from './util/log';
import type { Telemetry } from './util/telemetry';
import { withoutErrno } from './util/text';
import { programVersion } from './util/version';

export { StartError, type StartOptions } from './start-engine';

export interface Gateway {
  /** Address, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Port of gRPC; undefined if it is off or taken. */
  readonly grpcPort: number | undefined;
  readonly engine: Engine;
  /** Reads the files of API keys, certificates and secrets again. Unusable ones leave the former in use. */
  reload(): Promise<void>;
  /** Finishes running requests within `patienceMs` (default 30 s), and releases port and data. */
  close(patienceMs?: number): Promise<void>;
}

const DEFAULT_PATIENCE_MS = 30_000;
const LOGIN_REQUIRED =
  'the cluster has access control (ACL), and the gateway needs its own login: set DGRAPH_USER and DGRAPH_PASSWORD; ' +
  'the user must be in the group guardians';
/** Warning about a gateway without API keys. */
const OPEN_ACCESS =
  'all clients may read and write, and those on OWLGATE_WHITELIST administer; set OWLGATE_API_KEYS to require keys';

/**
 * Starts the gateway. Opens the port first; requests wait until the gateway is ready.
 *
 * @throws StartError for a port in use or an unusable data directory; OwlgateError EngineUnreachable for a cluster that
 *   does not answer in time, and errors of the recovery of the ontology in force
 */
export async function startGateway(
  config: Config,
  logger: Logger = silent,
  options: StartOptions = {},
): Promise<Gateway> {
  const { host, port, whitelist, scrapers, pollMs, idempotencyHours, maxGroup, maxBodyBytes, registryKeys } = config;
  const { equality, graphql, graphqlLimits, lambdaUrl } = config;
  const keyring = await openKeyring(config, logger);
  const certificates = await openCertificates(config, logger);
  const importedOntologies = await opened('OWLGATE_IMPORTS', () =>
    openImports({ location: config.imports, fetch: config.importsFetch }),
  );
  const databases = await opened('OWLGATE_DATABASES', () => readDatabases(config.databases));
  const secretFiles = options.readAgain && (await watchSecrets(config, options.readAgain, logger));
  const telemetry = new Metrics(programVersion());
  const { otlpUrl, logsAccess, slowRequests } = config;
  const tracing = otlpUrl === undefined ? undefined : await openTracing(otlpUrl, programVersion());
  const observers = { logger, telemetry, tracing };
  const waits = { silenceMs: config.silenceMs, limits: options.limits };
  const server = new HttpServer({
    host,
    port,
    whitelist,
    scrapers,
    ...observers,
    logsAccess,
    slowRequests,
    trustedProxies: TrustedProxies.parse(config.trustedProxies)!,
    origins: config.origins,
    hosts: config.hosts,
    checksTokens: config.dgraphLogin !== undefined,
    concurrency: config.concurrency,
    bodyBudget: config.bodyBudget,
    certificates: certificates.http,
    ...(keyring && { keyring }),
  });
  const url = await server.listen().catch((error: unknown) => {
    throw listenProblem(error as NodeJS.ErrnoException, config);
  });
  const ending: (() => Promise<void> | void)[] = [() => certificates.close(), () => secretFiles?.close()];
  if (tracing) ending.push(() => tracing.close());
  const end = async (): Promise<void> => {
    for (const step of ending.reverse()) await step();
  };
  try {
    const isCluster = config.dgraphUrls.length > 0;
    const documents = new DocumentProcesses({ limits: config.documentLimits, imports: importedOntologies, logger });
    ending.push(() => documents.close());
    // It compiles the ontology in force, or else the one that is loaded first.
    if (isCluster) documents.startAhead();
    const engine = await startEngine(config, waits, observers, options, ending);
    const { maxNewPredicates } = config;
    const reasoning = {
      pollMs,
      idempotencyHours,
      maxGroup,
      documents,
      equality: equality === 'sameAs',
      naming: config.naming,
      graphql,
      lambdaUrl,
      registryKeys,
      maxNewPredicates,
      telemetry,
    };
    const compiledStore = compiledStoreOf(engine, config, logger);
    const materializer = createMaterializer(engine, logger, { ...reasoning, compiledStore });
    await materializer.start().catch((error: unknown) => {
      throw error instanceof EngineFailure && error.isUnauthenticated ? new StartError(LOGIN_REQUIRED) : error;
    });
    ending.push(() => materializer.stop());
    const graphqlGateway = new GraphqlGateway(engine, materializer, graphqlLimits, lambdaUrl);
    const open = async (settings: DatabaseSettings): Promise<EngineHandle> => {
      if (settings.id === DEFAULT_DATABASE) return { engine, materializer };
      const other = connectDatabase(settings, waits, observers);
      const databaseMaterializer = createMaterializer(other, logger, reasoning);
      try {
        await databaseMaterializer.start();
      } catch (error) {
        await other.close();
        throw error;
      }
      ending.push(() => other.close());
      ending.push(() => databaseMaterializer.stop());
      return { engine: other, materializer: databaseMaterializer };
    };
    const { modelLinks } = config;
    const models = { ...connectModels(config, telemetry), ...(await openModels(config, telemetry, ending)) };
    const retrieval = new Retrieval({ databases, open, ...models, modelLinks, logger });
    const chats = new Chats(retrieval, logger);
    ending.push(() => chats.close());
    const imports = new Imports(engine, materializer);
    const services = { engine, materializer, graphql: graphqlGateway, documents, retrieval, chats, imports };
    const disk = engine.kind === 'embedded' && { diskProblem: () => diskProblem(path.resolve(config.dataDirectory)) };
    const secrets = (): readonly string[] => [
      ...registryKeys,
      ...(config.dgraphLogin ? [config.dgraphLogin.password] : []),
    ];
    server.serve({ ...services, ...disk, secrets, logger, metrics: telemetry, maxBodyBytes });
    logger.info(startLine(url, engine, config));
    if (!isCluster && !materializer.inForce) documents.startAhead();
    const grpc = await startGrpc(config, certificates.grpc, server, observers);
    const close = async (patienceMs = DEFAULT_PATIENCE_MS): Promise<void> => {
      await Promise.all([server.close(patienceMs), grpc?.server.close(patienceMs)]);
      await end();
    };
    const reload = async (): Promise<void> => {
      await Promise.all([keyring?.reload(), certificates.reload(), secretFiles?.reload()]);
    };
    let closing: Promise<void> | undefined;
    return { url, grpcPort: grpc?.port, engine, reload, close: (patienceMs) => (closing ??= close(patienceMs)) };
  } catch (error) {
    await server.close(0);
    await end();
    throw error;
  }
}

/** Starts gRPC. A port in use, as by an alpha on the same machine, does not end the gateway. */
async function startGrpc(
  { host, grpcPort, maxBodyBytes }: Config,
  certificates: Certificates | undefined,
  http: HttpServer,
  { logger }: Observers,
): Promise<{ readonly server: GrpcServer; readonly port: number } | undefined> {
  if (grpcPort === undefined) return undefined;
  // Its packages are a fifth of the modules of a start.
  const { GrpcServer: Server } = await import('./grpc/index.js');
  const options = { host, port: grpcPort, tls: certificates, maxMessageBytes: maxBodyBytes };
  const server = new Server(options, http.shared);
  try {
    const port = await server.listen();
    logger.info(`gRPC for Dgraph clients on ${host}:${port}${certificates ? ', with TLS' : ''}`);
    return { server, port };
  } catch (error) {
    const { message } = error as Error;
    logger.warn(
      /EADDRINUSE/.test(message)
        ? `gRPC is off: port ${grpcPort} is taken; stop the program that listens on ${host}:${grpcPort}, or set ` +
            'GRPC_PORT to another port'
        : `gRPC is off: ${message}`,
    );
    return undefined;
  }
}

/** @throws StartError with the name of the setting */
async function opened<T>(setting: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    throw new StartError(`${setting}: ${withoutErrno(error)}`, { cause: error, isSetting: true });
  }
}

/** Loads the models in folders. @throws StartError */
async function openModels(
  { embeddingFolder, rerankingFolder }: Config,
  telemetry: Telemetry,
  ending: (() => Promise<void> | void)[],
): Promise<Pick<ConstructorParameters<typeof Retrieval>[0], 'embedder' | 'reranker'>> {
  const open = async <T extends { close(): Promise<void> }>(
    setting: string,
    directory: string,
    load: (directory: string, telemetry: Telemetry) => Promise<T>,
  ): Promise<T | undefined> => {
    if (directory === '') return undefined;
    const model = await opened(setting, () => load(directory, telemetry));
    ending.push(() => model.close());
    return model;
  };
  const embedder = await open('OWLGATE_EMBEDDING_MODEL_PATH', embeddingFolder, openEmbedder);
  const reranker = await open('OWLGATE_RERANKING_MODEL_PATH', rerankingFolder, openReranker);
  return { ...(embedder && { embedder }), ...(reranker && { reranker }) };
}

/** @throws StartError */
async function openKeyring({ apiKeys, host }: Config, logger: Logger): Promise<Keyring | undefined> {
  if (apiKeys !== undefined) return opened('OWLGATE_API_KEYS', () => Keyring.open(apiKeys, logger));
  if (!isLoopback(host))
    logger.warn(`no API keys are set, and ${host} is reachable from other machines: ${OPEN_ACCESS}`);
  return undefined;
}

/** Certificates of both ports, opened once if both use the same files. */
interface PortCertificates {
  readonly http: Certificates | undefined;
  readonly grpc: Certificates | undefined;
  reload(): Promise<void>;
  close(): void;
}

/** @throws StartError for unusable files */
async function openCertificates({ httpTls, grpcTls, grpcPort }: Config, logger: Logger): Promise<PortCertificates> {
  const open = (prefix: string, files: TlsFiles | undefined): Promise<Certificates> | undefined =>
    files && opened(`${prefix}_CERT, ${prefix}_KEY, ${prefix}_CLIENT_CA`, () => Certificates.open(files, logger));
  const http = await open('OWLGATE_TLS', httpTls);
  const isShared = isDeepStrictEqual(httpTls, grpcTls);
  const grpc = grpcPort === undefined || isShared ? undefined : await open('OWLGATE_GRPC', grpcTls);
  return {
    http,
    grpc: isShared ? http : grpc,
    reload: async () => {
      await Promise.all([http?.reload(), grpc?.reload()]);
    },
    close: () => {
      http?.close();
      grpc?.close();
    },
  };
}

function connectDatabase({ urls, login }: DatabaseSettings, waits: EngineWaits, observers: Observers): Engine {
  return connectEngine({ urls: urls!, kind: 'cluster', ...waits, ...observers, ...(login && { identity: login }) });
}

/** Undefined for a cluster, and where the sources run without a build. */
function compiledStoreOf(
  { kind }: Engine,
  { dataDirectory, registryKeys }: Config,
  logger: Logger,
): CompiledStore | undefined {
  if (kind === 'cluster' || !__filename.endsWith('.js')) return undefined;
  const directory = path.resolve(dataDirectory);
  return new CompiledStore({ directory, program: programIdentity(__dirname), keys: registryKeys, logger });
}

function listenProblem(error: NodeJS.ErrnoException, { host, port }: Config): StartError {
  const { code, message } = error;
  const place = `${host}:${port}`;
  const wrong = (text: string): StartError => new StartError(text, { cause: error, isSetting: true });
  switch (code) {
    case 'EADDRINUSE':
      // That program may end.
      return new StartError(
        `port ${port} is taken: another program listens on ${place}; stop it, or set PORT to another port`,
        { cause: error },
      );
    case 'EACCES':
      return wrong(`port ${port} needs privileges that this user does not have; set PORT to one above 1023`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return wrong(`${host} is not an address of this machine; set HOST to one, or to 0.0.0.0 for all`);
    default:
      return wrong(`cannot listen on ${place}: ${message}`);
  }
}

function startLine(url: string, { kind, url: engineUrl }: Engine, { dataDirectory }: Config): string {
  const workbench = `workbench at ${url}/ui/`;
  return kind === 'embedded'
    ? `owlgate serves on ${url}: embedded engine (one node), data in ${path.resolve(dataDirectory)}; ` +
        `set DGRAPH_URL=http://<alpha>:8080 to use a Dgraph cluster instead; ${workbench}`
    : `owlgate serves on ${url}: Dgraph cluster at ${engineUrl}; ${workbench}`;
}
