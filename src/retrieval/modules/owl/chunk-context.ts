/** Context in which the words of a question are chunked. */
import type { Nodes } from '../../knowledge/nodes';
import type { Linker } from '../../types';
import type { Lexicon } from './lexicon';
import type { Schema } from './schema';
import type { Chunk } from './types';

export interface ChunkContext {
  readonly lexicon: Lexicon;
  readonly linker: Linker;
  readonly nodes: Nodes;
  readonly schema: Schema;
  /** Data properties whose values are times. */
  readonly times: readonly string[];
  /** Of these, those of how something began. */
  readonly starts: readonly string[];
}

/** Data properties that a chunk may name. */
export const dataOf = (chunk: Chunk | undefined, schema: Schema): string[] =>
  (chunk?.meanings ?? []).flatMap((meaning) =>
    (meaning.kind === 'noun' || meaning.kind === 'verb') && !schema.isObject(meaning.relation.property)
      ? [meaning.relation.property]
      : [],
  );
