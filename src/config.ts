/** Configuration: the settings, read from command line flags and the environment, checked with ajv. */
import { createAjv } from './util/ajv';
import { SETTINGS } from './settings';
import { addressList } from './util/addressList';
import { parseConcurrency, type ConcurrencyLimits } from './util/concurrencyLimits';
import { TrustedProxies } from './util/trustedProxies';
import { areHosts } from './util/fetchHosts';

export { SETTINGS };

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFormat = 'json' | 'text';

export interface Config {
  /** 0 for any free port. */
  readonly port: number;
  readonly host: string;
  /** Alphas of a cluster; empty for the embedded engine. */
  readonly dgraphUrls: readonly string[];
  /** The gateway's own login to a cluster with access control; undefined for none. */
  readonly dgraphLogin: { readonly userid: string; readonly password: string; readonly namespace: number } | undefined;
  readonly dataDirectory: string;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  /** Most bytes of a request body, before and after decompression. */
  readonly maxBodyBytes: number;
  /** Most bytes of all request bodies in flight, before and after decompression. */
  readonly bodyBudget: number;
  readonly concurrency: ConcurrencyLimits;
  /** Between two looks at whether another gateway has loaded an ontology, in milliseconds. */
  readonly pollMs: number;
  /** Time for which the answers to requests with an Idempotency-Key are kept, in hours. */
  readonly idempotencyHours: number;
  /** Whether equality of individuals is inferred: `sameAs`, or `off`, where two names are two things. */
  readonly equality: 'off' | 'sameAs';
  /** Whether a load makes a GraphQL schema of the ontology. */
  readonly graphql: boolean;
  /** What one GraphQL document may ask at most. */
  readonly graphqlLimits: { readonly depth: number; readonly aliases: number; readonly complexity: number };
  /** Of the lambda server, which answers fields with `@lambda`; undefined for none. */
  readonly lambdaUrl: string | undefined;
  /** For a cluster that is starting, in seconds. */
  readonly waitSeconds: number;
  /** Addresses that may administer, besides loopback. */
  readonly whitelist: readonly string[];
  /** Reverse proxies, as OWLGATE_TRUSTED_PROXIES has them. */
  readonly trustedProxies: readonly string[];
  /** A folder or a mapping for owl:imports; undefined for none. */
  readonly imports: string | undefined;
  /** Limits of reading and compiling one document. */
  readonly documentLimits: { readonly seconds: number; readonly memoryMb: number };
  /** Maximum predicates that one mutation may bring. */
  readonly maxNewPredicates: number;
  /** Hosts from which imports and contexts may be fetched. */
  readonly importsFetch: readonly string[];
  /** Databases for questions in words: JSON, or a file with it; undefined for the gateway's own engine alone. */
  readonly databases: string | undefined;
  /** The lines of the API keys, or a file with them; undefined where none are asked for. */
  readonly apiKeys: string | undefined;
  /** Keys that sign the registry of ontologies: the first signs, all verify; none for plain digests. */
  readonly registryKeys: readonly string[];
  /** Origins of web pages that may change something without an API key. */
  readonly origins: readonly string[];
  /** Names of this gateway in `Host`, in lower case. */
  readonly hosts: readonly string[];
  /** A language model behind an OpenAI-compatible API; undefined for none. Prices: US dollars for a million tokens. */
  readonly model:
    | {
        readonly url: string;
        readonly key: string;
        readonly model: string;
        readonly prices: { readonly input: number; readonly output: number };
      }
    | undefined;
  /** Whether that model finds links of documents to nodes and classes, beside those of labels. */
  readonly modelLinks: boolean;
  /** A model that makes vectors of texts, likewise. */
  readonly embedding: { readonly url: string; readonly key: string; readonly model: string } | undefined;
}

/** A setting that cannot be followed. `message` is one line for the person who set it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** What the command line asks for: to run, or to print something and end. */
export type Invocation =
  | { readonly kind: 'run'; readonly config: Config; readonly warnings: readonly string[] }
  | { readonly kind: 'help' | 'version' };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads flags (`--port 8080`, `--port=8080`) and, where there is no flag, the environment. An empty value is none.
 *
 * @param argv without the program's name
 * @throws ConfigError for an unknown flag or a value that is not accepted
 */
