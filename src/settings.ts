/** Table of settings: names, meanings and accepted values. */
import { DEFAULT_CONCURRENCY } from './util/concurrencyLimits';
import { LISTENING } from './settings-listening';
import { MODELS } from './settings-models';
import { integer, type Setting } from './settings-types';

const MIB = 2 ** 20;
const BODY_BUDGET = 'twice OWLGATE_MAX_BODY, at least 512 MiB';

/** All settings; `--help` and the documentation print them. */
export const SETTINGS: readonly Setting[] = [
  ...LISTENING,
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
      'gRPC addresses of the alphas, comma-separated (alpha:9080), for queries of DQL and GraphQL, for writes, and for ' +
      'calls that need no reasoning; without it those of DGRAPH_URL with 1000 added to their ports; off for HTTP only',
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
    name: 'OWLGATE_WRITE_GROUP',
    flag: '--write-group',
    default: '64',
    meaning: 'maximum writes of clients that wait at the same moment and share one transaction; 1: none shares one',
    accepts: 'an integer from 1 to 1000',
    schema: integer(1, 1000),
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
  ...MODELS,
];
