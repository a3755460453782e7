/** Configuration: settings from command line flags and the environment, validated with ajv. */
import { readFileSync } from 'node:fs';
import { createAjv } from './util/ajv';
import {
  readBodyBudget,
  readEmbedding,
  readGrpcAddresses,
  readGrpcTls,
  readHttpTls,
  readLogin,
  readModel,
  readSlowRequests,
  readWorkers,
} from './config-groups';
import { ConfigError, type Config, type GraphqlMode, type LogFormat, type LogLevel } from './config-types';
import { RELOADED_SECRETS } from './secrets';
import { SETTINGS } from './settings';
import { addressList } from './util/addressList';
import { parseConcurrency } from './util/concurrencyLimits';
import { TrustedProxies } from './util/trustedProxies';
import { areHosts } from './util/fetchHosts';
import { splitList, withoutErrno } from './util/text';

export { ConfigError, SETTINGS, type Config, type GraphqlMode };

/** Purpose of a command line: to run, or to print help or the version. */
type Invocation =
  | { readonly kind: 'run'; readonly config: Config; readonly warnings: readonly string[] }
  | { readonly kind: 'help' | 'version' };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads flags (`--port 8080`, `--port=8080`) and the environment; flags take precedence. An empty value counts as
 * unset.
 *
 * @param argv arguments without the program's name
 * @throws ConfigError for an unknown flag or an invalid value
 */
export function readConfig(argv: readonly string[], env: Environment): Invocation {
  const flags = readFlags(argv);
  if (flags === 'help' || flags === 'version') return { kind: flags };
  const configured = new Map<string, { readonly value: string; readonly source: string }>();
  for (const setting of SETTINGS) {
    const { name, flag } = setting;
    const fromFlag = flags.get(flag);
    const fromFile = fromFlag === undefined ? secretFromFile(setting, env) : undefined;
    const value = fromFlag ?? fromFile ?? env[name]?.trim() ?? '';
    const source = fromFlag !== undefined ? flag : fromFile !== undefined ? `${name}_FILE` : name;
    if (value !== '') configured.set(name, { value, source });
  }
  const values: Record<string, unknown> = {};
  for (const { name, default: fallback } of SETTINGS) values[name] = configured.get(name)?.value ?? fallback;
  values['LOG_FORMAT'] = configured.get('LOG_FORMAT')?.value ?? (env['NODE_ENV'] === 'production' ? 'json' : 'text');

  if (!validate(values)) {
    const wrong = SETTINGS.find(({ name }) => validate.errors?.some((error) => error.instancePath === `/${name}`))!;
    const { value, source } = configured.get(wrong.name)!;
    const shown = wrong.secret ? 'the value' : JSON.stringify(value);
    throw new ConfigError(`${source}: ${shown} is not accepted; expected ${wrong.accepts}`);
  }
  const secretFiles = [...configured.values()].flatMap(({ source }) =>
    isReloaded(source) ? [env[source]!.trim()] : [],
  );
  const config = { ...toConfig(values), secretFiles };
  refuseItself(config);
  return { kind: 'run', config, warnings: unknownVariables(env) };
}

/**
 * Reads the file that `NAME_FILE` names, as orchestrators mount secrets. A value that may be a path is the path, so that
 * the file is watched.
 *
 * @returns undefined if the variable is not set
 * @throws ConfigError for an unreadable or empty file, and beside `NAME`
 */
function secretFromFile({ name, secret, takesPath }: (typeof SETTINGS)[number], env: Environment): string | undefined {
  const variable = `${name}_FILE`;
  const file = env[variable]?.trim() ?? '';
  if (!secret || file === '') return undefined;
  if ((env[name]?.trim() ?? '') !== '') throw new ConfigError(`${variable}: ${name} is set, too; set one of them`);
  if (takesPath) return file;
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(`${variable}: ${withoutErrno(error)}`, { cause: error });
  }
  if (text === '') throw new ConfigError(`${variable}: ${file} is empty`);
  return text;
}

/** True for files of secrets that are read again when they change. API keys and databases read theirs themselves. */
const isReloaded = (source: string): boolean => RELOADED_SECRETS.some((name) => source === `${name}_FILE`);

