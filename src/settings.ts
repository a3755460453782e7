/** Table of settings: names, meanings and accepted values. */
import { DEFAULT_CONCURRENCY } from './util/concurrencyLimits';

interface Setting {
  /** Environment variable. */
  readonly name: string;
  readonly flag: string;
  readonly default: string;
  readonly meaning: string;
  /** Description of accepted values, for error messages. */
  readonly accepts: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** True if the value may contain a password: messages omit it, and NAME_FILE may name a file with it. */
  readonly secret?: true;
  /** True if the value may itself be the path of a file. */
  readonly takesPath?: true;
}

const MIB = 2 ** 20;
const BODY_BUDGET = 'twice OWLGATE_MAX_BODY, at least 512 MiB';
const integer = (minimum: number, maximum: number): Setting['schema'] => ({ type: 'integer', minimum, maximum });

/** All settings; `--help` and the documentation print them. */
export const SETTINGS: readonly Setting[] = [
  {
    name: 'PORT',
    flag: '--port',
    default: '8080',
    meaning: 'TCP port; 0 selects a free one',
    accepts: 'an integer from 0 to 65535',
    schema: integer(0, 65535),
  },
  {
    name: 'HOST',
    flag: '--host',
    default: '127.0.0.1',
    meaning: 'address to listen on; 0.0.0.0 or :: for every interface',
    accepts: 'a host name or an IP address',
    schema: { type: 'string', pattern: '^[\\w.:%-]+$' },
  },
  {
    name: 'GRPC_PORT',
    flag: '--grpc-port',
    default: '9080',
    meaning: 'TCP port of gRPC for Dgraph clients; 0 selects a free one, off serves HTTP only',
    accepts: 'an integer from 0 to 65535, or off',
    schema: {
      type: 'string',
      pattern: '^(off|\\d{1,4}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])$',
    },
  },
  {
    name: 'OWLGATE_TLS_CERT',
    flag: '--tls-cert',
    default: '',
    meaning: 'certificate chain (PEM); with it and OWLGATE_TLS_KEY both ports speak TLS, and the HTTP port also HTTP/2',
    accepts: 'the path of a file',
    schema: { type: 'string' },
  },
  {
    name: 'OWLGATE_TLS_KEY',
    flag: '--tls-key',
    default: '',
    meaning: 'private key of OWLGATE_TLS_CERT (PEM)',
    accepts: 'the path of a file',
    schema: { type: 'string' },
  },
  {
    name: 'OWLGATE_TLS_CLIENT_CA',
    flag: '--tls-client-ca',
    default: '',
    meaning: 'authorities of client certificates (PEM); with it every client of both ports needs one (mTLS)',
    accepts: 'the path of a file',
    schema: { type: 'string' },
  },
  {
    name: 'OWLGATE_GRPC_CERT',
    flag: '--grpc-cert',
    default: '',
    meaning: 'certificate chain of the gRPC port (PEM) in place of OWLGATE_TLS_CERT; off: no TLS on that port',
    accepts: 'the path of a file, or off',
    schema: { type: 'string' },
  },
  {
    name: 'OWLGATE_GRPC_KEY',
    flag: '--grpc-key',
    default: '',
    meaning: 'private key of OWLGATE_GRPC_CERT (PEM)',
    accepts: 'the path of a file',
    schema: { type: 'string' },
  },
  {
    name: 'OWLGATE_GRPC_CLIENT_CA',
    flag: '--grpc-client-ca',
    default: '',
    meaning: 'authorities of client certificates for the gRPC port (PEM), beside OWLGATE_GRPC_CERT',
    accepts: 'the path of a file',
    schema: { type: 'string' },
  },
  {
    name: 'DGRAPH_URL',
    flag: '--dgraph-url',
    default: '',
    meaning: 'Dgraph alphas, comma-separated (http://alpha:8080); without it the embedded engine is used',
    accepts: 'a comma-separated list of addresses such as http://localhost:8080',
    schema: { type: 'string', format: 'urls' },
    secret: true,
  },
  {
    name: 'DGRAPH_GRPC',
    flag: '--dgraph-grpc',
    default: '',
    meaning:
      'gRPC addresses of the alphas, comma-separated (alpha:9080), for calls that need no reasoning and for reads of ' +
      'GraphQL; without it those of DGRAPH_URL with 1000 added to their ports; off for HTTP only',
    accepts: 'a comma-separated list of addresses such as alpha:9080, or off',
    schema: { type: 'string', format: 'grpcAddresses' },
  },
  {
    name: 'DGRAPH_USER',
    flag: '--dgraph-user',
    default: '',
    meaning: "user of the gateway's login to a cluster with access control (ACL); must be in the group guardians",
    accepts: "a user's name",
    schema: { type: 'string' },
  },
  {
    name: 'DGRAPH_PASSWORD',
    flag: '--dgraph-password',
    default: '',
    meaning: 'password of DGRAPH_USER; set it in the environment, where other users of the machine cannot see it',
    accepts: 'a password',
    schema: { type: 'string' },
    secret: true,
  },
  {
    name: 'DGRAPH_NAMESPACE',
    flag: '--dgraph-namespace',
    default: '0',
    meaning: 'namespace of DGRAPH_USER, which also stores the ontology',
    accepts: 'an integer from 0 to 9007199254740991',
    schema: integer(0, Number.MAX_SAFE_INTEGER),
  },
  {
    name: 'OWLGATE_DATA',
    flag: '--data',
    default: './data',
    meaning: 'data directory of the embedded engine',
    accepts: 'the path of a directory',
    schema: { type: 'string' },
  },
  {
    name: 'LOG_LEVEL',
    flag: '--log-level',
    default: 'info',
    meaning: 'debug, info, warn or error',
    accepts: 'debug, info, warn or error',
    schema: { enum: ['debug', 'info', 'warn', 'error'] },
  },
  {
    name: 'LOG_FORMAT',
    flag: '--log-format',
    default: 'text; json if NODE_ENV=production',
    meaning: 'json (one object a line) or text (for people)',
    accepts: 'json or text',
    schema: { enum: ['json', 'text'] },
  },
  {
    name: 'OWLGATE_ACCESS_LOG',
    flag: '--access-log',
    default: 'on',
    meaning: 'on: one line per request, with route, status, milliseconds, bytes, key and request id; off: none',
    accepts: 'on or off',
    schema: { enum: ['on', 'off'] },
  },
  {
    name: 'OWLGATE_SLOW_MS',
    flag: '--slow-ms',
    default: '0',
    meaning:
      'milliseconds from which a request is logged as slow, with a hash of its text without literals; 0 for none',
    accepts: 'an integer from 0 to 3600000',
    schema: integer(0, 3_600_000),
  },
  {
    name: 'OWLGATE_SLOW_TEXT',
    flag: '--slow-text',
    default: 'off',
    meaning: 'on: lines about slow requests have their texts, with the values that clients sent',
    accepts: 'on or off',
    schema: { enum: ['on', 'off'] },
  },
  {
    name: 'OWLGATE_OTLP_URL',
    flag: '--otlp-url',
    default: '',
    meaning:
      'collector of OpenTelemetry traces over HTTP (http://localhost:4318/v1/traces); without it there are no traces',
    accepts: 'an http(s) address',
    schema: { type: 'string', format: 'api' },
    secret: true,
  },
  {
    name: 'OWLGATE_MAX_BODY',
    flag: '--max-body',
    default: String(256 * MIB),
    meaning: 'maximum bytes of a request body, raw and decompressed (256 MiB)',
    accepts: 'a number of bytes from 1024 to 1073741824',
    schema: integer(1024, 1024 * MIB),
  },
  {
    name: 'OWLGATE_BODY_BUDGET',
    flag: '--body-budget',
    default: BODY_BUDGET,
    meaning: 'maximum bytes of all request bodies in flight, raw and decompressed; beyond it requests get 503',
    accepts: 'a number of bytes, at least twice OWLGATE_MAX_BODY',
    schema: { type: 'string', pattern: `^(\\d{1,15}|${BODY_BUDGET})$` },
  },
  {
    name: 'OWLGATE_CONCURRENCY',
    flag: '--concurrency',
    default: '',
    meaning: 'maximum concurrent requests by address, role and work (docs/security.md): read=64,address=128',
    accepts: `a comma-separated list of ${Object.keys(DEFAULT_CONCURRENCY).join(', ')}, each =1 to =100000`,
    schema: { type: 'string', format: 'concurrency' },
  },
  {
    name: 'OWLGATE_MAX_NEW_PREDICATES',
    flag: '--max-new-predicates',
    default: '2000',
    meaning: 'maximum new predicates without a schema in one mutation under an ontology',
    accepts: 'an integer from 1 to 1000000',
    schema: integer(1, 1_000_000),
  },
  {
    name: 'OWLGATE_POLL_MS',
    flag: '--poll-ms',
    default: '250',
    meaning: 'milliseconds between checks for ontologies that other gateways of the cluster loaded',
    accepts: 'an integer from 50 to 600000',
    schema: integer(50, 600_000),
  },
  {
    name: 'OWLGATE_IDEMPOTENCY_HOURS',
    flag: '--idempotency-hours',
    default: '24',
    meaning: 'hours of storing answers to requests with an Idempotency-Key',
    accepts: 'an integer from 1 to 720',
    schema: integer(1, 720),
  },
  {
    name: 'OWL_EQUALITY',
    flag: '--equality',
    default: 'off',
    meaning:
      'off: different nodes are different individuals, and a new value of a functional property replaces the ' +
      'old one; ' +
      'sameAs: owl:sameAs is inferred and propagated',
    accepts: 'off or sameAs',
    schema: { enum: ['off', 'sameAs'] },
  },
  {
    name: 'OWLGATE_NAMES',
    flag: '--names',
    default: '',
    meaning:
      'source of the names of classes and properties in Dgraph: iri (local names of IRIs) or label (rdfs:label); ' +
      'without it that of the ontology in force, at first iri',
    accepts: 'iri or label',
    schema: { enum: ['', 'iri', 'label'] },
  },
  {
    name: 'OWLGATE_GRAPHQL',
    flag: '--graphql',
    default: 'on',
    meaning:
      'on: /graphql answers with the API of the ontology, unless the engine has a GraphQL schema of its own; ' +
      'ontology: always; off: the engine answers',
    accepts: 'on, ontology or off',
    schema: { enum: ['on', 'ontology', 'off'] },
  },
  {
    name: 'OWLGATE_GRAPHQL_DEPTH',
    flag: '--graphql-depth',
    default: '50',
    meaning: 'maximum depth of a GraphQL operation, with fragments expanded',
    accepts: 'an integer from 1 to 500',
    schema: integer(1, 500),
  },
  {
    name: 'OWLGATE_GRAPHQL_ALIASES',
    flag: '--graphql-aliases',
    default: '1000',
    meaning: 'maximum fields with an alias in a GraphQL operation, with fragments expanded',
    accepts: 'an integer from 0 to 100000',
    schema: integer(0, 100_000),
  },
  {
    name: 'OWLGATE_GRAPHQL_COMPLEXITY',
    flag: '--graphql-complexity',
    default: '10000',
    meaning: 'maximum fields in a GraphQL operation, with fragments expanded',
    accepts: 'an integer from 1 to 100000',
    schema: integer(1, 100_000),
  },
  {
    name: 'OWLGATE_LAMBDA_URL',
    flag: '--lambda-url',
    default: '',
    meaning:
      'address of the lambda server for GraphQL fields with @lambda (http://localhost:8686/graphql-worker); in ' +
      'front of a cluster, alphas need it too (--graphql lambda-url)',
    accepts: 'an http(s) address',
    schema: { type: 'string', format: 'api' },
  },
  {
    name: 'OWLGATE_WAIT',
    flag: '--wait',
    default: '60',
    meaning: 'seconds to wait at start for a cluster that does not answer',
    accepts: 'an integer from 0 to 86400',
    schema: integer(0, 86_400),
  },
  {
    name: 'OWLGATE_SILENCE_MS',
    flag: '--silence',
    default: '15000',
    meaning: 'milliseconds in which an alpha answers nothing, nor its health, after which its requests are ended',
    accepts: 'an integer from 100 to 3600000',
    schema: integer(100, 3_600_000),
  },
  {
    name: 'OWLGATE_WHITELIST',
    flag: '--whitelist',
    default: '',
    meaning:
      'addresses that may administer (/alter, /admin, POST /ontology) besides loopback: IPs, CIDR blocks, ' +
      'from:to ranges',
    accepts: 'a comma-separated list of IP addresses, CIDR blocks (10.0.0.0/8) and ranges (10.0.0.1:10.0.0.9)',
    schema: { type: 'string', format: 'addresses' },
  },
  {
    name: 'OWLGATE_METRICS',
    flag: '--metrics',
    default: '',
    meaning: 'addresses that may read /metrics without an API key besides loopback: IPs, CIDR blocks, from:to ranges',
    accepts: 'a comma-separated list of IP addresses, CIDR blocks (10.0.0.0/8) and ranges (10.0.0.1:10.0.0.9)',
    schema: { type: 'string', format: 'addresses' },
  },
  {
    name: 'OWLGATE_TRUSTED_PROXIES',
    flag: '--trusted-proxies',
    default: '',
    meaning: 'proxies whose forwarding headers are trusted: IPs, CIDR blocks; =HEADER if it is not X-Forwarded-For',
    accepts: 'a comma-separated list such as 10.0.0.5, 192.168.0.0/16=Forwarded',
    schema: { type: 'string', format: 'proxies' },
  },
  {
    name: 'OWLGATE_DOCUMENT_SECONDS',
    flag: '--document-seconds',
    default: '60',
    meaning: 'maximum seconds to read and compile one document; the ontology in force has no limit',
    accepts: 'an integer from 1 to 86400',
    schema: integer(1, 86_400),
  },
  {
    name: 'OWLGATE_DOCUMENT_MEMORY',
    flag: '--document-memory',
    default: '1024',
    meaning: 'maximum MiB of memory to read and compile one document; at most six are processed at once',
    accepts: 'an integer from 64 to 65536',
    schema: integer(64, 65_536),
  },
  {
    name: 'OWLGATE_IMPORTS',
    flag: '--imports',
    default: '',
    meaning: 'source of owl:imports: a folder of ontologies, or a mapping (JSON or XML catalog) from IRIs to files',
    accepts: 'the path of a folder or of a file',
    schema: { type: 'string' },
  },
  {
    name: 'OWLGATE_IMPORTS_FETCH',
    flag: '--imports-fetch',
    default: '',
    meaning:
      'hosts from which JSON-LD contexts and otherwise missing imports may be fetched: www.w3.org, *.example.org; ' +
      '* for every public host',
    accepts:
      'a comma-separated list of hosts (www.w3.org, *.example.org:8443, 10.1.2.3, intranet.example=10.0.0.0/8, or ' +
      '* for every public host)',
    schema: { type: 'string', format: 'fetchHosts' },
  },
  {
    name: 'OWLGATE_DATABASES',
    flag: '--databases',
    default: '',
    meaning:
      "databases for questions in words besides default, the gateway's own engine: JSON or the path of a JSON file, " +
      'with url, namespace, user, password and module for each id',
    accepts: 'a JSON object or the path of a file',
    schema: { type: 'string' },
    secret: true,
    takesPath: true,
  },
  {
    name: 'OWLGATE_API_KEYS',
    flag: '--api-keys',
    default: '',
    meaning:
      'API keys: the path of a file, or lines name:role:hash[:quota] as owlgate keys prints them; with keys, every ' +
      'request needs one',
    accepts: 'the path of a file, or a comma-separated list of name:role:hash[:quota]',
    schema: { type: 'string' },
    secret: true,
    takesPath: true,
  },
  {
    name: 'OWLGATE_REGISTRY_KEY',
    flag: '--registry-key',
    default: '',
    meaning:
      'key that signs the stored ontologies, the same in every gateway of a cluster; of several keys the first ' +
      'signs and all verify; set it in the environment',
    accepts: 'a comma-separated list of keys, each of 16 to 1024 visible ASCII characters',
    schema: { type: 'string', format: 'registryKeys' },
    secret: true,
  },
  {
    name: 'OWLGATE_ORIGINS',
    flag: '--origins',
    default: '',
    meaning: 'origins of web pages that may change data without an API key, besides those of this machine',
    accepts: 'a comma-separated list of origins such as https://app.example',
    schema: { type: 'string', format: 'origins' },
  },
  {
    name: 'OWLGATE_HOSTS',
    flag: '--hosts',
    default: '',
    meaning: 'host names that clients or proxies send in Host; addresses and localhost are always accepted',
    accepts: 'a comma-separated list of host names such as graph.example, without ports',
    schema: { type: 'string', format: 'hosts' },
  },
  {
    name: 'OWLGATE_MODEL_URL',
    flag: '--model-url',
    default: '',
    meaning:
      'base URL of an OpenAI-compatible API for questions in words (https://api.openai.com/v1, ' +
      'http://localhost:11434/v1); without it no model is used',
    accepts: 'the http(s) address of an API such as https://api.openai.com/v1',
    schema: { type: 'string', format: 'api' },
    secret: true,
  },
  {
    name: 'OWLGATE_MODEL_KEY',
    flag: '--model-key',
    default: '',
    meaning:
      'API key for OWLGATE_MODEL_URL, if it needs one; set it in the environment, where other users of the machine ' +
      'cannot see it',
    accepts: 'a key',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]*$' },
    secret: true,
  },
  {
    name: 'OWLGATE_MODEL',
    flag: '--model',
    default: '',
    meaning: 'name of the model at OWLGATE_MODEL_URL; it must support tool calls',
    accepts: "a model's name",
    schema: { type: 'string' },
  },
  {
    name: 'OWLGATE_MODEL_PRICES',
    flag: '--model-prices',
    default: '0,0',
    meaning: 'US dollars per million tokens sent and received; used for cost_usd and the budget of a question',
    accepts: 'two numbers such as 2.50,10',
    schema: { type: 'string', pattern: '^\\s*\\d+(\\.\\d+)?\\s*,\\s*\\d+(\\.\\d+)?\\s*$' },
  },
  {
    name: 'OWLGATE_MODEL_LINKS',
    flag: '--model-links',
    default: 'on',
    meaning:
      'on: the model, if set, resolves ambiguous names and pronouns in documents when they are stored; off: labels ' +
      'alone link documents, at no cost',
    accepts: 'on or off',
    schema: { enum: ['on', 'off'] },
  },
  {
    name: 'OWLGATE_EMBEDDING_MODEL',
    flag: '--embedding-model',
    default: '',
    meaning: 'embedding model; enables semantic search of passages',
    accepts: "a model's name",
    schema: { type: 'string' },
  },
  {
    name: 'OWLGATE_EMBEDDING_URL',
    flag: '--embedding-url',
    default: '',
    meaning: 'API of the embedding model (default: OWLGATE_MODEL_URL with its key)',
    accepts: 'the http(s) address of an API such as http://localhost:11434/v1',
    schema: { type: 'string', format: 'api' },
    secret: true,
  },
  {
    name: 'OWLGATE_EMBEDDING_KEY',
    flag: '--embedding-key',
    default: '',
    meaning: 'API key for OWLGATE_EMBEDDING_URL, if it needs one',
    accepts: 'a key',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]*$' },
    secret: true,
  },
];