export function readConfig(argv: readonly string[], env: Environment): Invocation {
  const flags = readFlags(argv);
  if (flags === 'help' || flags === 'version') return { kind: flags };
  const given = new Map<string, { readonly value: string; readonly source: string }>();
  for (const { name, flag } of SETTINGS) {
    const fromFlag = flags.get(flag);
    const value = fromFlag ?? env[name]?.trim() ?? '';
    if (value !== '') given.set(name, { value, source: fromFlag === undefined ? name : flag });
  }
  const values: Record<string, unknown> = {};
  for (const { name, default: fallback } of SETTINGS) values[name] = given.get(name)?.value ?? fallback;
  values['LOG_FORMAT'] = given.get('LOG_FORMAT')?.value ?? (env['NODE_ENV'] === 'production' ? 'json' : 'text');

  if (!validate(values)) {
    const wrong = SETTINGS.find(({ name }) => validate.errors?.some((error) => error.instancePath === `/${name}`))!;
    const { value, source } = given.get(wrong.name)!;
    const shown = wrong.secret ? 'the value' : JSON.stringify(value);
    throw new ConfigError(`${source}: ${shown} is not accepted: it takes ${wrong.accepts}`);
  }
  const config = toConfig(values);
  refuseItself(config);
  return { kind: 'run', config, warnings: unknownVariables(env) };
}

function readFlags(argv: readonly string[]): ReadonlyMap<string, string> | 'help' | 'version' {
  const flags = new Map<string, string>();
  for (let i = 0; i < argv.length; i++) {
    const argument = argv[i]!;
    if (argument === '--help' || argument === '-h') return 'help';
    if (argument === '--version' || argument === '-v') return 'version';
    const equals = argument.indexOf('=');
    const flag = equals < 0 ? argument : argument.slice(0, equals);
    if (!SETTINGS.some((setting) => setting.flag === flag)) {
      throw new ConfigError(`unknown argument ${JSON.stringify(argument)}; --help lists what there is`);
    }
    const value = equals < 0 ? argv[++i] : argument.slice(equals + 1);
    if (value === undefined || (equals < 0 && value.startsWith('--'))) {
      throw new ConfigError(`${flag} needs a value: ${flag}=…`);
    }
    if (flags.has(flag)) throw new ConfigError(`${flag} is given twice`);
    flags.set(flag, value.trim());
  }
  return flags;
}

