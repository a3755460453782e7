/** An OpenAI-compatible endpoint: the client library, loaded at the first use, and what the endpoint was found not to know. */
import type OpenAI from 'openai';
import { ModelFailure, toFailure } from './failure';
import { withRetries } from './retry';
import type { AskOptions } from './types';

export interface EndpointOptions {
  /** Base of the API, e.g. `https://api.openai.com/v1`. */
  readonly url: string;
  /** Empty where the endpoint asks for none. */
  readonly key: string;
  /** For tests: the first wait of the back-off, in milliseconds. */
  readonly firstRetryMs?: number;
}

export class Endpoint {
  private client: Promise<OpenAI> | undefined;
  private readonly secrets: readonly string[];

  constructor(private readonly options: EndpointOptions) {
    const { username, password } = new URL(options.url);
    this.secrets = [options.key, decodeURIComponent(password), decodeURIComponent(username)].filter((s) => s !== '');
  }

  /**
   * Makes a request within the time that there is, again where that may help.
   *
   * @param ask makes one attempt; its signal is aborted when the time is over, too
   * @throws ModelFailure; the signal's reason
   */
  async request<T>(ask: (client: OpenAI, signal: AbortSignal) => Promise<T>, options: AskOptions): Promise<T> {
    const { signal, deadline } = options;
    const client = await (this.client ??= this.load());
    const attempt = async (): Promise<T> => {
      const time = AbortSignal.timeout(Math.max(1, deadline - Date.now()));
      try {
        return await ask(client, AbortSignal.any([signal, time]));
      } catch (error) {
        signal.throwIfAborted();
        if (time.aborted) throw new ModelFailure('late', 'it did not answer in time');
        throw toFailure(error, this.secrets);
      }
    };
    const { firstRetryMs } = this.options;
    return withRetries(attempt, { ...options, ...(firstRetryMs !== undefined && { firstMs: firstRetryMs }) });
  }

  /** Most processes never talk to a model: the library costs its loading to those only that do. */
  private async load(): Promise<OpenAI> {
    const { default: Client } = await import('openai');
    const { url, key } = this.options;
    const { username, password } = new URL(url);
    const bare = new URL(url);
    bare.username = bare.password = '';
    const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    const basic = username === '' ? {} : { Authorization: `Basic ${Buffer.from(login).toString('base64')}` };
    const client = new Client({
      baseURL: bare.href.replace(/\/$/, ''),
      apiKey: key === '' ? 'none' : key,
      maxRetries: 0,
      organization: null,
      project: null,
      logLevel: 'off',
      defaultHeaders: key === '' ? { Authorization: null, ...basic } : {},
    });
    // The library's types for the two module systems are declared apart.
    return client as unknown as OpenAI;
  }
}
