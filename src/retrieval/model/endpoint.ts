/** An OpenAI-compatible endpoint: the client library, loaded at the first use, and what the endpoint was found not to know. */
import type OpenAI from 'openai';
import { ModelFailure, toFailure } from './failure';
import { withRetries } from './retry';
import type { AskOptions } from './types';

/** Of one answer: more than any reply or batch of vectors, and little enough to be held in memory. */
const MOST_BYTES = 64 * 1024 * 1024;

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
   * @param options `attempts`: default 6
   * @throws ModelFailure; the signal's reason
   */
  async request<T>(
    ask: (client: OpenAI, signal: AbortSignal) => Promise<T>,
    options: AskOptions & { readonly attempts?: number },
  ): Promise<T> {
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
      fetch: fetchBounded,
      defaultHeaders: key === '' ? { Authorization: null, ...basic } : {},
    });
    // The library's types for the two module systems are declared apart.
    return client as unknown as OpenAI;
  }
}

/** An endpoint that never ends its answer would fill the memory until the time is over. */
async function fetchBounded(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (!response.body) return response;
  let size = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length;
      if (size <= MOST_BYTES) controller.enqueue(chunk);
      // Asking again brings the same.
      else controller.error(new ModelFailure('refused', `its answer is longer than ${MOST_BYTES} bytes`));
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(count), { status, statusText, headers });
}
