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
    model: model && new OpenAiModel({ ...model, telemetry }),
    embedder: embedding && new OpenAiEmbedder({ ...embedding, telemetry }),
  };
}
