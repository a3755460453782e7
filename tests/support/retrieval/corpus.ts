/** Database without an engine: passages searched by their words, and an empty graph. */
import type { Chunk, Corpus, Graph, RetrievalCall, ScoredChunk, Surroundings } from '../../../src/retrieval/types';
import type { ChatModel } from '../../../src/retrieval/model';
import { silent } from '../../../src/util/log';

const words = (text: string): string[] => text.toLowerCase().match(/\p{L}{3,}|\d+/gu) ?? [];

/** @param documents texts by source; empty lines separate passages */
export function corpusOf(documents: Readonly<Record<string, string>>): Corpus {
  const chunks = Object.entries(documents).flatMap(([source, text]) =>
    text
      .split('\n\n')
      .map((part, index): Chunk => ({ uid: '0x1', source, index, text: part, start: 0, end: part.length })),
  );
  const frequency = new Map<string, number>();
  for (const { text } of chunks)
    for (const word of new Set(words(text))) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  return {
    keywordSearch: (text, limit) => {
      const queryWords = new Set(words(text));
      const scored = chunks.map((chunk): ScoredChunk => {
        const has = new Set(words(chunk.text));
        const score = [...queryWords]
          .filter((word) => has.has(word))
          .reduce((sum, word) => sum + 1 / frequency.get(word)!, 0);
        return { chunk, score };
      });
      return Promise.resolve(
        scored
          .filter(({ score }) => score > 0)
          .sort((a, b) => b.score - a.score)
          .slice(0, limit),
      );
    },
    semanticSearch: undefined,
    rerank: undefined,
    chunk: (source, index) => Promise.resolve(chunks.find((each) => each.source === source && each.index === index)),
    mentioning: () => Promise.resolve([]),
  };
}

const graph: Graph = {
  query: <Data>() => Promise.resolve({} as Data),
  queryWithin: () => Promise.resolve({}),
  contradiction: () => Promise.resolve(undefined),
  schema: () => Promise.resolve({ schema: [], types: [] }),
  ontology: undefined,
  explain: () => Promise.reject(new Error('nothing to explain')),
};

export const surroundingsOf = (corpus: Corpus, model?: ChatModel): Surroundings => ({
  database: 'default',
  graph,
  corpus,
  linker: { mentions: () => Promise.resolve([]), partly: (texts) => Promise.resolve(texts.map(() => [])) },
  language: 'en',
  model,
  logger: silent,
});

export const callOf = (question: string, more: Partial<RetrievalCall> = {}): RetrievalCall => ({
  question,
  history: [],
  budget: { steps: 12, tokens: 60_000, seconds: 30, cost: 1 },
  signal: new AbortController().signal,
  observer: {},
  ...more,
});
