/** OpenAI-compatible endpoint. Loads the client library at the first request. */
import type OpenAI from 'openai';
import { NO_TELEMETRY, type Telemetry } from '../../util/telemetry';
import { ModelFailure, toFailure } from './failure';
import { withRetries } from './retry';
import type { AskOptions } from './types';

/** Maximum size of one answer: more than any reply or batch of vectors, and small enough for memory. */
const MAX_BYTES = 64 * 1024 * 1024;

export interface EndpointOptions {
  /** Base of the API, e.g. `https://api.openai.com/v1`. */
  readonly url: string;
  /** API key; empty if the endpoint needs none. */
  readonly key: string;
  /** First wait of the back-off in milliseconds, for tests. */
  readonly firstRetryMs?: number;
  /** Default: none. */
  readonly telemetry?: Telemetry;
}

export class Endpoint {
  private client: Promise<OpenAI> | undefined;

  /** @param options whose key may change */
  constructor(
    private readonly options: EndpointOptions,
    private readonly kind: 'chat' | 'embedding',
  ) {}

  private get secrets(): readonly string[] {
    const { url, key } = this.options;
    const { username, password } = new URL(url);
    return [key, decodeURIComponent(password), decodeURIComponent(username)].filter((s) => s !== '');
  }

  /**
   * Makes a request before the deadline, with retries after passing failures.
   *
   * @param ask makes one attempt; its signal also aborts at the deadline
   * @param options `timeoutMs`: time limit with retries; the loading of the library does not count. `attempts`: default 6
   * @throws ModelFailure; the signal's reason
   */
  async request<T>(
    ask: (client: OpenAI, signal: AbortSignal) => Promise<T>,
    options: AskOptions & { readonly timeoutMs: number; readonly attempts?: number },
  ): Promise<T> {
    const { signal } = options;
    const client = await (this.client ??= this.load());
    const deadline = Math.min(options.deadline, Date.now() + options.timeoutMs);
    const attempt = async (): Promise<T> => {
      const time = AbortSignal.timeout(Math.max(1, deadline - Date.now()));
      try {
        return await ask(client, AbortSignal.any([signal, time]));
      } catch (error) {
        signal.throwIfAborted();
        if (time.aborted) throw new ModelFailure('late', 'no answer before the deadline');
        throw toFailure(error, this.secrets);
      }
    };
    const { firstRetryMs, telemetry = NO_TELEMETRY } = this.options;
    const startedAt = performance.now();
    let outcome = 'cancelled';
    try {
      const limits = { ...options, deadline, ...(firstRetryMs !== undefined && { firstMs: firstRetryMs }) };
      const answer = await withRetries(attempt, limits);
      outcome = 'answered';
      return answer;
    } catch (error) {
      if (error instanceof ModelFailure) outcome = error.kind;
      throw error;
    } finally {
      telemetry.calledModel({ kind: this.kind, outcome, ms: performance.now() - startedAt });
    }
  }

  /** Loads the library lazily: most processes never call a model. */
  private async load(): Promise<OpenAI> {
    const { default: Client } = await import('openai');
    const { url, key } = this.options;
    const { username, password } = new URL(url);
    const withoutLogin = new URL(url);
    withoutLogin.username = withoutLogin.password = '';
    const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    const basic = username === '' ? {} : { Authorization: `Basic ${Buffer.from(login).toString('base64')}` };
    const client = new Client({
      baseURL: withoutLogin.href.replace(/\/$/, ''),
      apiKey: () => Promise.resolve(this.options.key === '' ? 'none' : this.options.key),
      maxRetries: 0,
      organization: null,
      project: null,
      logLevel: 'off',
      fetch: fetchBounded,
      defaultHeaders: key === '' ? { Authorization: null, ...basic } : {},
    });
    // The library declares its types twice, once per module system.
    return client as unknown as OpenAI;
  }
}

const MAX_REDIRECTS = 5;

/**
 * `fetch` that follows redirects of the same origin only: prompts and keys are for the address of the settings. The
 * request is sent again as it is, as for 307 and 308.
 *
 * @throws ModelFailure
 */
async function fetchWithin(address: string, init?: RequestInit): Promise<Response> {
  let url = new URL(address);
  for (let left = MAX_REDIRECTS; ; left--) {
    const response = await fetch(url, { ...init, redirect: 'manual' });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null) return response;
    await response.body?.cancel();
    const target = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
    if (target?.origin !== url.origin) {
      const place = target?.origin ?? 'no address';
      throw new ModelFailure('refused', `the endpoint redirects to ${place}, which is not in the settings`);
    }
    if (left === 0) throw new ModelFailure('refused', `the endpoint redirects more than ${MAX_REDIRECTS} times`);
    target.username = target.password = '';
    url = target;
  }
}

/** `fetch` with a limit on the answer's size: an endless answer would fill the memory until the deadline. */
async function fetchBounded(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetchWithin(input instanceof Request ? input.url : String(input), init);
  if (!response.body) return response;
  let size = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length;
      if (size <= MAX_BYTES) controller.enqueue(chunk);
      // A retry would get the same answer.
      else controller.error(new ModelFailure('refused', `the answer is longer than ${MAX_BYTES} bytes`));
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(count), { status, statusText, headers });
}