/** RFC 1123, section 2.1, and underscores, which names of containers have. */
const HOST_NAME = /^(?!\d+(\.\d+)*$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/i;

const ajv = createAjv({ coerceTypes: true, allErrors: true });
ajv.addFormat('urls', (text) => splitList(text).every(isEngineUrl));
ajv.addFormat('addresses', (text) => addressList(splitList(text)) !== undefined);
ajv.addFormat('concurrency', (text) => parseConcurrency(splitList(text)) !== undefined);
ajv.addFormat('proxies', (text) => TrustedProxies.parse(splitList(text)) !== undefined);
ajv.addFormat('hosts', (text) => splitList(text).every((each) => HOST_NAME.test(each)));
ajv.addFormat('fetchHosts', (text) => areHosts(hostList(text)));
ajv.addFormat('api', (text) => text === '' || isEngineUrl(text));
ajv.addFormat('origins', (text) =>
  splitList(text).every((each) => URL.canParse(each) && new URL(each).origin === each.toLowerCase()),
);
// Nothing but commas is no list of keys: whoever sets the setting wants one.
ajv.addFormat(
  'registryKeys',
  (text) => text === '' || text.split(',').every((key) => /^[\x21-\x7e]{16,1024}$/.test(key.trim())),
);
const validate = ajv.compile({
  type: 'object',
  properties: Object.fromEntries(SETTINGS.map(({ name, schema }) => [name, schema])),
});

function toConfig(values: Record<string, unknown>): Config {
  return {
    port: values['PORT'] as number,
    host: values['HOST'] as string,
    dgraphUrls: splitList(values['DGRAPH_URL'] as string),
    dgraphLogin: readLogin(values),
    dataDirectory: values['OWLGATE_DATA'] as string,
    logLevel: values['LOG_LEVEL'] as LogLevel,
    logFormat: values['LOG_FORMAT'] as LogFormat,
    maxBodyBytes: values['OWLGATE_MAX_BODY'] as number,
    bodyBudget: readBodyBudget(values),
    concurrency: parseConcurrency(splitList(values['OWLGATE_CONCURRENCY'] as string))!,
    pollMs: values['OWLGATE_POLL_MS'] as number,
    idempotencyHours: values['OWLGATE_IDEMPOTENCY_HOURS'] as number,
    equality: values['OWL_EQUALITY'] as Config['equality'],
    graphql: values['OWLGATE_GRAPHQL'] === 'on',
    graphqlLimits: {
      depth: values['OWLGATE_GRAPHQL_DEPTH'] as number,
      aliases: values['OWLGATE_GRAPHQL_ALIASES'] as number,
      complexity: values['OWLGATE_GRAPHQL_COMPLEXITY'] as number,
    },
    lambdaUrl: (values['OWLGATE_LAMBDA_URL'] as string) || undefined,
    waitSeconds: values['OWLGATE_WAIT'] as number,
    whitelist: splitList(values['OWLGATE_WHITELIST'] as string),
    trustedProxies: splitList(values['OWLGATE_TRUSTED_PROXIES'] as string),
    imports: (values['OWLGATE_IMPORTS'] as string) || undefined,
    documentLimits: {
      seconds: values['OWLGATE_DOCUMENT_SECONDS'] as number,
      memoryMb: values['OWLGATE_DOCUMENT_MEMORY'] as number,
    },
    maxNewPredicates: values['OWLGATE_MAX_NEW_PREDICATES'] as number,
    importsFetch: hostList(values['OWLGATE_IMPORTS_FETCH'] as string),
    databases: (values['OWLGATE_DATABASES'] as string) || undefined,
    apiKeys: (values['OWLGATE_API_KEYS'] as string) || undefined,
    registryKeys: splitList(values['OWLGATE_REGISTRY_KEY'] as string),
    origins: splitList(values['OWLGATE_ORIGINS'] as string),
    hosts: splitList((values['OWLGATE_HOSTS'] as string).toLowerCase()),
    model: readModel(values),
    modelLinks: values['OWLGATE_MODEL_LINKS'] === 'on',
    embedding: readEmbedding(values),
  };
}

const LEAST_BODY_BUDGET = 512 * 2 ** 20;

/** @throws ConfigError for a budget into which no body of the size that is allowed would fit, compressed and not */
function readBodyBudget(values: Record<string, unknown>): number {
  const most = values['OWLGATE_MAX_BODY'] as number;
  const budget = Number(values['OWLGATE_BODY_BUDGET']);
  // The default is no number.
  if (Number.isNaN(budget)) return Math.max(2 * most, LEAST_BODY_BUDGET);
  if (budget < 2 * most) {
    throw new ConfigError(
      `OWLGATE_BODY_BUDGET: ${budget} is less than twice OWLGATE_MAX_BODY (${most}): no such body would fit, compressed`,
    );
  }
  return budget;
}

/** @throws ConfigError for half of what is needed */
function readModel(values: Record<string, unknown>): Config['model'] {
  const url = values['OWLGATE_MODEL_URL'] as string;
  const key = values['OWLGATE_MODEL_KEY'] as string;
  const model = values['OWLGATE_MODEL'] as string;
  if (url === '' && model !== '') {
    throw new ConfigError('OWLGATE_MODEL: there is no OWLGATE_MODEL_URL where it would be asked');
  }
  if (url === '' && key !== '') throw new ConfigError('OWLGATE_MODEL_KEY: there is no OWLGATE_MODEL_URL it would open');
  const isForEmbedding = values['OWLGATE_EMBEDDING_MODEL'] !== '' && values['OWLGATE_EMBEDDING_URL'] === '';
  if (url !== '' && model === '' && !isForEmbedding) {
    throw new ConfigError('OWLGATE_MODEL_URL: OWLGATE_MODEL has to name a model');
  }
  const [input, output] = splitList(values['OWLGATE_MODEL_PRICES'] as string).map(Number);
  return model === '' ? undefined : { url, key, model, prices: { input: input!, output: output! } };
}

/** @throws ConfigError for half of what is needed */
function readEmbedding(values: Record<string, unknown>): Config['embedding'] {
  const model = values['OWLGATE_EMBEDDING_MODEL'] as string;
  const own = values['OWLGATE_EMBEDDING_URL'] as string;
  const url = own || (values['OWLGATE_MODEL_URL'] as string);
  if (model === '' && own !== '') {
    throw new ConfigError('OWLGATE_EMBEDDING_URL: OWLGATE_EMBEDDING_MODEL has to name a model');
  }
  if (model !== '' && url === '') {
    throw new ConfigError('OWLGATE_EMBEDDING_MODEL: there is no OWLGATE_EMBEDDING_URL where it would be asked');
  }
  // The key of one API is not told to another.
  const key =
    (values['OWLGATE_EMBEDDING_KEY'] as string) || (own === '' ? (values['OWLGATE_MODEL_KEY'] as string) : '');
  return model === '' ? undefined : { url, key, model };
}

/** @throws ConfigError for half a login, and for one to nothing */
function readLogin(values: Record<string, unknown>): Config['dgraphLogin'] {
  const userid = values['DGRAPH_USER'] as string;
  const password = values['DGRAPH_PASSWORD'] as string;
  if (userid === '' && password === '') return undefined;
  if (userid === '') throw new ConfigError('DGRAPH_PASSWORD: there is no DGRAPH_USER that it would be of');
  if (password === '') throw new ConfigError('DGRAPH_USER: there is no DGRAPH_PASSWORD to log in with');
  if (values['DGRAPH_URL'] === '') {
    throw new ConfigError('DGRAPH_USER: the embedded engine has no users; set DGRAPH_URL to use a cluster');
  }
  return { userid, password, namespace: values['DGRAPH_NAMESPACE'] as number };
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** `false` is what the setting took before it named hosts. */
const hostList = (text: string): string[] => (text === 'false' ? [] : splitList(text));

function isEngineUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && hostname !== '' && search === '' && hash === '';
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]', '::1'];
const EVERYWHERE = ['0.0.0.0', '::'];

/** Both Dgraph and the gateway have port 8080 by default: a cluster's address that is the gateway's own would never answer. */
function refuseItself({ host, port, dgraphUrls }: Config): void {
  const own = [host, ...(EVERYWHERE.includes(host) || LOOPBACK.includes(host) ? LOOPBACK : [])];
  for (const url of dgraphUrls) {
    const { hostname, port: there, protocol } = new URL(url);
    const enginePort = there === '' ? (protocol === 'https:' ? 443 : 80) : Number(there);
    if (enginePort === port && own.includes(hostname)) {
      throw new ConfigError(`DGRAPH_URL: ${hostname}:${port} is this gateway's own address; set PORT to another port`);
    }
  }
}

/** Names that look like settings and are none: most likely misspelt. */
function unknownVariables(env: Environment): string[] {
  const known = new Set(SETTINGS.map(({ name }) => name));
  return Object.keys(env)
    .filter((name) => name.startsWith('OWLGATE_') && !known.has(name))
    .map((name) => `${name} in the environment is not a setting; --help lists what there is`);
}

/** The text of `--help`. */
export function helpText(): string {
  const rows = SETTINGS.map(({ name, flag, default: fallback, meaning }) => [
    `  ${name}`,
    `${flag} …`,
    `${meaning}${fallback === '' ? '' : ` (default: ${fallback})`}`,
  ]);
  const width = (column: number): number => Math.max(...rows.map((row) => row[column]!.length)) + 2;
  const [first, second] = [width(0), width(1)];
  return [
    'owlgate: an ontology gateway for Dgraph.',
    '',
    'Usage: npm start [-- options]   or   node dist/main.js [options]',
    '',
    'This is about serving. owlgate help lists the commands beside it: ontologies, data, questions in words, backups, keys.',
    '',
    'Every setting is an environment variable and a flag; the flag counts more:',
    '',
    ...rows.map(([name, flag, meaning]) => name!.padEnd(first) + flag!.padEnd(second) + meaning!),
    '',
    '  --help, -h     this text',
    '  --version, -v  the version',
    '',
    'Exit status: 0 after SIGTERM or SIGINT, 1 when it cannot start or go on, 2 for a setting that is not accepted.',
    '',
  ].join('\n');
}
