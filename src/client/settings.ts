/** What a database is asked with: arguments, then the environment (service specification, section 5). */

/** Where a service of one's own listens when it is started without settings. */
export const DEFAULT_URL = 'http://127.0.0.1:8080';
export const DEFAULT_TIMEOUT = 120;

const KEY_VARIABLE = 'SERVICE_API_KEY';
const URL_VARIABLE = 'SERVICE_PLATFORM_URL';
/** Timers do not go further. */
const MOST_SECONDS = (2 ** 31 - 1) / 1000;

export interface ConnectOptions {
  /** Sent as a bearer token; by default the environment's SERVICE_API_KEY, and none where that is unset. */
  readonly apiKey?: string | undefined;
  /** The service's address; by default the environment's SERVICE_PLATFORM_URL, or http://127.0.0.1:8080. */
  readonly url?: string | undefined;
  /** Seconds that a whole call may take, 120 by default. */
  readonly timeout?: number | undefined;
  /** In place of the global one, for certificates or proxies of one's own. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export interface Settings {
  readonly databaseId: string;
  /** Without a slash at its end. */
  readonly url: string;
  readonly apiKey: string | undefined;
  /** Seconds. */
  readonly timeout: number;
}

/**
 * Checks the arguments and fills in from the environment what they leave out; an empty variable counts as unset.
 *
 * @throws TypeError an argument is of another type
 * @throws RangeError the database id is empty, the key cannot be sent in a header, the URL is not an HTTP address, or the
 *   timeout is not a positive number
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
  if (/\p{Surrogate}/u.test(id)) throw new RangeError('databaseId has half a surrogate pair in it, which is no text');
  return id;
}

function readKey(argument: unknown): string | undefined {
  const { name, value } = argumentOrVariable('apiKey', argument, KEY_VARIABLE);
  if (value === undefined) return undefined;
  if (value === '') throw new RangeError('apiKey is empty; leave it out to send none');
  if (/[^!-~]/.test(value)) {
    throw new RangeError(`${name} has a character that a key cannot have: only visible ASCII, without spaces`);
  }
  return value;
}

function readUrl(argument: unknown): string {
  const { name, value } = argumentOrVariable('url', argument, URL_VARIABLE);
  if (value === undefined) return DEFAULT_URL;
  const expected = `an address such as ${DEFAULT_URL}`;
  const parsed = /^https?:\/\/[^\s/?#]/i.test(value) && URL.canParse(value) ? new URL(value) : undefined;
  if (!parsed || /\s/.test(value)) throw new RangeError(`${name} is ${expected}, not ${JSON.stringify(value)}`);
  if (parsed.username !== '' || parsed.password !== '') {
    throw new RangeError(`${name} has credentials in it; give the key as apiKey or ${KEY_VARIABLE}`);
  }
  if (/[?#]/.test(value)) throw new RangeError(`${name} is ${expected}, without a query or a fragment`);
  return value.replace(/(?<!\/)\/+$/, '');
}

export function readTimeout(timeout: unknown = DEFAULT_TIMEOUT): number {
  if (typeof timeout !== 'number') throw new TypeError(`timeout is a number of seconds, not ${typeof timeout}`);
  if (!(timeout > 0 && timeout <= MOST_SECONDS)) {
    throw new RangeError(`timeout is a positive number of seconds, at most ${MOST_SECONDS}, not ${timeout}`);
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
  // A browser has no environment.
  const environment = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env;
  const value = environment?.[variable]?.trim();
  return { name: `environment variable ${variable}`, value: value === '' ? undefined : value };
}

function expectString(name: string, value: unknown): asserts value is string {
  if (typeof value !== 'string')
    throw new TypeError(`${name} is a string, not ${value === null ? 'null' : typeof value}`);
}
