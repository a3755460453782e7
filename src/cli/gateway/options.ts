/** Connection settings: flags, then the environment, as in the SDKs (service specification, section 5). */
import { UsageError, type Environment } from '../command';
import { HELP_OPTION, JSON_OPTION } from '../specification';
import { trimEndOf } from '../../util/text';

export const URL_VARIABLE = 'SERVICE_PLATFORM_URL';
const KEY_VARIABLE = 'SERVICE_API_KEY';
const DEFAULT_PORT = '8080';
const DEFAULT_SECONDS = 120;
/** Maximum delay of a timer. */
const MAX_SECONDS = Math.floor((2 ** 31 - 1) / 1000);

export const API_KEY_OPTION = {
  type: 'string',
  takes: 'KEY',
  meaning: `API key (default: ${KEY_VARIABLE}, which other users of the machine cannot see)`,
} as const;

/** Options of every command that sends requests to a gateway. */
export const GATEWAY_OPTIONS = {
  url: {
    type: 'string',
    takes: 'ADDRESS',
    meaning: `address of the gateway (default: ${URL_VARIABLE}, else this machine, port ${DEFAULT_PORT} or PORT)`,
  },
  'api-key': API_KEY_OPTION,
  timeout: {
    type: 'string',
    takes: 'SECONDS',
    meaning: `time limit of the command (default: ${DEFAULT_SECONDS})`,
  },
  json: JSON_OPTION,
  help: HELP_OPTION,
} as const;

/** Timeout option of commands without a default limit. */
export const OPEN_END_OPTION = {
  ...GATEWAY_OPTIONS.timeout,
  meaning: 'time limit of the command (default: none)',
} as const;

export const DATABASE_OPTION = {
  type: 'string',
  takes: 'ID',
  meaning: 'database (default: default)',
} as const;

/** Exit status of every command that sends requests to a gateway. */
export const GATEWAY_STATUS =
  '0; 1, the gateway refuses or does not answer; 2, an option is not accepted; 130, ended by Ctrl-C.';

export interface Connection {
  /** Address without a trailing slash. */
  readonly url: string;
  readonly apiKey: string | undefined;
  /** Seconds. */
  readonly timeout: number;
  /** Login to a cluster with access control. */
  readonly login: { readonly userid: string; readonly password: string; readonly namespace: number } | undefined;
}

export interface GatewayValues {
  readonly url?: string | undefined;
  readonly 'api-key'?: string | undefined;
  readonly timeout?: string | undefined;
}

/**
 * @param seconds default of `--timeout`
 * @throws UsageError
 */
export function readConnection(values: GatewayValues, env: Environment, seconds = DEFAULT_SECONDS): Connection {
  const url = addressOf(values.url, env);
  const { username, password } = new URL(url);
  if (username !== '' || password !== '') throw new UsageError('the address of a gateway takes no user; use --api-key');
  return {
    url,
    apiKey: keyOf(values['api-key'], env),
    timeout: secondsOf(values.timeout) ?? seconds,
    login: loginOf(env),
  };
}

/** @throws UsageError */
export function addressOf(flag: string | undefined, env: Environment): string {
  const address = flag ?? (env[URL_VARIABLE]?.trim() || undefined);
  if (address === undefined) {
    const scheme = env['OWLGATE_TLS_CERT']?.trim() ? 'https' : 'http';
    return `${scheme}://127.0.0.1:${env['PORT']?.trim() || DEFAULT_PORT}`;
  }
  const name = flag === undefined ? URL_VARIABLE : '--url';
  const parsed =
    /^https?:\/\/[^\s/?#]/i.test(address) && !/\s/.test(address) && URL.canParse(address) && new URL(address);
  if (!parsed) throw new UsageError(`${name} ${address}: an address such as http://localhost:8080 is expected`);
  // The message omits the address: it may contain a password.
  if (/[?#]/.test(address)) throw new UsageError(`${name}: an address without a query and a fragment is expected`);
  return trimEndOf(address, '/');
}

/** @throws UsageError, without the key in its message */
export function keyOf(flag: string | undefined, env: Environment): string | undefined {
  const key = flag?.trim() ?? (env[KEY_VARIABLE]?.trim() || undefined);
  const name = flag === undefined ? KEY_VARIABLE : '--api-key';
  if (key === '') throw new UsageError(`${name} is empty; leave it out to send none`);
  if (key !== undefined && /[^!-~]/.test(key)) {
    throw new UsageError(`${name} has an invalid character; a key has visible ASCII only, without spaces`);
  }
  return key;
}

/** Checks the id of a database. @throws UsageError */
export function databaseOf(id = 'default'): string {
  if (id.trim() === '' || id === '.' || id === '..') throw new UsageError(`${id}: the id of a database is expected`);
  return id;
}

/** Returns the path of a database's endpoints. */
export const databasePath = (id: string): string => `/api/v1/databases/${encodeURIComponent(id)}`;

function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (seconds > 0 && seconds <= MAX_SECONDS) return seconds;
  throw new UsageError(`--timeout ${text}: a number of seconds, at most ${MAX_SECONDS}, is expected`);
}

/** @throws UsageError for half a login */
function loginOf(env: Environment): Connection['login'] {
  const { DGRAPH_USER: userid, DGRAPH_PASSWORD: password, DGRAPH_NAMESPACE: namespace = '0' } = env;
  if (!userid && !password) return undefined;
  if (!userid) throw new UsageError('DGRAPH_PASSWORD needs DGRAPH_USER');
  if (!password) throw new UsageError('DGRAPH_USER needs DGRAPH_PASSWORD');
  if (!/^\d{1,15}$/.test(namespace)) throw new UsageError(`DGRAPH_NAMESPACE ${namespace}: a number is expected`);
  return { userid, password, namespace: Number(namespace) };
}
