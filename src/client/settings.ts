/** Settings of a connection: arguments, then the environment (service specification, section 5). */

/** Address of a local service with default settings. */
export const DEFAULT_URL = 'http://127.0.0.1:8080';
export const DEFAULT_TIMEOUT = 120;

const KEY_VARIABLE = 'SERVICE_API_KEY';
const URL_VARIABLE = 'SERVICE_PLATFORM_URL';
/** Maximum delay of a JavaScript timer. */
const MAX_SECONDS = (2 ** 31 - 1) / 1000;

export interface ConnectOptions {
  /** Bearer token; by default the environment variable SERVICE_API_KEY, if set. */
  readonly apiKey?: string | undefined;
  /** Address of the service; by default the environment variable SERVICE_PLATFORM_URL, or http://127.0.0.1:8080. */
  readonly url?: string | undefined;
  /** Timeout of a whole call in seconds; 120 by default. */
  readonly timeout?: number | undefined;
  /** Replacement of the global `fetch`, for custom certificates or proxies. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export interface Settings {
  readonly databaseId: string;
  /** Address without a trailing slash. */
  readonly url: string;
  readonly apiKey: string | undefined;
  /** Timeout of a call in seconds. */
  readonly timeout: number;
}

/**
 * Checks the arguments and takes missing ones from the environment; an empty variable counts as unset.
 *
 * @throws TypeError for an argument of the wrong type
 * @throws RangeError for an empty database id, a key that no header can carry, a URL that is not an HTTP address, or a
 *   timeout that is not a positive number
 */
export function readSettings(databaseId: string, { apiKey, url, timeout }: ConnectOptions): Settings {
  return {
    databaseId: readDatabaseId(databaseId),
    url: readUrl(url),
    apiKey: readKey(apiKey),
    timeout: readTimeout(timeout),
  };
}

function readDatabaseId(id: unknown): string {
  expectString('databaseId', id);
  if (id.trim() === '') throw new RangeError('databaseId is empty');
  if (id === '.' || id === '..') throw new RangeError(`databaseId cannot be ${id}: it is part of a path`);
  if (/\p{Surrogate}/u.test(id)) throw new RangeError('databaseId contains a lone surrogate');
  return id;
}

function readKey(argument: unknown): string | undefined {
  const { name, value } = argumentOrVariable('apiKey', argument, KEY_VARIABLE);
  if (value === undefined) return undefined;
  if (value === '') throw new RangeError('apiKey is empty; leave it out to send none');
  if (/[^!-~]/.test(value)) throw new RangeError(`${name} must consist of visible ASCII characters, without spaces`);
  return value;
}

function readUrl(argument: unknown): string {
  const { name, value } = argumentOrVariable('url', argument, URL_VARIABLE);
  if (value === undefined) return DEFAULT_URL;
  const expected = `an address such as ${DEFAULT_URL}`;
  const parsed = /^https?:\/\/[^\s/?#]/i.test(value) && URL.canParse(value) ? new URL(value) : undefined;
  if (!parsed || /\s/.test(value)) throw new RangeError(`${name} must be ${expected}, not ${JSON.stringify(value)}`);
  if (parsed.username !== '' || parsed.password !== '') {
    throw new RangeError(`${name} contains credentials; pass the key as apiKey or ${KEY_VARIABLE}`);
  }
  if (/[?#]/.test(value)) throw new RangeError(`${name} must be ${expected}, without a query or a fragment`);
  return value.replace(/(?<!\/)\/+$/, '');
}

export function readTimeout(timeout: unknown = DEFAULT_TIMEOUT): number {
  if (typeof timeout !== 'number') throw new TypeError(`timeout must be a number of seconds, not ${typeof timeout}`);
  if (!(timeout > 0 && timeout <= MAX_SECONDS)) {
    throw new RangeError(`timeout must be a positive number of seconds, at most ${MAX_SECONDS}, not ${timeout}`);
  }
  return timeout;
}

function argumentOrVariable(
  name: string,
  argument: unknown,
  variable: string,
): { readonly name: string; readonly value: string | undefined } {
  if (argument !== undefined && argument !== null) {
    expectString(name, argument);
    return { name, value: argument.trim() };
  }
  // Browsers have no environment.
  const environment = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env;
  const value = environment?.[variable]?.trim();
  return { name: `environment variable ${variable}`, value: value === '' ? undefined : value };
}

function expectString(name: string, value: unknown): asserts value is string {
  if (typeof value !== 'string')
    throw new TypeError(`${name} must be a string, not ${value === null ? 'null' : typeof value}`);
}
