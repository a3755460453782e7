/** Module naive: passages ranked by their words. */
import type { ModuleFactory } from '../types';

export const createNaive: ModuleFactory = ({ corpus }) => ({
  name: 'naive',
  async retrieve({ question }) {
    const found = await corpus.keywordSearch(question, 5);
    return {
      answer: null,
      passages: found.map(({ chunk, score }) => ({
        source: chunk.source,
        text: chunk.text,
        chunk_index: chunk.index,
        score,
      })),
      trajectory: [],
      cost_usd: 0,
      loops: 0,
      module_used: 'naive',
      metadata: { model: null },
    };
  },
});
