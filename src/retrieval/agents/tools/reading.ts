/** Tools that read documents and graph, as an agent has them: what they show is evidence with an id. */
import { findNodes, neighbours } from '../../tools/nodes';
import { passagesAbout, readPassages, search, type Search } from '../../tools/passages';
import type { ReadContext, ReadTool } from '../../tools/types';
import type { Tool } from './toolbox';

type Context = Omit<ReadContext, 'signal'>;

/** Creates keyword_search, semantic_search (with an embedding model) and read_chunk. */
export function documentTools(context: Context): Tool[] {
  const { by: _, ...properties } = search.properties;
  const searchBy = (name: string, description: string, by: 'words' | 'meaning'): Tool =>
    toolOf<Search>(
      { ...search, name, description, properties, run: (args, to) => search.run({ ...args, by }, to) },
      context,
    );
  const byWords = 'Passages that have the words of the query, ranked by BM25. Use names and few, telling words.';
  const byMeaning = 'Passages that mean what the query means, in other words too.';
  return [
    searchBy('keyword_search', byWords, 'words'),
    ...(context.corpus.semanticSearch ? [searchBy('semantic_search', byMeaning, 'meaning')] : []),
    toolOf({ ...readPassages, name: 'read_chunk' }, context),
  ];
}

/** Creates find_nodes, neighbours and passages_about. */
export const nodeTools = (context: Context): Tool[] => [
  toolOf(findNodes, context),
  toolOf(neighbours, context),
  toolOf(passagesAbout, context),
];

const toolOf = <Args>({ name, description, properties, required, run }: ReadTool<Args>, context: Context): Tool => ({
  name,
  description,
  parameters: { type: 'object', properties, required },
  run: (args, signal) => run(args, { ...context, signal }),
});
