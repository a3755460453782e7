/** The client (service specification, section 4.9). */
import { readAnswer } from './answer';
import { ServiceError } from './errors';
import { readSettings, readTimeout, type ConnectOptions, type Settings } from './settings';
import { MODULES, TRACES, type Module, type RetrievalResult, type Trace } from './types';

export interface RetrieveOptions {
  /** How to retrieve, for this call only; left out, the database's own way. */
  readonly module?: Module | undefined;
  /** `full` for a trajectory with the whole results of its steps. Default `summary`. */
  readonly trace?: Trace | undefined;
  /** Ends the call, and the service's work. */
  readonly signal?: AbortSignal | undefined;
  /** Seconds for this call, in place of the database's. */
  readonly timeout?: number | undefined;
}

/** A database of the service. Any number of questions may be under way; connections are pooled and kept by `fetch`. */
export class Database {
  private readonly settings: Settings;
  private readonly fetch: typeof globalThis.fetch;
  /** Calls that are under way. */
  private readonly calls = new Set<AbortController>();
  private isClosed = false;

  /**
   * Checks the settings; nothing is sent before the first question.
   *
   * @throws TypeError, RangeError: an argument, or the environment's variable in its place, is not what it has to be
   */
  constructor(databaseId: string, options: ConnectOptions = {}) {
    this.settings = readSettings(databaseId, options);
    this.fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
  }

  /** The database's name at the service. */
  get databaseId(): string {
    return this.settings.databaseId;
  }

  /** The service's address, without a slash at its end. */
  get url(): string {
    return this.settings.url;
  }

  /**
   * Asks a question in words.
   *
   * @param question what a person would ask; the service may put it in other words for itself
   * @returns the answer, which is null where none was found, and what it rests on
   * @throws TypeError, RangeError: an argument is not what it has to be, and nothing was sent; AuthError, RateLimitError,
   *   ServiceError; the signal's reason where that was aborted
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

  /** Ends what is under way with a ServiceError. Once closed it cannot be used any more; closing it again does nothing. */
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
      // A key is not carried elsewhere.
      redirect: 'manual',
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  private closed(): ServiceError {
    return new ServiceError(`the connection to database ${JSON.stringify(this.databaseId)} is closed`);
  }
}

/**
 * Makes a `Database`; its arguments, defaults and errors are those of the class.
 *
 *     const db = connect('default', { url: 'https://staging.example.org', apiKey: '…' });
 *     const { answer, passages } = await db.retrieve('Which ships are in Lisbon?', { module: 'owl' });
 */
export function connect(databaseId: string, options: ConnectOptions = {}): Database {
  return new Database(databaseId, options);
}

function writeQuestion(question: unknown, { module, trace = 'summary' }: RetrieveOptions): string {
  if (typeof question !== 'string') throw new TypeError(`question is a string, not ${typeof question}`);
  if (question.trim() === '') throw new RangeError('question is empty');
  if (module !== undefined && !MODULES.includes(module)) throw notOneOf('module', MODULES, module);
  if (!TRACES.includes(trace)) throw notOneOf('trace', TRACES, trace);
  return JSON.stringify({ question, ...(module === undefined ? {} : { module }), trace });
}

function notOneOf(name: string, allowed: readonly string[], value: unknown): RangeError {
  return new RangeError(`${name} is one of ${allowed.join(', ')}, not ${JSON.stringify(value)}`);
}

/** `fetch` says only that it failed; why is in the cause. */
function reasonOf(error: unknown): string {
  // Not by instanceof: errors of fetch may come from another realm.
  const { cause, message } = error as Partial<Error>;
  const { message: why, code } = (cause ?? {}) as Partial<NodeJS.ErrnoException>;
  return why || code || message || String(error);
}
