/** Embedding model behind an OpenAI-compatible endpoint; sends texts in batches. */
import type OpenAI from 'openai';
import { Endpoint, type EndpointOptions } from './endpoint';
import { ModelFailure } from './failure';
import type { Embedder } from '../types';

interface EmbedderOptions extends EndpointOptions {
  /** Name at the endpoint. */
  readonly model: string;
  /** Texts in one request; default 64. */
  readonly batch?: number;
  /** Time limit of one request with its retries; default 60 s. */
  readonly patienceMs?: number;
}

/** Endpoints accept 8,191 tokens or more. Longer texts are cut: their beginning carries the topic. */
const MAX_CHARACTERS = 24_000;
const MAX_BATCH_CHARACTERS = 200_000;
/** Period after a failure with one attempt per request. Meanwhile keyword search answers questions. */
const DOWN_MS = 30_000;

export class OpenAiEmbedder implements Embedder {
  readonly model: string;
  private readonly endpoint: Endpoint;
  /** Length of a vector; known after the first answer. */
  private size: number | undefined;
  /** Time of the last failure, as Date.now(). */
  private failedAt = -Infinity;

  constructor(private readonly options: EmbedderOptions) {
    this.model = options.model;
    this.endpoint = new Endpoint(options, 'embedding');
  }

  async embed(texts: readonly string[], signal: AbortSignal): Promise<readonly (readonly number[])[]> {
    const vectors: (readonly number[])[] = [];
    for (const batch of batches(texts, this.options.batch ?? 64)) {
      signal.throwIfAborted();
      vectors.push(...(await this.batch(batch, signal)));
    }
    return vectors;
  }

  private async batch(input: readonly string[], signal: AbortSignal): Promise<readonly (readonly number[])[]> {
    const limits = { signal, deadline: Infinity, timeoutMs: this.options.patienceMs ?? 60_000 };
    const body = { model: this.model, input: [...input], encoding_format: 'float' as const };
    const ask = async (client: OpenAI, until: AbortSignal): Promise<readonly (readonly number[])[]> =>
      this.read(await client.embeddings.create(body, { signal: until }), input.length);
    const isDown = Date.now() - this.failedAt < DOWN_MS;
    try {
      const vectors = await this.endpoint.request(ask, { ...limits, ...(isDown && { attempts: 1 }) });
      this.failedAt = -Infinity;
      return vectors;
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      this.failedAt = Date.now();
      throw error.toError('embedding model');
    }
  }

  /** Reads one vector per text, all of one size. @throws ModelFailure */
  private read(answer: unknown, count: number): readonly (readonly number[])[] {
    const data = (answer as { data?: unknown } | null)?.data;
    const entries = Array.isArray(data) ? (data as { index?: unknown; embedding?: unknown }[]) : [];
    const vectors: (readonly number[])[] = new Array<readonly number[]>(count);
    for (const [position, entry] of entries.entries()) {
      const index = Number.isInteger(entry?.index) ? (entry.index as number) : position;
      const { embedding } = entry ?? {};
      if (index < 0 || index >= count || !isVector(embedding)) continue;
      this.size ??= embedding.length;
      if (embedding.length !== this.size) {
        const sizes = `the vectors have ${embedding.length} numbers, and had ${this.size} before`;
        throw new ModelFailure('refused', `${sizes}: a different model needs a different name`);
      }
      vectors[index] = embedding;
    }
    for (let index = 0; index < count; index++) {
      if (!vectors[index]) throw new ModelFailure('malformed', `the answer lacks a vector for some of ${count} texts`);
    }
    return vectors;
  }
}

const isVector = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === 'number' && isFinite(entry));

/** Splits texts into batches. Endpoints refuse empty texts: a space replaces them. */
function* batches(texts: readonly string[], maxTexts: number): Iterable<readonly string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (const text of texts) {
    const cut = text.slice(0, MAX_CHARACTERS) || ' ';
    if (batch.length > 0 && (batch.length >= maxTexts || characters + cut.length > MAX_BATCH_CHARACTERS)) {
      yield batch;
      [batch, characters] = [[], 0];
    }
    batch.push(cut);
    characters += cut.length;
  }
  if (batch.length > 0) yield batch;
}
