/** Configuration of a gateway, and the error of an invalid one. */
import type { TlsFiles } from './util/certificates';
import type { ConcurrencyLimits } from './util/concurrencyLimits';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFormat = 'json' | 'text';

/**
 * API that answers /graphql while an ontology is in force.
 *
 * - `on`: the ontology's, unless the engine has a GraphQL schema of its own
 * - `ontology`: always the ontology's
 * - `off`: the engine's
 */
export type GraphqlMode = 'on' | 'off' | 'ontology';

export interface Config {
  /** Files of secrets that may change while the gateway runs. */
  readonly secretFiles: readonly string[];
  /** 0 for any free port. */
  readonly port: number;
  readonly host: string;
  /** Port of gRPC: 0 for any free port, undefined for none. */
  readonly grpcPort: number | undefined;
  /** Processes that share the ports. */
  readonly workers: number;
  /** TLS of the HTTP port; undefined for plain connections. */
  readonly httpTls: TlsFiles | undefined;
  /** TLS of the gRPC port; undefined for plain connections. */
  readonly grpcTls: TlsFiles | undefined;
  /** Alphas of a cluster; empty for the embedded engine. */
  readonly dgraphUrls: readonly string[];
  /** gRPC addresses of the alphas; empty for none. */
  readonly dgraphGrpc: readonly string[];
  /** The gateway's own login to a cluster with access control; undefined for none. */
  readonly dgraphLogin: { readonly userid: string; readonly password: string; readonly namespace: number } | undefined;
  readonly dataDirectory: string;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  readonly logsAccess: boolean;
  /** Log of slow requests; undefined for none. */
  readonly slowRequests: { readonly thresholdMs: number; readonly withText: boolean } | undefined;
  /** Collector of traces; undefined for none. */
  readonly otlpUrl: string | undefined;
  /** Maximum bytes of a request body, before and after decompression. */
  readonly maxBodyBytes: number;
  /** Maximum bytes of all request bodies in flight, before and after decompression. */
  readonly bodyBudget: number;
  readonly concurrency: ConcurrencyLimits;
  /** Interval of checks for ontologies that other gateways loaded, in milliseconds. */
  readonly pollMs: number;
  /** Lifetime of idempotency records, in hours. */
  readonly idempotencyHours: number;
  /** Maximum writes of clients in one transaction. */
  readonly maxGroup: number;
  /** Equality of individuals: `sameAs` infers it; `off` treats two names as two things. */
  readonly equality: 'off' | 'sameAs';
  /** Source of the names in ontologies that are loaded; undefined for the source that the ontology in force has. */
  readonly naming: 'iri' | 'label' | undefined;
  /** API that answers /graphql. */
  readonly graphql: GraphqlMode;
  /** Limits of one GraphQL document. */
  readonly graphqlLimits: { readonly depth: number; readonly aliases: number; readonly complexity: number };
  /** Address of the lambda server, which answers fields with `@lambda`. */
  readonly lambdaUrl: string | undefined;
  /** Maximum wait for a starting cluster, in seconds. */
  readonly waitSeconds: number;
  /** Silence of an alpha after which its requests are ended. */
  readonly silenceMs: number;
  /** Addresses that may administer, besides loopback. */
  readonly whitelist: readonly string[];
  /** Addresses that may read metrics without a key, besides loopback. */
  readonly scrapers: readonly string[];
  /** Reverse proxies, in the format of OWLGATE_TRUSTED_PROXIES. */
  readonly trustedProxies: readonly string[];
  /** Folder or mapping for owl:imports. */
  readonly imports: string | undefined;
  /** Limits of reading and compiling one document. */
  readonly documentLimits: { readonly seconds: number; readonly memoryMb: number };
  /** Maximum predicates without a schema that one mutation may add. */
  readonly maxNewPredicates: number;
  /** Hosts from which imports and JSON-LD contexts may be fetched. */
  readonly importsFetch: readonly string[];
  /** Databases for questions in words: JSON, or a file with it; undefined for the gateway's own engine only. */
  readonly databases: string | undefined;
  /** Lines of API keys, or a file with them; undefined if no keys are required. */
  readonly apiKeys: string | undefined;
  /** Keys that sign the registry of ontologies: the first signs, all verify; none for plain digests. */
  readonly registryKeys: readonly string[];
  /** Origins of web pages that may change data without an API key. */
  readonly origins: readonly string[];
  /** Names of this gateway in `Host`, in lower case. */
  readonly hosts: readonly string[];
  /** Language model behind an OpenAI-compatible API. Prices in US dollars per million tokens. */
  readonly model:
    | {
        readonly url: string;
        readonly key: string;
        readonly model: string;
        readonly prices: { readonly input: number; readonly output: number };
        /** Time limit of one request with its retries. */
        readonly timeoutMs: number;
      }
    | undefined;
  /** True if the model also links documents to nodes and classes. */
  readonly modelLinks: boolean;
  /** Embedding model behind an OpenAI-compatible API. */
  readonly embedding: { readonly url: string; readonly key: string; readonly model: string } | undefined;
  /** Folder of an embedding model that this process runs; empty for none. */
  readonly embeddingFolder: string;
  /** Folder of a reranking model that this process runs; empty for none. */
  readonly rerankingFolder: string;
}

/** Invalid setting. `message` is one line for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
