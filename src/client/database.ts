/** Client of one database (service specification, section 4.9). */
import { readAnswer } from './answer';
import { ServiceError } from './errors';
import { readSettings, readTimeout, type ConnectOptions, type Settings } from './settings';
import { MODULES, TRACES, type Module, type RetrievalResult, type Trace } from './types';

export interface RetrieveOptions {
  /** Retrieval module for this call; by default the database's own. */
  readonly module?: Module | undefined;
  /** `full` returns the complete results of the trajectory's steps. Default `summary`. */
  readonly trace?: Trace | undefined;
  /** Aborts the call and the work of the service. */
  readonly signal?: AbortSignal | undefined;
  /** Timeout of this call in seconds; by default the timeout of the connection. */
  readonly timeout?: number | undefined;
}

/**
 * Database of the service. Calls may run concurrently; `fetch` pools the connections, and also exists in browsers.
 */
export class Database {
  private readonly settings: Settings;
  private readonly fetch: typeof globalThis.fetch;
  /** Running calls. */
  private readonly calls = new Set<AbortController>();
  private isClosed = false;

  /**
   * Checks the settings. Sends nothing.
   *
   * @throws TypeError, RangeError: an argument, or the environment variable in its place, is invalid
   */
  constructor(databaseId: string, options: ConnectOptions = {}) {
    this.settings = readSettings(databaseId, options);
    this.fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
  }

  /** Name of the database at the service. */
  get databaseId(): string {
    return this.settings.databaseId;
  }

  /** Address of the service, without a trailing slash. */
  get url(): string {
    return this.settings.url;
  }

  /**
   * Asks a question in words.
   *
   * @param question question as a person would ask it; the service may rephrase it
   * @returns the answer, null if the service found none, and its evidence
   * @throws TypeError, RangeError: an argument is invalid, and nothing was sent; AuthError, RateLimitError,
   *   ServiceError; the signal's reason after an abort
   */
  async retrieve(question: string, options: RetrieveOptions = {}): Promise<RetrievalResult> {
    const body = writeQuestion(question, options);
    const timeout = options.timeout === undefined ? this.settings.timeout : readTimeout(options.timeout);
    const { signal } = options;
    signal?.throwIfAborted();
    if (this.isClosed) throw this.closed();
    const call = new AbortController();
    const end = (): void => call.abort();
    const timer = setTimeout(end, timeout * 1000);
    signal?.addEventListener('abort', end, { once: true });
    this.calls.add(call);
    try {
      const { status, headers, text } = await this.send(body, call.signal);
      return readAnswer(status, headers, text);
    } catch (cause) {
      if (cause instanceof ServiceError) throw cause;
      signal?.throwIfAborted();
      if (this.isClosed) throw this.closed();
      if (call.signal.aborted) {
        throw new ServiceError(`no complete answer from ${this.url} within ${timeout} s`, { cause });
      }
      throw new ServiceError(`no answer from ${this.url}: ${reasonOf(cause)}`, { cause });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      this.calls.delete(call);
    }
  }

  /** Ends running calls with a ServiceError and refuses further ones. Closing again does nothing. */
  close(): void {
    this.isClosed = true;
    for (const call of this.calls) call.abort();
  }

  private async send(
    body: string,
    signal: AbortSignal,
  ): Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }> {
    const { url, databaseId, apiKey } = this.settings;
    const response = await this.fetch(`${url}/api/v1/databases/${encodeURIComponent(databaseId)}/retrieve`, {
      method: 'POST',
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),
      },
      body,
      signal,
      // A redirect would carry the key to another server.
      redirect: 'manual',
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  private closed(): ServiceError {
    return new ServiceError(`the connection to database ${JSON.stringify(this.databaseId)} is closed`);
  }
}

/**
 * Creates a `Database`, with the arguments, defaults and errors of its constructor.
 *
 *     const db = connect('default', { url: 'https://staging.example.org', apiKey: '…' });
 *     const { answer, passages } = await db.retrieve('Which ships are in Lisbon?', { module: 'owl' });
 */
export function connect(databaseId: string, options: ConnectOptions = {}): Database {
  return new Database(databaseId, options);
}

function writeQuestion(question: unknown, { module, trace = 'summary' }: RetrieveOptions): string {
  if (typeof question !== 'string') throw new TypeError(`question must be a string, not ${typeof question}`);
  if (question.trim() === '') throw new RangeError('question is empty');
  if (module !== undefined && !MODULES.includes(module)) throw notOneOf('module', MODULES, module);
  if (!TRACES.includes(trace)) throw notOneOf('trace', TRACES, trace);
  return JSON.stringify({ question, ...(module === undefined ? {} : { module }), trace });
}

function notOneOf(name: string, allowed: readonly string[], value: unknown): RangeError {
  return new RangeError(`${name} must be one of ${allowed.join(', ')}, not ${JSON.stringify(value)}`);
}

/** Returns the reason of a failed `fetch`: it is in the error's cause. */
function reasonOf(error: unknown): string {
  // No instanceof: errors of fetch may come from another realm.
  const { cause, message } = error as Partial<Error>;
  const { message: reason, code } = (cause ?? {}) as Partial<NodeJS.ErrnoException>;
  return reason || code || message || String(error);
}
