/** Language models and embedding models behind OpenAI-compatible endpoints. */
import type { Config } from '../../config';
import { NO_TELEMETRY, type Telemetry } from '../../util/telemetry';
import { OpenAiModel } from './chat-model';
import { OpenAiEmbedder } from './embedder';
import type { Embedder } from '../types';
import type { ChatModel } from './types';

export { ModelFailure } from './failure';
export { requestTokens } from './replies';
export * from './types';

/** Creates clients of the configured models, if any. */
export function connectModels(
  { model, embedding }: Pick<Config, 'model' | 'embedding'>,
  telemetry: Telemetry = NO_TELEMETRY,
): {
  readonly model: ChatModel | undefined;
  readonly embedder: Embedder | undefined;
} {
  return {
    model: model && new OpenAiModel(withLiveKey({ ...model, telemetry }, model)),
    embedder: embedding && new OpenAiEmbedder(withLiveKey({ ...embedding, telemetry }, embedding)),
  };
}

/** Returns options whose key is that of the setting at the time of a request. */
const withLiveKey = <T extends object>(options: T, setting: { readonly key: string }): T =>
  Object.defineProperty(options, 'key', { get: () => setting.key });
