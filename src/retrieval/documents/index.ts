/** The documents of a database: brought in, listed, taken out, searched. */
import type { Engine } from '../../dgraph';
import type { Logger } from '../../util/log';
import type { Corpus, Embedder, Graph } from '../types';

export interface DocumentsOptions {
  readonly engine: Engine;
  readonly graph: Graph;
  readonly embedder: Embedder | undefined;
  readonly logger: Logger;
}

export interface Documents {
  readonly corpus: Corpus;
  /** Forgets what it has kept in memory. */
  forget(): void;
}

export function createDocuments(_options: DocumentsOptions): Documents {
  const corpus: Corpus = {
    keywordSearch: () => Promise.resolve([]),
    semanticSearch: undefined,
    chunk: () => Promise.resolve(undefined),
    mentioning: () => Promise.resolve([]),
  };
  return { corpus, forget: () => undefined };
}
