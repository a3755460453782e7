/** Tools over the documents: keyword search, semantic search, and reading of passages. */
import type { Logger } from '../../../util/log';
import { findPassages } from '../../search/find';
import type { Corpus, ScoredChunk } from '../../types';
import type { Evidence } from '../evidence';
import { defineTool, type Tool, type ToolOutcome } from './toolbox';

const LIMIT = { type: 'integer', minimum: 1, maximum: 20, default: 6 };
/** Maximum characters of a passage in a search result; `read_chunk` returns all. */
const MAX_SHOWN_CHARACTERS = 1_600;

interface Search {
  readonly query: string;
  readonly limit: number;
}

/** Creates keyword_search, semantic_search (with an embedding model) and read_chunk. */
export function corpusTools(corpus: Corpus, evidence: Evidence, logger: Logger): Tool[] {
  const find =
    (by: 'words' | 'meaning') =>
    async ({ query, limit }: Search, signal: AbortSignal): Promise<ToolOutcome> => {
      const { passages, warning } = await findPassages(corpus, query, { limit, by, logger, signal });
      const outcome = toOutcome(passages, evidence);
      return warning === undefined ? outcome : { ...outcome, summary: `${outcome.summary}; ${warning}` };
    };
  const query = { type: 'string', minLength: 1, maxLength: 1_000, description: 'What to look for' };
  const search = { type: 'object', properties: { query, limit: LIMIT }, required: ['query'] };
  return [
    defineTool<Search>({
      name: 'keyword_search',
      description: 'Passages that have the words of the query, ranked by BM25. Use names and few, telling words.',
      parameters: search,
      run: find('words'),
    }),
    ...(corpus.semanticSearch
      ? [
          defineTool<Search>({
            name: 'semantic_search',
            description: 'Passages that mean what the query means, in other words too.',
            parameters: { ...search },
            run: find('meaning'),
          }),
        ]
      : []),
    defineTool<{ source: string; chunk_index: number; neighbours: number }>({
      name: 'read_chunk',
      description: 'One passage of a document in full, with as many before and after it as neighbours says.',
      parameters: {
        type: 'object',
        properties: {
          source: { type: 'string', minLength: 1, maxLength: 2_000, description: 'As a search gave it' },
          chunk_index: { type: 'integer', minimum: 0 },
          neighbours: { type: 'integer', minimum: 0, maximum: 3, default: 1 },
        },
        required: ['source', 'chunk_index'],
      },
      run: async ({ source, chunk_index: index, neighbours }) => {
        const chunks = await readAround(corpus, source, index, neighbours);
        if (chunks.length === 0) return { result: [], summary: `${source} has no passage ${index}` };
        return toOutcome(chunks, evidence, Infinity);
      },
    }),
  ];
}

/** Returns a passage with its neighbours, in document order; empty if the passage does not exist. */
export async function readAround(
  corpus: Corpus,
  source: string,
  index: number,
  neighbours: number,
): Promise<{ readonly chunk: ScoredChunk['chunk']; readonly score?: number }[]> {
  const indexes = Array.from({ length: 2 * neighbours + 1 }, (_, i) => index - neighbours + i).filter((i) => i >= 0);
  const chunks = await Promise.all(indexes.map((i) => corpus.chunk(source, i)));
  if (!chunks[indexes.indexOf(index)]) return [];
  return chunks.flatMap((chunk) => (chunk ? [{ chunk }] : []));
}

function toOutcome(
  chunks: readonly { readonly chunk: ScoredChunk['chunk']; readonly score?: number }[],
  evidence: Evidence,
  maxCharacters = MAX_SHOWN_CHARACTERS,
): ToolOutcome {
  const result = chunks.map(({ chunk, score }) => ({
    id: evidence.passage(chunk, score).id,
    source: chunk.source,
    chunk_index: chunk.index,
    text: chunk.text.length > maxCharacters ? `${chunk.text.slice(0, maxCharacters)}…` : chunk.text,
  }));
  const places = result.slice(0, 6).map(({ source, chunk_index }) => `${source}#${chunk_index}`);
  const more = result.length > places.length ? ', …' : '';
  return {
    result,
    summary: result.length === 0 ? 'no passage' : `${result.length} passage(s): ${places.join(', ')}${more}`,
  };
}
