/** A language model behind an OpenAI-compatible endpoint (chat completions with tools). */
import { Endpoint, type EndpointOptions } from './endpoint';
import { ModelFailure } from './failure';
import { Parameters } from './parameters';
import { readReply, readStream } from './replies';
import type { AskOptions, ChatModel, ModelDelta, ModelReply, ModelRequest, Prices } from './types';

export interface ChatModelOptions extends EndpointOptions {
  /** As the endpoint knows it. */
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
    this.endpoint = new Endpoint(options);
    this.parameters = new Parameters(options.model);
  }

  async ask(request: ModelRequest, options: AskOptions): Promise<ModelReply> {
    for (;;) {
      try {
        return await this.once(request, options);
      } catch (error) {
        if (!(error instanceof ModelFailure) || !this.parameters.learn(error)) throw error;
      }
    }
  }

  /** With retries; but what has been passed on cannot be taken back, so that a stream is not begun again after that. */
  private once(request: ModelRequest, options: AskOptions): Promise<ModelReply> {
    const { onDelta } = request;
    let told = false;
    const pass = (delta: ModelDelta): void => {
      told = true;
      onDelta?.(delta);
    };
    return this.endpoint.request(async (client, signal) => {
      const body = this.parameters.body(request, onDelta !== undefined);
      if (!body.stream) return readReply(await client.chat.completions.create(body, { signal }), request);
      try {
        return await readStream(await client.chat.completions.create(body, { signal }), request, pass);
      } catch (error) {
        signal.throwIfAborted();
        if (!told) throw error;
        throw new ModelFailure('late', 'its stream was broken off in the middle of a reply', {}, { cause: error });
      }
    }, options);
  }
}