function readFlags(argv: readonly string[]): ReadonlyMap<string, string> | 'help' | 'version' {
  const flags = new Map<string, string>();
  for (let i = 0; i < argv.length; i++) {
    const argument = argv[i]!;
    if (argument === '--help' || argument === '-h') return 'help';
    if (argument === '--version' || argument === '-v') return 'version';
    const equals = argument.indexOf('=');
    const flag = equals < 0 ? argument : argument.slice(0, equals);
    if (!SETTINGS.some((setting) => setting.flag === flag)) {
      throw new ConfigError(`unknown argument ${JSON.stringify(argument)}; --help lists all options`);
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

/** Host name by RFC 1123, section 2.1, or with underscores, which names of containers have. */
const HOST_NAME = /^(?!\d+(\.\d+)*$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/i;

const ajv = createAjv({ coerceTypes: true, allErrors: true });
ajv.addFormat('urls', (text) => splitList(text).every(isEngineUrl));
ajv.addFormat('addresses', (text) => addressList(splitList(text)) !== undefined);
ajv.addFormat('concurrency', (text) => parseConcurrency(splitList(text)) !== undefined);
ajv.addFormat('proxies', (text) => TrustedProxies.parse(splitList(text)) !== undefined);
ajv.addFormat('hosts', (text) => splitList(text).every((each) => HOST_NAME.test(each)));
ajv.addFormat('fetchHosts', (text) => areHosts(hostList(text)));
ajv.addFormat(
  'grpcAddresses',
  (text) => text === 'off' || splitList(text).every((each) => /^[\w.[\]:-]+:\d{1,5}$/.test(each)),
);
ajv.addFormat('api', (text) => text === '' || isEngineUrl(text));
ajv.addFormat('origins', (text) =>
  splitList(text).every((each) => URL.canParse(each) && new URL(each).origin === each.toLowerCase()),
);
// Commas without keys are refused: the operator expects signatures.
ajv.addFormat(
  'registryKeys',
  (text) => text === '' || text.split(',').every((key) => /^[\x21-\x7e]{16,1024}$/.test(key.trim())),
);
const validate = ajv.compile({
  type: 'object',
  properties: Object.fromEntries(SETTINGS.map(({ name, schema }) => [name, schema])),
});

function toConfig(values: Record<string, unknown>): Omit<Config, 'secretFiles'> {
  return {
    port: values['PORT'] as number,
    host: values['HOST'] as string,
    grpcPort: values['GRPC_PORT'] === 'off' ? undefined : Number(values['GRPC_PORT']),
    workers: readWorkers(values),
    httpTls: readHttpTls(values),
    grpcTls: readGrpcTls(values),
    dgraphUrls: splitList(values['DGRAPH_URL'] as string),
    dgraphGrpc: readGrpcAddresses(values),
    dgraphLogin: readLogin(values),
    dataDirectory: values['OWLGATE_DATA'] as string,
    logLevel: values['LOG_LEVEL'] as LogLevel,
    logFormat: values['LOG_FORMAT'] as LogFormat,
    logsAccess: values['OWLGATE_ACCESS_LOG'] === 'on',
    slowRequests: readSlowRequests(values),
    otlpUrl: (values['OWLGATE_OTLP_URL'] as string) || undefined,
    maxBodyBytes: values['OWLGATE_MAX_BODY'] as number,
    bodyBudget: readBodyBudget(values),
    concurrency: parseConcurrency(splitList(values['OWLGATE_CONCURRENCY'] as string))!,
    pollMs: values['OWLGATE_POLL_MS'] as number,
    idempotencyHours: values['OWLGATE_IDEMPOTENCY_HOURS'] as number,
    maxGroup: values['OWLGATE_WRITE_GROUP'] as number,
    equality: values['OWL_EQUALITY'] as Config['equality'],
    naming: (values['OWLGATE_NAMES'] as Config['naming'] | '') || undefined,
    graphql: values['OWLGATE_GRAPHQL'] as GraphqlMode,
    graphqlLimits: {
      depth: values['OWLGATE_GRAPHQL_DEPTH'] as number,
      aliases: values['OWLGATE_GRAPHQL_ALIASES'] as number,
      complexity: values['OWLGATE_GRAPHQL_COMPLEXITY'] as number,
    },
    lambdaUrl: (values['OWLGATE_LAMBDA_URL'] as string) || undefined,
    waitSeconds: values['OWLGATE_WAIT'] as number,
    silenceMs: values['OWLGATE_SILENCE_MS'] as number,
    whitelist: splitList(values['OWLGATE_WHITELIST'] as string),
    scrapers: splitList(values['OWLGATE_METRICS'] as string),
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
    embeddingFolder: values['OWLGATE_EMBEDDING_MODEL_PATH'] as string,
    rerankingFolder: values['OWLGATE_RERANKING_MODEL_PATH'] as string,
  };
}

/** Accepts `false`, which turned fetching off before the setting named hosts. */
const hostList = (text: string): string[] => (text === 'false' ? [] : splitList(text));

function isEngineUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && hostname !== '' && search === '' && hash === '';
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]', '::1'];
const EVERYWHERE = ['0.0.0.0', '::'];

/** Refuses the gateway's own address as a cluster: the default port of Dgraph and of the gateway is 8080. */
function refuseItself({ host, port, dgraphUrls }: Config): void {
  const ownHosts = [host, ...(EVERYWHERE.includes(host) || LOOPBACK.includes(host) ? LOOPBACK : [])];
  for (const url of dgraphUrls) {
    const { hostname, port: portText, protocol } = new URL(url);
    const enginePort = portText === '' ? (protocol === 'https:' ? 443 : 80) : Number(portText);
    if (enginePort === port && ownHosts.includes(hostname)) {
      throw new ConfigError(`DGRAPH_URL: ${hostname}:${port} is this gateway's own address; set PORT to another port`);
    }
  }
}

/** Returns warnings for names that look like misspelt settings. */
function unknownVariables(env: Environment): string[] {
  const settingNames = new Set(SETTINGS.flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name])));
  return Object.keys(env)
    .filter((name) => name.startsWith('OWLGATE_') && !settingNames.has(name))
    .map((name) => `${name} in the environment is not a setting; --help lists all settings`);
}

/** Returns the text of `--help`. */
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
    'Usage: owlgate serve [options]   or   npm start -- [options]',
    '',
    'These are the options of serving. owlgate help lists the commands: ontologies, data, questions in words, ' +
      'backups, keys.',
    '',
    'Each setting is an environment variable and a flag; the flag takes precedence. A secret may stand in a file that',
    'its variable with _FILE names, as DGRAPH_PASSWORD_FILE:',
    '',
    ...rows.map(([name, flag, meaning]) => name!.padEnd(first) + flag!.padEnd(second) + meaning!),
    '',
    '  --help, -h     this text',
    '  --version, -v  the version',
    '',
    'Exit status: 0 after SIGTERM or SIGINT, 1 if it cannot start or continue, 2 for an invalid setting.',
    '',
  ].join('\n');
}
