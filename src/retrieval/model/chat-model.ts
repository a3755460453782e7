/** Language model behind an OpenAI-compatible endpoint (chat completions with tools). */
import { Endpoint, type EndpointOptions } from './endpoint';
import { ModelFailure } from './failure';
import { Parameters } from './parameters';
import { readReply, readStream } from './replies';
import type { AskOptions, ChatModel, ModelDelta, ModelReply, ModelRequest, Prices } from './types';

interface ChatModelOptions extends EndpointOptions {
  /** Name at the endpoint. */
  readonly model: string;
  readonly prices: Prices;
}

export class OpenAiModel implements ChatModel {
  readonly name: string;
  readonly prices: Prices;
  private readonly endpoint: Endpoint;
  private readonly parameters: Parameters;

  constructor(options: ChatModelOptions) {
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

  /**
   * Makes one request with retries. A stream whose text was passed on is not repeated: passed text cannot be revoked.
   */
  private send(request: ModelRequest, options: AskOptions): Promise<ModelReply> {
    const { onDelta } = request;
    let hasPassedDelta = false;
    const pass = (delta: ModelDelta): void => {
      hasPassedDelta = true;
      onDelta?.(delta);
    };
    return this.endpoint.request(async (client, signal) => {
      const body = this.parameters.body(request, onDelta !== undefined);
      if (!body.stream) return readReply(await client.chat.completions.create(body, { signal }), request);
      try {
        return await readStream(await client.chat.completions.create(body, { signal }), request, pass);
      } catch (error) {
        signal.throwIfAborted();
        if (!hasPassedDelta) throw error;
        throw new ModelFailure('late', 'the stream broke off in the middle of a reply', {}, { cause: error });
      }
    }, options);
  }
}
