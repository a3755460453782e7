/** Models in folders of this machine: an embedding model, and a cross-encoder that orders passages. */
import { NO_TELEMETRY, type Telemetry } from '../../../util/telemetry';
import type { Embedder, Reranker } from '../../types';
import { ModelFailure } from '../failure';
import { readModelFolder } from './folder';
import { Session, type SessionOptions } from './session';

/** Texts are cut before they are tokenized: the model sees their beginning only. */
const MAX_CHARACTERS = 24_000;

/** Loads an embedding model. @throws ModelFolderError */
export const openEmbedder = async (directory: string, telemetry: Telemetry = NO_TELEMETRY): Promise<LocalEmbedder> =>
  new LocalEmbedder(await open(directory, 'embed', telemetry));

/** Loads a cross-encoder. @throws ModelFolderError */
export const openReranker = async (directory: string, telemetry: Telemetry = NO_TELEMETRY): Promise<LocalReranker> =>
  new LocalReranker(await open(directory, 'rerank', telemetry));

async function open(directory: string, kind: SessionOptions['kind'], telemetry: Telemetry): Promise<Opened> {
  const folder = await readModelFolder(directory);
  return { session: await Session.open({ folder, kind }), name: folder.name, telemetry };
}

interface Opened {
  readonly session: Session;
  readonly name: string;
  readonly telemetry: Telemetry;
}

class LocalEmbedder implements Embedder {
  readonly model: string;
  readonly dimensions: number;

  constructor(private readonly opened: Opened) {
    this.model = opened.name;
    this.dimensions = opened.session.size;
  }

  async embed(texts: readonly string[], signal: AbortSignal): Promise<readonly (readonly number[])[]> {
    const values = await run(this.opened, 'embedding model', { texts: texts.map(cut) }, signal);
    return texts.map((_, i) => Array.from(values.subarray(i * this.dimensions, (i + 1) * this.dimensions)));
  }

  close(): Promise<void> {
    return this.opened.session.close();
  }
}

class LocalReranker implements Reranker {
  constructor(private readonly opened: Opened) {}

  async score(question: string, passages: readonly string[], signal: AbortSignal): Promise<readonly number[]> {
    const texts = passages.map(() => cut(question));
    return Array.from(await run(this.opened, 'reranking model', { texts, pairs: passages.map(secondOf) }, signal));
  }

  close(): Promise<void> {
    return this.opened.session.close();
  }
}

/** The tokenizer takes an empty second text for none. */
const secondOf = (passage: string): string => cut(passage) || ' ';

const cut = (text: string): string => text.slice(0, MAX_CHARACTERS);

/** @throws OwlgateError ModelUnavailable, ModelRefused; the signal's reason */
async function run(
  { session, telemetry }: Opened,
  what: 'embedding model' | 'reranking model',
  input: Parameters<Session['run']>[0],
  signal: AbortSignal,
): Promise<Float32Array> {
  const startedAt = performance.now();
  let outcome = 'cancelled';
  try {
    const values = await session.run(input, signal);
    outcome = 'answered';
    return values;
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    outcome = error.kind;
    throw error.toError(what);
  } finally {
    const kind = what === 'embedding model' ? 'embedding' : 'reranking';
    telemetry.calledModel({ kind, outcome, ms: performance.now() - startedAt });
  }
}
