/** Language model behind an OpenAI-compatible endpoint (chat completions with tools). */
import { Endpoint, type EndpointOptions } from './endpoint';
import { ModelFailure } from './failure';
import { Parameters } from './parameters';
import { readReply } from './replies';
import type { AskOptions, ChatModel, ModelReply, ModelRequest, Prices } from './types';

interface ChatModelOptions extends EndpointOptions {
  /** Name at the endpoint. */
  readonly model: string;
  readonly prices: Prices;
  /** Time limit of one request with its retries. Default 30 s. */
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 30_000;

export class OpenAiModel implements ChatModel {
  readonly name: string;
  readonly prices: Prices;
  private readonly endpoint: Endpoint;
  private readonly parameters: Parameters;

  constructor(private readonly options: ChatModelOptions) {
    this.name = options.model;
    this.prices = options.prices;
    this.endpoint = new Endpoint(options, 'chat');
    this.parameters = new Parameters(options.model);
  }

  async ask(request: ModelRequest, options: AskOptions): Promise<ModelReply> {
    for (;;) {
      try {
        return await this.send(request, options);
      } catch (error) {
        if (!(error instanceof ModelFailure) || !this.parameters.learn(error)) throw error;
      }
    }
  }

  private send(request: ModelRequest, options: AskOptions): Promise<ModelReply> {
    const { timeoutMs = DEFAULT_TIMEOUT_MS } = this.options;
    return this.endpoint.request(
      async (client, until) => {
        const body = this.parameters.body(request);
        return readReply(await client.chat.completions.create(body, { signal: until }), request);
      },
      { ...options, timeoutMs },
    );
  }
}
